// What may be done at a hex: its tiles in their rotations, with costs and copies left; tokens and the like.

import { $, h, sentences, svg } from "/page/dom.js";
import { showAt } from "/page/hex.js";
import { post, table } from "./table.js";

/** The choices of the game that are about a place. */
export const atPlace = ({ hex, stop }) =>
  table.game.choices.filter(({ at }) => at && (at === hex || at === stop || (!stop && at.split(".")[0] === hex)));

export async function picker(app, panel, hit) {
  const { hex } = hit;
  const byKeyboard = hit.byKeyboard || $("#board").contains(document.activeElement);
  await showAt(app, hit, async () => {
    const others = atPlace(hit);
    const lay = table.game.lays[hex];
    if (!lay && !others.length) return whyNot(hit);
    const { tiles } = lay ? await post("lays", { hex }) : { tiles: [] };
    return [lay?.name ?? hex, "",
      ...others.map((offer) => h("button", { className: "choice", onclick: () => panel.act(app, offer.action) }, offer.text)),
      ...tiles.map((tile) => row(app, panel, tile))];
  });
  if (byKeyboard) $("#hex button:not(.close)")?.focus();
}

/** Why nothing may be done where somebody clicks, in the turn of a company. */
async function whyNot({ hex, stop }) {
  const { lays, choices, denied, entity } = table.game;
  const token = choices.find(({ action }) => action.type === "place_token")?.action ??
    (denied.some(({ group }) => group === "Place a token") && { type: "place_token" });
  if (!Object.keys(lays).length && token && stop) await post("ahead", { action: { ...token, stop } }); // refused, with the reason
  return entity ? [hex, "", sentences([{ message: (await post("lays", { hex })).why }])] : null;
}

/** The same for a hex that was chosen from a list. */
export function openPlace(app, panel, hex, button) {
  const box = ($(`#board [data-hex="${hex}"]`) ?? button).getBoundingClientRect();
  return picker(app, panel, { hex, stop: null, x: box.x + box.width / 2, y: box.y + box.height / 2, byKeyboard: true });
}

function row(app, panel, { tile, colour, left, by, city, turns }) {
  const also = [left === null || left === undefined ? "" : `${left} left`, by && `by ${by}`, city ? `token to city ${city + 1}` : ""].filter(Boolean);
  return h("div", { className: "tiles" },
    h("span", { className: `tile-name ${colour}` }, tile, h("small", {}, also.join(", "))),
    turns.map(({ rotation, cost, action, picture }) => h("button", {
      className: "tile",
      "data-tile": `${tile}@${rotation}`,
      title: `${tile} turned ${rotation}${cost ? `, costs ${cost}` : ""}`,
      ariaLabel: `Lay ${tile} turned ${rotation}${cost ? ` for ${cost}` : ""}${also.length ? `, ${also.join(", ")}` : ""}`,
      onclick: () => panel.act(app, action),
    }, svg(picture.replace("<svg", '<svg xmlns="http://www.w3.org/2000/svg"')), cost > 0 && h("small", { className: "cost" }, String(cost)))));
}
