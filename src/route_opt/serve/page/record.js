// A recorded game: step through it, and its audit.

import { ask, draw, Oops, search } from "./api.js";
import { Board } from "./board.js";
import { $, h } from "./dom.js";

let audit = null; // {record, rows | error}
let byLoss = false; // the audit's rows: the dearest mistakes first, or as they happened

export const record = {
  name: "Record",
  render(app) {
    const { record, step } = app.state;
    if (!record) {
      return h("div", {},
        h("p", {}, "Open a game downloaded from 18xx.games to step through it and to audit its runs."),
        h("button", { className: "main", onclick: () => $("#file").click() }, "Open a record"));
    }
    const now = record.steps[step];
    const current = audit?.record === record ? audit : null;
    return h("div", {},
      h("p", {}, h("strong", {}, record.name), ` · ${record.players.join(", ")}`),
      h("input", {
        type: "range",
        id: "steps",
        min: 0,
        max: record.steps.length - 1,
        value: step,
        ariaLabel: "Step",
        onchange: (event) => go(app, Number(event.target.value)),
      }),
      h("div", { className: "row" },
        button("◀ run", "previous-run", () => stepTo(app, -1)),
        button("◀", "previous", () => stepBy(app, -1)),
        button("▶", "next", () => stepBy(app, 1)),
        button("run ▶", "next-run", () => stepTo(app, 1)),
        h("label", {}, "action ", h("input", {
          type: "number",
          id: "jump",
          min: record.steps[0].action,
          max: record.steps.at(-1).action,
          value: now.action,
          onchange: (event) => jump(app, Number(event.target.value)),
        }))),
      h("p", { id: "step" }, now ? `Before action ${now.action} · ${now.round}: ${now.entity} ${now.text}` : ""),
      now?.problem && h("p", { id: "odd", className: "wrong" }, `Action ${now.action} is not by the rules: ${now.problem}.`),
      record.error && h("p", { id: "broken", className: "wrong" },
        `The record can be read up to action ${record.steps.at(-1).action}; then ${[record.error.where, record.error.message].filter(Boolean).join(": ")}.`),
      offers(app).map(({ text, go: begin }) => h("button", { id: "play-on", onclick: () => begin(app, record, now.action).catch((error) => app.fail(error)) }, text)),
      h("button", { id: "audit", className: "main", disabled: current?.busy, onclick: () => begin(app) }, current?.busy ? "auditing…" : "Audit"),
      current?.error && app.trouble(current.error),
      current?.rows && table(app, current.rows));
  },
};

/** What other panels make of a moment of a record. */
const offers = (app) => Object.values(app.panels).map((panel) => panel.fromRecord).filter(Boolean);

const button = (text, id, onclick) => h("button", { id, onclick }, text);

export async function openRecord(app, document_, name) {
  const answer = await ask("steps", { record: document_ });
  let position = null;
  const steps = answer.steps.map(({ changes, ...step }) => {
    if (Object.keys(changes).length) position = { ...position, ...changes };
    return { ...step, position };
  });
  const first = steps.find((step) => step.position)?.position;
  if (!steps.length) throw new Oops([answer.error ?? { where: name, message: "nothing happens in this record" }]);
  const empty = app.empty(first?.title ?? (app.cards[answer.title] ? answer.title : Object.keys(app.cards)[0]));
  for (const step of steps) step.position ??= empty;
  const record = { name, document: document_, players: answer.players, error: answer.error, steps };
  audit = null;
  const step = Math.max(0, steps.findIndex(({ type }) => type === "run_routes"));
  app.store.change({ record, step, position: steps[step].position, claim: [] });
  app.open("record");
  drawRun(app);
}

/** At a run, the routes that were run. */
function drawRun(app) {
  const { record, step } = app.state;
  if (record?.steps[step]?.routes?.length) app.show(record.steps[step].routes);
}

/** To the action of that number, or the first after it. */
function jump(app, number) {
  const { steps } = app.state.record;
  const at = steps.findIndex(({ action }) => action >= number);
  go(app, at < 0 ? steps.length - 1 : at);
}

function go(app, step) {
  const { record } = app.state;
  if (!record?.steps[step] || step === app.state.step) return;
  app.store.change({ step, position: record.steps[step].position, claim: [] });
  drawRun(app);
}

export const stepBy = (app, by) => go(app, app.state.step + by);

