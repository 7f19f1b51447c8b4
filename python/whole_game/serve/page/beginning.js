// Beginning: a new game, one of those kept, or a file.

import { get } from "/page/api.js";
import { $, folded, h } from "/page/dom.js";
import { choice } from "/page/setup.js";
import { table } from "./table.js";

const NAMES = ["Ann", "Bob", "Cy", "Dee", "Eve", "Flo"];
let titles = null;
const form = { title: "", names: [...NAMES], players: 3, options: new Set(), seed: Math.floor(Math.random() * 1e6) };

export function beginning(app, panel) {
  if (!titles) {
    get("/api/game/titles").then((found) => {
      titles = found.titles;
      form.title ||= titles[0].name;
      app.render();
    }).catch((error) => app.fail(error));
    return h("p", {}, "…");
  }
  const card = titles.find(({ name }) => name === form.title);
  if (!card.players.includes(form.players)) form.players = card.players.includes(3) ? 3 : card.players[0];
  const again = (change) => (value) => {
    change(value);
    app.render();
  };
  return h("div", { className: "game", id: "beginning" },
    h("h2", {}, "A new game"),
    panel.error && h("div", { id: "refused", role: "alert" }, app.trouble(panel.error)),
    field("Title", "begin-title", choice("begin-title", form.title, titles.map(({ name, full_name }) => [name, full_name]),
      again((title) => {
        form.title = title;
        form.options.clear();
      }))),
    field("Players", "begin-players", choice("begin-players", String(form.players), card.players.map((n) => [String(n), String(n)]),
      again((n) => (form.players = Number(n))))),
    h("div", { className: "field names" }, Array.from({ length: form.players }, (_, n) => h("input", {
      type: "text",
      id: `begin-name-${n}`,
      ariaLabel: `Name of player ${n + 1}`,
      value: form.names[n] ?? "",
      onchange: (event) => (form.names[n] = event.target.value),
    }))),
    folded("fold-begin-options", false, `Variants and readings (${form.options.size})`,
      Object.entries(card.options).map(([name, text]) => h("label", { className: "check" },
        h("input", {
          type: "checkbox",
          id: `begin-option-${name}`,
          checked: form.options.has(name),
          onchange: again((event) => form.options[event.target.checked ? "add" : "delete"](name)),
        }), ` ${name.replaceAll("_", " ")}: ${text}`))),
    field("Seed (same seed, same chance)", "begin-seed", h("input", {
      type: "number",
      id: "begin-seed",
      value: form.seed,
      onchange: (event) => (form.seed = Number(event.target.value)),
    })),
    h("div", { className: "row" },
      h("button", { id: "begin", className: "main", onclick: () => begin(app, panel) }, "Begin"),
      table.game && h("button", { id: "back-to-game", onclick: () => back(app, panel) }, "Back to the game")),
    table.state.games.length > 0 && [
      h("h3", {}, "Go on with"),
      h("div", { className: "choices" }, table.state.games.map((file) => h("button", {
        className: "choice",
        onclick: () => lead(app, panel, "open", { file }),
      }, file.replace(/\.json$/, "")))),
    ],
    h("h3", {}, "Open"),
    h("p", { className: "hint" }, "A game from a file, or a game downloaded from 18xx.games, to look at and to play on from any moment."),
    h("button", { id: "open-game", onclick: () => $("#file").click() }, "Open a file"));
}

function back(app, panel) {
  panel.beginning = false;
  app.render();
}

function begin(app, panel) {
  const { title, players, options, seed } = form;
  const names = Array.from({ length: players }, (_, n) => (form.names[n] ?? "").trim());
  lead(app, panel, "new", { title, players: names, options: [...options], seed });
}

/** Put a game on the table, and go to it. */
async function lead(app, panel, name, question) {
  await panel.once(app, () => table.change(name, question));
  if (!panel.error) back(app, panel);
}

function field(label, id, content) {
  return h("div", { className: "field" }, h("label", { htmlFor: id }, label), content);
}
