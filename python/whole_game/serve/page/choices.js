// What may be done now: a button each, gathered under headings; prices are said beside them.

import { $$, folded, h, roving, sentence } from "/page/dom.js";
import { openPlace } from "./picker.js";
import { table } from "./table.js";
import { holder, plate } from "./sheets.js";

// Groups with a line a company and a small button a choice.
const IN_ROWS = {
  "Buy a share": ({ action, cost }) => `${holder(action.source)} ${cost}`,
  "Start a corporation": ({ action }) => String(action.price),
  "Sell shares": ({ action, follows: ahead }) => `${10 * action.count}%${falls(ahead, action.corporation)}`,
};

// What may be done at many times and is seldom: folded, where there is anything else.
const ASIDE = new Set(["Buy a private company", "Sell a private company", "Exchange a private company", "Redeem shares"]);

// What stands in a section of its own.
const ELSEWHERE = new Set(["run_routes", "object"]);

export function choices(app, panel) {
  const { game } = table;
  const groups = new Map();
  for (const offer of game.choices) {
    if (ELSEWHERE.has(offer.action.type)) continue;
    groups.set(offer.group, [...(groups.get(offer.group) ?? []), offer]);
  }
  const list = h("div", { className: "choices", role: "group", ariaLabel: "What may be done" },
    lays(app, panel, game.lays),
    [...groups].map(([name, offers]) => group(app, panel, name, offers)),
    denied(game.denied));
  // Names by which the focus finds its way back when the panel is made anew.
  $$("button, input", list).forEach((element, n) => (element.id ||= `choice-${n}`));
  return roving(list, "button");
}

function group(app, panel, name, offers) {
  const content = IN_ROWS[name] ? rows(app, panel, offers, IN_ROWS[name]) : offers.map((offer) => one(app, panel, offer));
  if (!ASIDE.has(name)) return [name !== "Pass" && name !== "Answer" && h("h3", {}, heading(name)), content];
  return folded(`fold ${name}`, false, `${name} (${offers.length})`, h("div", { className: "choices" }, content));
}

/** What somebody might ask for in vain, and why; what has the same reason stands in one line. */
function denied(wishes) {
  if (!wishes.length) return null;
  const groups = new Map();
  for (const { group, text, about, why } of wishes) {
    const reasons = groups.get(group) ?? new Map();
    reasons.set(why, [...(reasons.get(why) ?? []), about ? [plate(about), " "] : [h("strong", {}, text), ": "]]);
    groups.set(group, reasons);
  }
  return folded("denied", false, `Not possible now, and why (${wishes.length})`, [...groups].map(([name, reasons]) => [
    h("h3", {}, name === "Pass" ? "Go on" : name),
    h("ul", { className: "denied" }, [...reasons].map(([why, whose]) => h("li", {}, whose, sentence({ message: why })))),
  ]));
}

const heading = (name) => (name === "Dividend" ? `Dividend: ${table.game.entity} earned ${table.game.revenue}` : name);

/** Hexes on which a tile may be laid: on the board, and as a list. */
function lays(app, panel, hexes) {
  const names = Object.entries(hexes);
  if (!names.length && table.game.step !== "track") return null;
  if (!names.length) return h("p", { className: "hint", id: "no-lays" }, "No hex takes a tile now: click one on the board to see why.");
  return [
    h("h3", {}, "Lay a tile"),
    h("p", { className: "hint" }, `${names.length === 1 ? "One hex is" : `${names.length} hexes are`} marked on the board: click one.`),
    folded("list-lays", false, "As a list",
      h("div", { className: "chips" }, names.map(([hex, { name, cost }]) => h("button", {
        id: `lay-${hex}`,
        className: "chip",
        onclick: (event) => openPlace(app, panel, hex, event.target),
      }, name.includes(" ") ? name : hex, cost ? h("small", {}, ` ${cost}`) : "")))),
  ];
}

/** One line a company: its plate, and a small button a price or number. */
function rows(app, panel, offers, short) {
  const companies = [...new Set(offers.map(({ about }) => about))];
  return companies.map((company) => {
    const own = offers.filter(({ about }) => about === company);
    return h("div", { className: "offer" },
      h("div", { className: "row wrap offers" },
        plate(company),
        own.map((offer) => h("button", {
          className: "choice short",
          ariaLabel: [offer.text, ...(offer.follows?.warnings ?? [])].join("; "),
          title: [offer.text, ...(offer.follows?.warnings ?? [])].join("; "),
          onclick: () => panel.act(app, offer.action),
        }, short(offer)))),
      news(own, short));
  });
}

/** What more the choices of a line bring, each thing once. */
function news(offers, short) {
  const told = new Map();
  for (const offer of offers) {
    const text = (offer.follows?.warnings ?? []).join("; ");
    if (text) told.set(text, [...(told.get(text) ?? []), short(offer)]);
  }
  return told.size > 0 && h("div", { className: "follows" }, [...told].map(([text, which]) =>
    h("p", {}, which.length < offers.length ? `${which.join(", ")}: ${text}` : text)));
}

/** Where a price falls to. */
function falls(ahead, name) {
  const [, to] = ahead?.prices[name] ?? [];
  return to ? ` → ${to}` : "";
}

function one(app, panel, offer) {
  if (offer.prices) return priced(app, panel, offer);
  const pass = offer.group === "Pass";
  return h("div", { className: "offer" },
    h("button", { className: pass ? "choice pass" : "choice", onclick: () => panel.act(app, offer.action) }, offer.text),
    follows(offer));
}

let said = {}; // prices that are written there, until something happens on the table

/** A price that the player says. */
function priced(app, panel, offer) {
  const [low, high] = offer.prices;
  if (said.revision !== table.state.revision) said = { revision: table.state.revision };
  const price = h("input", {
    type: "number",
    id: `price of: ${offer.text}`,
    min: low,
    max: high,
    step: offer.step,
    value: said[offer.text] ?? low,
    ariaLabel: `Price, ${low} to ${high}`,
    oninput: (event) => (said[offer.text] = event.target.value),
  });
  const go = () => panel.act(app, { ...offer.action, price: Number(price.value) });
  price.addEventListener("keydown", (event) => event.key === "Enter" && go());
  return h("div", { className: "offer" },
    h("div", { className: "row" },
      h("button", { className: "choice", onclick: go }, offer.text, " for"),
      price,
      h("small", {}, `to ${high}`)),
    follows(offer));
}

// Of these one wants to know who gets what.
const PAYING = new Set(["dividend", "issue", "redeem"]);

/** What comes of it by itself, told before. */
function follows({ follows: ahead, action }) {
  if (!ahead) return null;
  return h("div", { className: "follows" },
    PAYING.has(action.type) && payout(ahead),
    ahead.warnings.map((text) => h("p", { className: "warning" }, text)));
}

function payout({ money, prices }) {
  const moves = Object.entries(prices).map(([name, [from, to]]) => `${name} ${from ?? "–"} → ${to ?? "closed"}`);
  const gets = Object.entries(money).map(([name, amount]) => `${name} ${amount < 0 ? "−" : "+"}${Math.abs(amount)}`);
  return h("p", { className: "payout" }, [...gets, ...moves].join(" · ") || "nothing changes");
}
