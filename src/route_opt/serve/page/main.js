// The page: one state, one board, a panel for each thing one can do.

import { ask, draw, get, Oops } from "./api.js";
import { best } from "./best.js";
import { Board } from "./board.js";
import { claim } from "./claim.js";
import { $, $$, download, h, sentences } from "./dom.js";
import { closeHex, openHex } from "./hex.js";
import { closeCompare, openRecord, record, stepBy } from "./record.js";
import { setup } from "./setup.js";
import { fromFragment, toFragment } from "./share.js";
import { Store } from "./store.js";
import { whatif } from "./whatif.js";

const PANELS = { setup, best, claim, whatif, record };

const app = {
  store: new Store(),
  cards: {}, // what there is in each title, by its name
  tab: "setup",
  routes: [], // shown on the board
  problems: [], // of the position
  get state() {
    return this.store.state;
  },
  get card() {
    return this.cards[this.state.position.title];
  },
  say(text) {
    $("#said").textContent = text;
  },
  /** Show routes on the board. */
  show(routes) {
    this.routes = routes;
    this.render();
    this.redraw();
  },
  render() {
    for (const [name, panel] of Object.entries(PANELS)) {
      const tab = $(`#tab-${name}`);
      tab.ariaSelected = String(name === this.tab);
      if (name === this.tab) keepingFocus(() => $("#panel").replaceChildren(panel.render(this)));
    }
    $("#undo").disabled = !this.store.past.length;
    $("#redo").disabled = !this.store.future.length;
    this.mark();
  },
  mark() {
    this.board.mark(this.tab === "claim" ? claim.marked(this) : []);
  },
  open(tab) {
    this.tab = tab;
    closeHex();
    closeCompare(this);
    this.render();
    PANELS[tab].opened?.(this);
  },
  async redraw() {
    const { position } = this.state;
    const turn = (this.turn = (this.turn ?? 0) + 1);
    const before = JSON.stringify(this.problems);
    try {
      const text = await draw({ position, lenient: true, routes: this.routes.length ? this.routes : null });
      if (turn !== this.turn) return;
      this.problems = [];
      this.board.set(text, position.title, this.routes);
      this.mark();
      for (const swatch of $$(".swatch")) swatch.style.background = this.board.colour(swatch.dataset.number);
    } catch (error) {
      if (turn !== this.turn) return;
      this.problems = problemsOf(error);
    }
    const trouble = $("#trouble");
    trouble.hidden = !this.problems.length;
    trouble.replaceChildren(
      sentences(this.problems),
      h("button", { onclick: () => this.store.undo() }, "Undo"),
    );
    if (JSON.stringify(this.problems) !== before) this.render();
  },
  trouble(error) {
    return sentences(problemsOf(error));
  },
  /** The empty map of a title. */
  empty(title) {
    const card = this.cards[title];
    const phase = card.phases[0].name;
    return { title, phase, corporation: card.corporations[0].id, trains: [], tiles: {}, tokens: {}, markers: [] };
  },
  start(position) {
    this.store.change({ position: { trains: [], tiles: {}, tokens: {}, markers: [], ...position }, record: null, step: -1, claim: [] });
  },
};

function problemsOf(error) {
  if (error instanceof Oops) return error.problems;
  console.error(error);
  return [{ code: "defect", where: "", message: String(error.message ?? error) }];
}

/** Panels are made anew at every change; whoever types in one keeps typing. */
function keepingFocus(render) {
  const { id } = document.activeElement ?? {};
  const scroll = $("#panel").scrollTop;
  render();
  $("#panel").scrollTop = scroll;
  if (id && document.activeElement.id !== id) document.getElementById(id)?.focus();
}

/** A file from disk: a position, a claim's position, or a recorded game. */
async function openFile(file) {
  try {
    const document_ = JSON.parse(await file.text());
    if (Array.isArray(document_?.actions)) await openRecord(app, document_, file.name);
    else await openPosition(document_?.position ?? document_);
    app.say(file.name);
  } catch (error) {
    const problems = error instanceof SyntaxError
      ? [{ where: file.name, message: `is not JSON: ${error.message}` }]
      : problemsOf(error).map((p) => ({ ...p, where: p.where || file.name }));
    $("#trouble").hidden = false;
    $("#trouble").replaceChildren(sentences(problems), h("button", { onclick: () => ($("#trouble").hidden = true) }, "Close"));
  }
}

