// What everybody has: sheets in place of the board, and the short lists of the panel.

import { folded, h, svg } from "/page/dom.js";
import { table } from "./table.js";

const company = (name) => table.game.companies.find((row) => row.name === name);

/** A company by its name on its colour. */
export function plate(name) {
  const { colour = "#444444", ink = "#ffffff", full_name } = company(name) ?? {};
  return h("span", { className: "plate", title: full_name ?? name, style: `background:${colour};color:${ink}` }, name);
}

const PLACES = { IPO: "offering", treasury: "treasury", market: "pool", removed: "out of the game" };

/** Who holds shares: a player, or a place by its name at the table. */
export const holder = (name) => PLACES[name] ?? name;

const number = (value) => h("td", { className: "number" }, value instanceof Node ? value : String(value ?? ""));

/** How many certificates a player holds of those he may; too many stand out. */
const certificates = ({ certificates: held, limit }, of = " of ", word = "") =>
  h("span", { className: held > limit ? "wrong" : "" }, `${held}${of}${limit}${word}${held > limit ? ", too many" : ""}`);

export const sheets = {
  market: {
    name: "Market",
    render: () => h("div", { className: "chart" }, svg(table.game.chart)),
  },
  companies: {
    name: "Companies",
    render: (app) => h("div", { className: "cards" }, table.game.companies.map((row) => card(app, row))),
  },
  players: {
    name: "Players",
    render: () => holdings(),
  },
};

function card(app, row) {
  const { name, full_name, cash, trains, owner, price, par, shares, tokens, privates, started, floated, minor, closed, phased_out } = row;
  const acting = name === table.game.entity;
  const left = Object.entries(shares ?? {}).filter(([, part]) => part);
  return h("article", { className: `card${acting ? " on" : ""}${started && !closed ? "" : " idle"}` },
    h("h3", {}, plate(name), ` ${full_name}`),
    closed ? h("p", { className: "hint" }, "closed") : !started ? h("p", { className: "hint" }, "not started") : [
      h("p", {}, minor ? "" : `price ${price ?? "–"}${par ? ` · par ${par}` : ""} · `, `cash ${cash}`, floated === false && h("strong", {}, " · not floated")),
      h("p", {}, `president ${owner ?? "nobody"}`),
      h("p", {}, trains.length ? ["trains ", h("strong", {}, trains.join(" + ")), phased_out.length > 0 && ` (${phased_out.join(", ")} for the last time)`] : "no trains"),
      h("p", {}, tokensLeft(tokens.prices.slice(tokens.placed))),
      privates.length > 0 && h("p", {}, `private companies ${privates.join(", ")}`),
      trains.length > 0 && h("button", { onclick: () => askBest(app, row) }, "Best run"),
    ],
    left.length > 0 && h("p", { className: "hint" }, left.map(([who, part]) => `${holder(who)} ${part}%`).join(" · ")));
}

/** Tokens on a charter, by their prices; where none is printed it depends on the place. */
function tokensLeft(prices) {
  if (!prices.length) return "no tokens left";
  if (prices.every((price) => !price)) return `${prices.length} ${prices.length === 1 ? "token" : "tokens"} left`;
  return `tokens left: ${prices.map((price) => price || "free").join(", ")}`;
}

/** The panels beside the game, asked about any company. */
function askBest(app, { name, trains }) {
  app.store.begin({ position: { ...app.state.position, corporation: name, trains } });
  app.open("best");
}

