// What one can do with a hex: lay a tile that fits, place tokens.

import { ask } from "./api.js";
import { $, h, svg } from "./dom.js";

const box = $("#hex");
let shown = null;

export function closeHex() {
  box.hidden = true;
  shown = null;
}

export const openHex = (app, hit) => showAt(app, hit, async () => {
  const found = await ask("tiles", { position: app.state.position, hex: hit.hex, lenient: true });
  return [`${found.hex} ${found.name}`.trim(), found.laid && `tile ${found.laid}`, ...content(app, hit, found)];
});

/**
 * Show something about a hex where it was clicked, when it is there: `look` gives a name, words beside it and
 * elements, or nothing. Another click, or closing, comes before what it waits for.
 */
export async function showAt(app, hit, look) {
  shown = hit;
  let found;
  try {
    found = await look();
  } catch (error) {
    found = [hit.hex, "", app.trouble(error)];
  }
  if (shown !== hit) return;
  if (!found) return closeHex();
  const [name, beside, ...children] = found;
  box.replaceChildren(
    h("div", { className: "row" },
      h("h2", {}, name, beside && h("small", {}, ` ${beside}`)),
      h("button", { className: "close", ariaLabel: "Close", onclick: closeHex }, "×")),
    ...children);
  place(hit);
}

/** Beside the click where there is room; a narrow page has it at its foot (see the style). */
function place({ x, y }) {
  box.hidden = false;
  const { width, height } = box.getBoundingClientRect();
  const stage = $("#stage").getBoundingClientRect();
  const left = x + 30 + width < stage.right ? x + 30 : Math.max(stage.left + 8, x - 30 - width);
  box.style.left = `${left}px`;
  box.style.top = `${Math.max(stage.top + 8, Math.min(y - 60, stage.bottom - height - 8))}px`;
}

function content(app, hit, found) {
  const upgrades = found.tiles.filter((tile) => tile.upgrades.length);
  const others = found.tiles.filter((tile) => tile.rotations.length > tile.upgrades.length);
  const cities = found.stops.filter((stop) => stop.slots || (app.card.beside_tokens && stop.kind === "offboard"));
  const tiles = [
    upgrades.length > 0 && h("h3", {}, found.laid ? "Upgrade" : "Lay"),
    upgrades.map((tile) => choices(app, hit, found, tile, tile.upgrades)),
    others.length > 0 && h("details", { open: !upgrades.length && !cities.length },
      h("summary", {}, "Any other tile that may lie here"),
      others.map((tile) => choices(app, hit, found, tile, tile.rotations.filter((turn) => !tile.upgrades.includes(turn))))),
    !found.tiles.length && h("p", { className: "hint" }, "No tile may be laid here."),
  ];
  const tokens = cities.map((stop) => slots(app, hit, stop, cities.length > 1));
  return [
    ...(hit.stop ? [tokens, tiles] : [tiles, tokens]),
    found.laid && h("button", { id: "remove-tile", onclick: () => take(app, found) }, "Take the tile away"),
  ].flat(2).filter(Boolean);
}

function choices(app, hit, found, tile, turns) {
  const out = tile.left !== null && tile.left < 1;
  return h("div", { className: "tiles" },
    h("span", { className: `tile-name ${tile.colour}`, title: `tile ${tile.tile}, ${tile.colour}` }, tile.tile,
      h("small", {}, out ? "none left" : tile.left === null ? "" : `${tile.left} left`)),
    turns.map((turn) => {
      const spec = `${tile.tile}@${turn}`;
      const picture = svg(tile.pictures[turn].replace("<svg", '<svg xmlns="http://www.w3.org/2000/svg"'));
      return h("button", {
        className: spec === found.laid ? "tile on" : "tile",
        title: spec,
        "data-tile": spec,
        onclick: () => lay(app, found, tile, turn),
      }, picture);
    }));
}

function lay(app, found, tile, turn) {
  const { position } = app.state;
  const moves = tile.moves[turn] ?? {};
  const renamed = (name) => moves[name] ?? name;
  closeHex();
  app.store.edit({
    tiles: { ...position.tiles, [found.hex]: `${tile.tile}@${turn}` },
    tokens: { ...elsewhere(position.tokens, found.hex), ...(tile.tokens[turn] ?? {}) },
    markers: position.markers.map((marker) => (marker.at ? { ...marker, at: renamed(marker.at) } : marker)),
  });
}

function take(app, found) {
  const { [found.hex]: _, ...tiles } = app.state.position.tiles;
  closeHex();
  const { tokens } = app.state.position;
  const printed = found.printed.map((room, n) => [`${found.hex}.${n}`, (tokens[`${found.hex}.${n}`] ?? []).slice(0, room)]);
  const kept = Object.fromEntries(printed.filter(([, owners]) => owners.length));
  app.store.edit({ tiles, tokens: { ...elsewhere(tokens, found.hex), ...kept } });
}

/** The tokens that do not stand on a hex. */
function elsewhere(tokens, hex) {
  return Object.fromEntries(Object.entries(tokens).filter(([stop]) => !stop.startsWith(`${hex}.`)));
}

function slots(app, hit, stop, several) {
  const { position } = app.state;
  const beside = app.card.beside_tokens ? 1 + Math.max(0, stop.tokens.length - stop.slots) : 0;
  const owners = Array.from({ length: stop.slots + beside }, (_, n) => stop.tokens[n] ?? null);
  const put = (n, owner) => {
    const changed = owners.map((other, place) => (place === n ? owner || null : other));
    while (changed.length && !changed.at(-1)) changed.pop();
    const { [stop.stop]: _, ...tokens } = position.tokens;
    app.store.edit({ tokens: changed.length ? { ...tokens, [stop.stop]: changed } : tokens });
    openHex(app, hit);
  };
  return h("div", { className: "tokens" },
    h("h3", {}, several ? `Tokens in ${stop.stop}` : "Tokens"),
    owners.map((owner, n) => h("select", {
      className: "token",
      ariaLabel: n < stop.slots ? `Slot ${n + 1}` : "Beside the city",
      title: n < stop.slots ? `slot ${n + 1}` : "beside the city",
      onchange: (event) => put(n, event.target.value),
    },
    h("option", { value: "" }, n < stop.slots ? "empty" : "beside: none"),
    app.card.corporations.map(({ id }) => h("option", { value: id, selected: id === owner }, id)))));
}