/** Only a position that the server understands replaces the one shown. */
async function openPosition(position) {
  await ask("check", { position, lenient: true, routes: [] });
  app.start(position);
}

function clicked(hit) {
  if (app.tab === "claim") claim.clicked(app, hit);
  else openHex(app, hit);
}

async function main() {
  app.board = new Board($("#board"), { clicked });
  for (const card of (await get("/api/titles")).titles) app.cards[card.name] = card;
  for (const [name, panel] of Object.entries(PANELS)) {
    $("#tabs").append(h("button", { id: `tab-${name}`, role: "tab", onclick: () => app.open(name) }, panel.name));
  }
  $("#new-title").append(
    h("option", { value: "", textContent: "map…" }),
    ...Object.values(app.cards).map((card) => h("option", { value: card.name, title: card.full_name }, card.name)),
  );
  app.store.listen((state, before) => {
    if (state.position === before.position) return app.render();
    app.routes = [];
    best.forget(app);
    closeCompare(app);
    app.render();
    app.redraw();
    toFragment(state.position).then((fragment) => history.replaceState(null, "", fragment));
  });
  wire();
  await begin();
}

/** Open with what the link holds, else what the command was given, else an empty map. */
async function begin() {
  const start = await get("/api/start");
  let linked = null;
  try {
    linked = await fromFragment(location.hash);
    if (linked) return await openPosition(linked);
  } catch (error) {
    app.say("The link does not hold a position that can be read.");
  }
  if (start.record) return openRecord(app, start.record, start.name);
  app.start(start.position ?? app.empty(Object.keys(app.cards)[0]));
}

function wire() {
  $("#new-title").onchange = (event) => {
    if (event.target.value) app.start(app.empty(event.target.value));
    app.say("");
    event.target.value = "";
    app.open("setup");
  };
  $("#open").onclick = () => $("#file").click();
  $("#file").onchange = (event) => {
    const [file] = event.target.files;
    event.target.value = "";
    if (file) openFile(file);
  };
  $("#undo").onclick = () => app.store.undo();
  $("#redo").onclick = () => app.store.redo();
  const board = () => app.compared ?? app.board;
  $("#zoom-in").onclick = () => board().zoom(0.7);
  $("#zoom-out").onclick = () => board().zoom(1 / 0.7);
  $("#zoom-fit").onclick = () => board().fit();
  $("#save-position").onclick = () => {
    download("position.json", "application/json", `${JSON.stringify(app.state.position, null, 2)}\n`);
    $("#export").open = false;
  };
  $("#save-svg").onclick = () => {
    download("board.svg", "image/svg+xml", app.board.text);
    $("#export").open = false;
  };
  $("#copy-link").onclick = copyLink;
  window.addEventListener("hashchange", async () => {
    const position = await fromFragment(location.hash).catch(() => null);
    if (position) await openPosition(position).catch((error) => app.say(error.message));
  });
  window.addEventListener("dragover", (event) => event.preventDefault());
  window.addEventListener("drop", (event) => {
    event.preventDefault();
    if (event.dataTransfer.files.length) openFile(event.dataTransfer.files[0]);
  });
  window.addEventListener("keydown", keys);
}

async function copyLink() {
  $("#export").open = false;
  const link = new URL(await toFragment(app.state.position), location.href).href;
  try {
    await navigator.clipboard.writeText(link);
    app.say("The link is copied; it holds the position.");
  } catch {
    prompt("The link that holds the position:", link); // a browser that keeps its clipboard to itself
  }
}

function keys(event) {
  if (event.target.matches("input[type=text], textarea")) return;
  const command = event.ctrlKey || event.metaKey;
  if (command && event.key === "z" && !event.shiftKey) app.store.undo();
  else if (command && (event.key === "y" || (event.key === "z" && event.shiftKey))) app.store.redo();
  else if (event.key === "Escape") closeHex();
  else if (app.tab === "record" && event.key === "ArrowRight" && event.target.type !== "range") stepBy(app, 1);
  else if (app.tab === "record" && event.key === "ArrowLeft" && event.target.type !== "range") stepBy(app, -1);
  else return;
  event.preventDefault();
}

main().catch((error) => {
  $("#trouble").hidden = false;
  $("#trouble").replaceChildren(app.trouble(error));
});