/** Who holds what: a line a company, a column a player; then what is left, and what each company has. */
function holdings() {
  const { companies, players } = table.game;
  const shown = companies.filter((row) => !row.closed && !row.minor && (row.started || players.some(({ shares }) => shares[row.name])));
  const line = (title, cell, className = "") => h("tr", { className }, h("th", { scope: "row" }, title), players.map((player) => number(cell(player))), Array.from({ length: 4 }, () => number("")));
  const part = (percent) => (percent ? `${percent}%` : "");
  return h("div", { className: "wide" }, h("table", { className: "holdings" },
    h("thead", {}, h("tr", {}, h("th", {}), players.map(({ name, priority, bankrupt }) => h("th", { scope: "col", className: name === table.game.player ? "number on" : "number" },
      name, priority && h("small", {}, " priority"), bankrupt && h("small", {}, " bankrupt"))),
    ["unsold", "pool", "cash", "trains"].map((text) => h("th", { scope: "col", className: "number also" }, text)))),
    h("tbody", {},
      line("Cash", ({ cash }) => cash),
      shown.map(({ name, price, shares: all, cash, trains, started }) => h("tr", {}, h("th", { scope: "row" }, plate(name), h("small", {}, ` ${price ?? ""}`)),
        players.map(({ shares, president_of: leads }) => number(shares[name] ? `${shares[name]}%${leads.includes(name) ? "★" : ""}` : "")),
        number(part(all.IPO || all.treasury)), number(part(all.market)), number(started ? cash : ""), number(trains.join(" + ")))),
      line("Privates", ({ privates, minors }) => [...new Set([...privates, ...minors])].join(", "), "list"),
      line("Certificates", (player) => certificates(player, "/"), "list"),
      line("Worth", ({ worth }) => worth))));
}

export function aside() {
  const { game, state } = table;
  const first = game.players.every(({ shares }) => !Object.keys(shares).length);
  return h("div", { className: "lists" },
    game.sale.length > 0 && sale(game),
    folded("list-players", true, "Players", h("ul", {}, game.players.map((player) => h("li", { className: player.name === game.player ? "on" : "" },
      h("strong", {}, player.name), ` ${player.cash} · `, certificates(player, " of ", " certificates"), player.priority && " · priority",
      h("small", {}, held(player)))))),
    folded("list-trains", true, "Trains", depot(game)),
    game.privates.length > 0 && folded("list-privates", first, "Private companies", h("ul", {}, game.privates.map(({ id, name, owner, price, does }) => h("li", {},
      h("strong", {}, id), ` ${name} · ${owner ? `${owner} · ` : ""}${price}`, h("small", {}, does))))),
    game.remarks.length > 0 && folded("list-remarks", false, "On the board", h("ul", {}, game.remarks.map((text) => h("li", {}, text)))),
    folded("list-log", false, "Log", h("ol", { id: "log", reversed: true }, [...state.log].reverse().map((text) => h("li", {}, text)))),
    folded("list-standings", false, "Standings", standings(game, "standings")));
}

/** Who is worth what, and how that adds up. */
export const standings = (game, id) => h("ol", { id }, game.standings.map(({ player, worth, sum }) =>
  h("li", {}, h("strong", {}, `${player} ${worth}`), h("small", {}, sum.slice(sum.indexOf("=")).replaceAll(" x ", " × ")))));

function held({ shares, president_of: leads, privates, minors }) {
  const parts = Object.entries(shares).map(([name, part]) => `${name} ${part}%${leads.includes(name) ? "★" : ""}`);
  return [...parts, ...new Set([...privates, ...minors])].join(", ");
}

/** What is on sale in an auction, and what was bid. */
function sale({ sale: rows }) {
  const faces = rows.some(({ face, price }) => face !== price);
  const money = rows.some(({ bids }) => bids.length);
  const heads = ["on sale", faces && "face value", "price", money && "so far"].filter(Boolean);
  return h("table", { id: "sale" },
    h("thead", {}, h("tr", {}, heads.map((text) => h("th", { scope: "col", className: text === "price" || text === "face value" ? "number" : "" }, text)))),
    h("tbody", {}, rows.map(({ card: name, face, price, bids, now }) => h("tr", { className: now ? "on" : "" },
      h("td", {}, name), faces && number(face), number(price), money && h("td", {}, bids.join(", "))))));
}

/** The trains to come, and what the first of each ends. */
function depot({ depot: rows, returned }) {
  const back = Object.entries(returned).map(([train, n]) => `${n} × ${train}`);
  return h("div", {},
    h("table", { id: "depot" },
      h("tbody", {}, rows.map(({ train, left, unlimited, price, phase, rusts, phases_out }) => h("tr", {},
        h("td", {}, h("strong", {}, train)),
        h("td", {}, unlimited ? "∞" : `${left} left`),
        number(price),
        h("td", {}, [phase && `starts phase ${phase}`, rusts.length > 0 && `rusts ${rusts.join(", ")}`, phases_out.length > 0 && `phases out ${phases_out.join(", ")}`].filter(Boolean).join("; ")))))),
    back.length > 0 && h("p", {}, `returned: ${back.join(", ")}`));
}
