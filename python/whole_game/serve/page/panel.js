// The game: who is to act, what may be done now, and what everybody has.

import { get } from "/page/api.js";
import { claim } from "/page/claim.js";
import { closeHex } from "/page/hex.js";
import { $, $$, download, h } from "/page/dom.js";
import { beginning } from "./beginning.js";
import { choices } from "./choices.js";
import { picker } from "./picker.js";
import { declares, lookForRun, objection, runStep } from "./run.js";
import { aside, sheets, standings } from "./sheets.js";
import { post, table } from "./table.js";

export const panel = {
  id: "game",
  name: "Game",
  watches: true,
  sheet: "board",
  error: null, // what was refused last
  waiting: 0, // deeds that are not done yet
  last: Promise.resolve(), // the one that was asked for last

  async start(app) {
    document.head.append(h("link", { rel: "stylesheet", href: "/game/game.css" }));
    table.listen((state, before) => changed(app, state, before));
    table.lost = (gone) => app.say(gone ? "The server does not answer; the game is in its file." : "");
    await table.start();
  },

  get sheets() {
    return table.game ? sheets : null;
  },

  get steps() {
    return table.game ? steps : null;
  },

  render(app) {
    $("#panel").dataset.revision = table.state.revision;
    if (!table.game || this.beginning) return beginning(app, this);
    const { game, state } = table;
    return h("div", { className: "game" },
      h("h2", { id: "occasion", tabIndex: -1, "aria-live": "polite" }, capital(game.occasion)),
      h("p", { className: "hint", id: "where" }, `${game.title} · ${game.round} · phase ${game.phase} · bank ${String(game.bank).replace("-", "−")}`,
        game.finish && !game.over && h("strong", {}, ` · the game ends soon: ${game.finish}`)),
      state.note && h("p", { className: "hint" }, `${capital(state.note)}.`),
      this.error && h("div", { id: "refused", role: "alert" }, app.trouble(this.error)),
      game.over && standings(game, "final"),
      runStep(app, this),
      choices(app, this),
      objection(app, this),
      aside(app),
      h("div", { className: "row wrap" },
        h("button", { id: "export-game", onclick: () => save().catch((error) => app.fail(error)) }, "Export the game"),
        !game.over && h("button", { id: "end-game", onclick: () => this.end(app) }, "End the game"),
        h("button", { id: "other-game", onclick: () => this.leave(app) }, "Another game"),
        h("small", {}, `Kept in ${state.file}`)));
  },

  opened(app) {
    if (table.game) look(app);
  },

  /** What the board offers: hexes for tiles, stops for tokens; the stops of a route that is clicked together. */
  offered(app) {
    const { game } = table;
    if (!game || this.beginning) return new Map();
    if (declares()) return app.board.stops();
    const places = new Map(Object.entries(game.lays).map(([hex, { name, tiles, cost }]) =>
      [hex, `${name}: lay ${tiles.join(", ")}${cost ? `, from ${cost}` : ""}`]));
    for (const { at, text } of game.choices) if (at) places.set(at, text);
    return places;
  },

  clicksStops: () => Boolean(table.game) && declares(),

  marked: (app) => (table.game && declares() ? claim.marked(app) : []),

  clicked(app, hit) {
    if (!table.game) return;
    if (declares()) claim.clicked(app, hit);
    else picker(app, this, hit);
  },

  /** Do what was chosen, on the board or beside it. */
  async act(app, action) {
    const onBoard = $("#hex").contains(document.activeElement);
    closeHex();
    await this.once(app, () => table.act(action));
    if (onBoard && this.offered(app).size) app.board.focus();
    else if (onBoard) focusChoice();
  },

  /** Do something; a second click on it means the same, not what is offered after it. */
  async once(app, deed) {
    if (!this.waiting) await this.attempt(app, deed);
  },

  /** Do something when what was asked for before is done; what is refused is told with its section. */
  attempt(app, deed) {
    this.waiting += 1;
    $("#panel").ariaBusy = "true";
    this.last = this.last.then(async () => {
      this.error = null;
      this.error = await deed().then(() => null, (error) => error);
      this.waiting -= 1;
      $("#panel").ariaBusy = String(this.waiting > 0);
      app.render();
      $("#refused")?.scrollIntoView({ block: "nearest" });
    });
    return this.last;
  },

  /** The players may agree to stop. */
  end(app) {
    if (confirm("Do all players agree to end the game here?")) this.act(app, { type: "end_game" });
  },

  leave(app) {
    this.beginning = true;
    app.render();
  },

  // files that are games, and moments of records that can be played on

  takes: (document_) => document_?.format === "route-opt/game@1",

  async take(app, document_, name) {
    await table.change("open", { document: document_, name });
    app.open("game");
  },

  // what has been done so far can be looked at and audited like a record

  isPlayed: () => Boolean(table.game),

  async played() {
    const answer = await post("steps", {});
    const note = answer.whole ? "" : "This game was opened in its middle: what was done before is not among the steps.";
    return { name: table.state.file.replace(/\.json$/, ""), answer, note, judge: () => post("audit", {}) };
  },

  fromRecord: {
    text: "Play on from here",
    async go(app, { document: document_, name }, action) {
      const own = `${name.replace(/\.json$/, "")}-from-${action}`;
      await panel.once(app, () => table.change("open", { document: document_, name: own, action }));
      app.open("game");
    },
  },
};

const steps = {
  get past() {
    return Array(table.state.undo.count);
  },
  get future() {
    return Array(table.state.redo.count);
  },
  get words() {
    const { undo, redo } = table.state;
    return [undo.text, redo.text];
  },
  undo: () => panel.attempt(panel.app, () => table.change("undo", { revision: table.state.revision })),
  redo: () => panel.attempt(panel.app, () => table.change("redo", { revision: table.state.revision })),
};

/** Another state lies on the table. */
function changed(app, state, before) {
  panel.app = app;
  if (!app.tab || !$("#tab-game")) return; // the page is not there yet
  const other = state.game?.title !== before.game?.title || state.file !== before.file;
  if (other) [panel.sheet, panel.beginning] = ["board", false];
  if (app.panel !== panel) {
    if (app.state.position === panel.shown) look(app); // nothing was tried out there
    app.panel.moved?.(app);
    return;
  }
  closeHex();
  const byKeyboard = $("#panel").contains(document.activeElement);
  look(app);
  app.unpressed(() => {
    $("#panel").scrollTop = 0;
    if (byKeyboard && !panel.beginning) focusChoice();
  });
}

/** The focus comes to what may be done next. */
function focusChoice() {
  const offered = $$("#run-best:not(:disabled), .choices button:not(:disabled)").find((button) => button.checkVisibility());
  (offered ?? $("#occasion"))?.focus({ preventScroll: true });
}

/** Show the board of the game; what was tried out on it in another panel is gone. */
function look(app) {
  const { game } = table;
  panel.shown = { trains: [], tiles: {}, tokens: {}, markers: [], ...game.position };
  app.store.begin({ position: panel.shown, record: null, step: -1, claim: [] });
  app.show(table.state.ran ?? []);
  document.title = `${capital(game.occasion)} · ${game.title}`;
  lookForRun(app);
}

async function save() {
  const document_ = await get("/api/game/export");
  download(table.state.file || "game.json", "application/json", `${JSON.stringify(document_, null, 1)}\n`);
}

export const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);
