// The page: one state, one board, a panel for each thing one can do.

import { ask, draw, get, Oops } from "./api.js";
import { closeCompare } from "./audit.js";
import { best } from "./best.js";
import { Board } from "./board.js";
import { claim, openClaim } from "./claim.js";
import { $, $$, download, h, sentences } from "./dom.js";
import { closeHex, openHex } from "./hex.js";
import { openRecord, record, stepBy } from "./record.js";
import { setup } from "./setup.js";
import { fromFragment, toFragment } from "./share.js";
import { Store } from "./store.js";
import { whatif } from "./whatif.js";

const app = {
  store: new Store(),
  panels: { setup, best, claim, whatif, record }, // and those that the server brings
  cards: {}, // what there is in each title, by its name
  tab: "setup",
  routes: [], // shown on the board
  problems: [], // of the position
  later: [], // what is done to the panel when nothing is pressed there
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
  /** Make the panel anew; not under a finger, whose click would be lost. */
  render() {
    if (this.pressed) {
      this.waiting = true;
      return;
    }
    for (const name of Object.keys(this.panels)) $(`#tab-${name}`).ariaSelected = String(name === this.tab);
    keepingFocus(() => $("#panel").replaceChildren(this.panel.render(this)));
    this.renderSheet();
    $("#undo").disabled = !this.steps.past.length;
    $("#redo").disabled = !this.steps.future.length;
    const [before = "", after = ""] = this.steps.words ?? [];
    $("#undo").title = `Undo (Ctrl+Z)${before && `: ${before}`}`;
    $("#redo").title = `Redo (Ctrl+Y)${after && `: ${after}`}`;
    this.mark();
  },
  /** Move the panel or the focus; when nothing is pressed there, for a click would be lost with it. */
  unpressed(deed) {
    if (this.pressed) this.later.push(deed);
    else deed();
  },
  /** In place of the board, a panel may show sheets of its own. */
  renderSheet() {
    const { sheets, sheet } = this.panel;
    $("#views").hidden = !sheets;
    $("#sheet").hidden = !sheets || sheet === "board";
    if (!sheets) return;
    const show = (name) => {
      this.panel.sheet = name;
      this.render();
    };
    const names = [["board", "Board"], ...Object.entries(sheets).map(([id, { name }]) => [id, name])];
    keepingFocus(() => $("#views").replaceChildren(...names.map(([id, name]) =>
      h("button", { id: `view-${id}`, ariaPressed: String(id === sheet), onclick: () => show(id) }, name))), $("#views"));
    if (sheet !== "board") keepingFocus(() => $("#sheet").replaceChildren(sheets[sheet].render(this)), $("#sheet"));
  },
  /** The panel that is open. */
  get panel() {
    return this.panels[this.tab];
  },
  /** What undo and redo go through: the steps of the panel, or those of the position. */
  get steps() {
    return this.panel.steps ?? this.store;
  },
  mark() {
    this.board.mark(this.panel.marked?.(this) ?? []);
    this.board.offer(this.panel.offered?.(this) ?? new Map(), !this.panel.clicksStops?.(this));
  },
  open(tab) {
    this.tab = tab;
    closeHex();
    closeCompare(this);
    this.render();
    this.panel.opened?.(this);
  },
  async redraw() {
    const { position } = this.state;
    const turn = (this.turn = (this.turn ?? 0) + 1);
    const before = JSON.stringify(this.problems);
    $("#board").ariaBusy = "true";
    try {
      const text = await draw({ position, lenient: true, routes: this.routes.length ? this.routes : null });
      if (turn !== this.turn) return;
      this.problems = [];
      const first = !this.board.picture;
      this.board.set(text, position.title, this.routes);
      if (first) this.render(); // with the names of this map
      this.mark();
      for (const swatch of $$(".swatch")) swatch.style.background = this.board.colour(swatch.dataset.number);
    } catch (error) {
      if (turn !== this.turn) return;
      this.problems = problemsOf(error);
    }
    $("#board").ariaBusy = "false";
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
  /** Tell what went wrong, over the board, until it is closed. */
  fail(error, where = "") {
    const problems = problemsOf(error).map((p) => ({ ...p, where: p.where || where }));
    $("#trouble").hidden = false;
    $("#trouble").replaceChildren(sentences(problems), h("button", { onclick: () => ($("#trouble").hidden = true) }, "Close"));
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
function keepingFocus(render, around = $("#panel")) {
  const before = document.activeElement;
  const scroll = around.scrollTop;
  // Asked before: a field that is taken away while somebody writes in it says that it has changed.
  const { value, selectionStart, selectionEnd } = before ?? {};
  const typed = typing.has(before);
  render();
  around.scrollTop = scroll;
  const again = before?.id && document.getElementById(before.id);
  if (!again || again === document.activeElement) return;
  again.focus();
  if (typed) {
    typing.add(again);
    again.value = value;
  }
  if (again.type === "text") again.setSelectionRange(selectionStart, selectionEnd);
  else if (again.type === "number" && !typed) again.select(); // the next digit is the first of another number
}

const typing = new WeakSet(); // fields in which something is written that nobody has heard of yet

/** A file from disk: a position, a claim, a recorded game, or what another panel takes. */
async function openFile(file) {
  $("#panel").ariaBusy = "true"; // what is asked now would be asked of what is about to go
  try {
    const document_ = JSON.parse(await file.text());
    const taker = Object.values(app.panels).find((panel) => panel.takes?.(document_));
    if (taker) await taker.take(app, document_, file.name);
    else if (Array.isArray(document_?.actions)) await openRecord(app, document_, file.name);
    else if (document_?.declared !== undefined) await openClaim(app, document_);
    else await openPosition(document_?.position ?? document_);
    app.say(file.name);
  } catch (error) {
    const slip = error instanceof SyntaxError;
    app.fail(slip ? new Oops([{ where: file.name, message: `is not JSON: ${error.message}` }]) : error, file.name);
  } finally {
    $("#panel").ariaBusy = "false";
  }
}

/** Only a position that the server understands replaces the one shown. */
async function openPosition(position) {
  await ask("check", { position, lenient: true, routes: [] });
  app.start(position);
}

function clicked(hit) {
  if (app.panel.clicked) app.panel.clicked(app, hit);
  else openHex(app, hit);
}

/** Panels that other layers bring stand before those of the page. */
async function fetchPanels(addresses) {
  const more = await Promise.all(addresses.map(async (address) => (await import(address)).panel));
  app.panels = { ...Object.fromEntries(more.map((panel) => [panel.id, panel])), ...app.panels };
  for (const panel of more) await panel.start?.(app);
}

async function main() {
  app.board = new Board($("#board"), { clicked });
  for (const card of (await get("/api/titles")).titles) app.cards[card.name] = card;
  const start = await get("/api/start");
  await fetchPanels(start.panels ?? []);
  for (const [name, panel] of Object.entries(app.panels)) {
    $("#tabs").append(h("button", { id: `tab-${name}`, role: "tab", onclick: () => app.open(name) }, panel.name));
  }
  $("#new-title").append(
    h("option", { value: "", textContent: "map…" }),
    ...Object.values(app.cards).map((card) => h("option", { value: card.name, title: card.full_name }, card.name)),
  );
  app.store.listen((state, before) => {
    if (state.position === before.position) return app.render();
    app.routes = [];
    if (state.position.title !== before.position?.title) app.board.clear();
    best.forget(app);
    closeCompare(app);
    app.render();
    app.redraw();
    toFragment(state.position).then((fragment) => history.replaceState(null, "", fragment));
  });
  wire();
  await begin(start);
}

/** Open with what the link holds, else what the command was given, else an empty map. */
async function begin(start) {
  if (start.open) {
    app.start(app.empty(Object.keys(app.cards)[0]));
    return app.open(start.open);
  }
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

/** While something is pressed the panel stays as it is; a click comes before whatever waits. */
const pressing = {
  count: 0,
  begin(event) {
    if (event.button) return; // a menu opens, and nobody hears when it is let go
    pressing.count += 1;
    app.pressed = true;
  },
  /** After the click of this press, unless another has begun by then. */
  end() {
    const { count } = pressing;
    setTimeout(() => {
      if (count !== pressing.count) return;
      app.pressed = false;
      if (app.waiting) app.render();
      app.waiting = false;
      for (const deed of app.later.splice(0)) deed();
    }, 0);
  },
};

function wire() {
  for (const place of [$("#panel"), $("#sheet"), $("#views")]) {
    place.addEventListener("pointerdown", pressing.begin);
    place.addEventListener("keydown", (event) => event.key === " " && !event.repeat && pressing.begin(event));
  }
  window.addEventListener("keyup", (event) => event.key === " " && pressing.end());
  for (const end of ["pointerup", "pointercancel", "blur"]) window.addEventListener(end, pressing.end);
  document.addEventListener("input", ({ target }) => typing.add(target), true);
  document.addEventListener("change", ({ target }) => typing.delete(target), true);
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
  $("#undo").onclick = () => app.steps.undo();
  $("#redo").onclick = () => app.steps.redo();
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

/** Close what is open about a hex; the keyboard goes back to the board. */
function leaveHex() {
  const inside = $("#hex").contains(document.activeElement);
  closeHex();
  if (inside) app.board.focus();
}

function keys(event) {
  if (event.target.matches("input[type=text], input[type=number], textarea")) return;
  const command = event.ctrlKey || event.metaKey;
  if (command && event.key === "z" && !event.shiftKey) app.steps.undo();
  else if (command && (event.key === "y" || (event.key === "z" && event.shiftKey))) app.steps.redo();
  else if (event.key === "Escape") leaveHex();
  else if (app.tab === "record" && event.key === "ArrowRight" && event.target.type !== "range") stepBy(app, 1);
  else if (app.tab === "record" && event.key === "ArrowLeft" && event.target.type !== "range") stepBy(app, -1);
  else return;
  event.preventDefault();
}

main().catch((error) => {
  $("#trouble").hidden = false;
  $("#trouble").replaceChildren(app.trouble(error));
});