/** To the next or last run. */
function stepTo(app, direction) {
  const { record, step } = app.state;
  for (let n = step + direction; record.steps[n]; n += direction) {
    if (record.steps[n].type === "run_routes") return go(app, n);
  }
}

async function begin(app) {
  const { record } = app.state;
  const mine = (audit = { record, busy: true });
  app.render();
  try {
    mine.rows = (await search("audit", { record: record.document }, { watch: () => {} })).runs;
  } catch (error) {
    mine.error = error;
  }
  mine.busy = false;
  if (audit === mine) app.render();
}

function table(app, played) {
  const rows = byLoss ? [...played].sort((one, other) => other.lost - one.lost) : played;
  const sort = (loss) => {
    byLoss = loss;
    app.render();
  };
  const sorted = (text, loss, id) => h("th", { "aria-sort": byLoss === loss ? (loss ? "descending" : "ascending") : "none" },
    h("button", { id, className: "sort", onclick: () => sort(loss) }, text));
  const lost = rows.reduce((sum, run) => sum + run.lost, 0);
  return h("div", {},
    h("p", {}, `${rows.length} runs, ${rows.filter((run) => !run.legal).length} illegal, ${lost} left on the table. Click a row to see run and best.`),
    h("table", { id: "runs" },
      h("thead", {}, h("tr", {}, sorted("action", false, "by-action"), ["corp", "trains", "run", "best"].map((text) => h("th", {}, text)), sorted("lost", true, "by-loss"))),
      h("tbody", {}, rows.map((run) => h("tr", {
        tabIndex: 0,
        className: run.legal ? (run.lost > 0 ? "missed" : "") : "illegal",
        title: run.violations.map(({ message }) => message).join("; "),
        onclick: () => look(app, run),
        onkeydown: (event) => event.key === "Enter" && look(app, run),
      },
      h("td", { className: "number" }, String(run.action)),
      h("td", {}, run.corporation),
      h("td", {}, run.trains.join("+")),
      h("td", { className: "number" }, String(run.revenue)),
      h("td", { className: "number" }, `${run.best ?? "–"}${run.status === "feasible" ? "+" : ""}`),
      h("td", { className: "number" }, run.lost ? String(run.lost) : ""))))));
}

const look = (app, run) => compare(app, run).catch((error) => app.fail(error));

/** The run and the best on two boards that move together. */
async function compare(app, run) {
  const { record } = app.state;
  const step = record.steps.findIndex(({ action, type }) => action === run.action && type === "run_routes");
  if (step >= 0) go(app, step);
  const position = { ...record.steps[step].position, corporation: run.corporation };
  const linked = [];
  const side = (id, words, className, notes, routes) => h("figure", { id },
    h("figcaption", { className }, words, notes.map((note) => h("small", {}, note)),
      (routes ?? []).map((route) => h("small", { className: "stops" }, told(route)))),
    h("div", { className: "board" }));
  const legal = run.legal ? "" : ", not legal";
  const proof = run.status === "optimal" ? "proved" : `at most ${run.bound}`;
  const figures = [
    side("compare-run", `${run.corporation} ran ${run.revenue}${legal}`, run.legal ? "" : "wrong", run.violations.map(({ message }) => message), run.routes),
    side("compare-best", `best ${run.best ?? "–"}, ${proof}`, "", run.error ? [run.error] : [], run.best_routes),
  ];
  $("#compare").replaceChildren(...figures, h("button", { id: "close-compare", className: "close", ariaLabel: "Back to one board", onclick: () => closeCompare(app) }, "×"));
  $("#compare").hidden = false;
  $("#board").hidden = true;
  const sides = [run.routes, run.best_routes];
  const pictures = await Promise.all(sides.map((routes) => draw({ position, lenient: true, routes })));
  if (!figures[0].isConnected) return; // closed, or another pair is looked at
  for (const [n, figure] of figures.entries()) {
    const board = new Board($(".board", figure), { linked });
    linked.push(board);
    board.set(pictures[n], position.title, sides[n]);
  }
  linked[0].fitRoutes();
  app.compared = linked[0];
}

/** A route in a line: its train, its stops, what it pays. */
const told = ({ train, statement, revenue, written }) =>
  statement ? `${train}: ${statement.filter(({ counted }) => counted).map(({ name }) => name).join(", ")} = ${revenue}` : written ?? train;

export function closeCompare(app) {
  if ($("#compare").hidden) return;
  $("#compare").hidden = true;
  $("#compare").replaceChildren();
  $("#board").hidden = false;
  app.compared = null;
}
