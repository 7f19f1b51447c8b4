// Every run of a record, judged: a table by action or by loss, and run and best side by side.

import { draw } from "./api.js";
import { Board } from "./board.js";
import { $, h } from "./dom.js";

let audit = null; // {record, rows | error}
let byLoss = false; // the rows: the dearest mistakes first, or as they happened

/** The button that asks for it, and what came of it; `go` shows a step of the record. */
export function auditOf(app, record, go) {
  const current = audit?.record === record ? audit : null;
  return [
    h("button", { id: "audit", className: "main", disabled: current?.busy, onclick: () => begin(app, record) }, current?.busy ? "auditing…" : "Audit"),
    current?.error && app.trouble(current.error),
    current?.rows && table(app, current.rows, (run) => compare(app, record, run, go).catch((error) => app.fail(error))),
  ];
}

async function begin(app, record) {
  const mine = (audit = { record, busy: true });
  app.render();
  try {
    mine.rows = (await record.judge()).runs;
  } catch (error) {
    mine.error = error;
  }
  mine.busy = false;
  if (audit === mine) app.render();
}

function table(app, played, look) {
  const rows = byLoss ? [...played].sort((one, other) => other.lost - one.lost) : played;
  const sort = (loss) => {
    byLoss = loss;
    app.render();
  };
  const sorted = (text, loss, id) => h("th", { "aria-sort": byLoss === loss ? (loss ? "descending" : "ascending") : "none" },
    h("button", { id, className: "sort", onclick: () => sort(loss) }, text));
  const lost = rows.reduce((sum, run) => sum + run.lost, 0);
  return h("div", {},
    h("p", {}, `${rows.length} ${rows.length === 1 ? "run" : "runs"}, ${rows.filter((run) => !run.legal).length} illegal, ${lost} left on the table. Click a row to see run and best.`),
    h("table", { id: "runs" },
      h("thead", {}, h("tr", {}, sorted("action", false, "by-action"), ["corp", "trains", "run", "best"].map((text) => h("th", {}, text)), sorted("lost", true, "by-loss"))),
      h("tbody", {}, rows.map((run) => h("tr", {
        tabIndex: 0,
        className: run.legal ? (run.lost > 0 ? "missed" : "") : "illegal",
        title: run.violations.map(({ message }) => message).join("; "),
        onclick: () => look(run),
        onkeydown: (event) => event.key === "Enter" && look(run),
      },
      h("td", { className: "number" }, String(run.action)),
      h("td", {}, run.corporation),
      h("td", {}, run.trains.join("+")),
      h("td", { className: "number" }, String(run.revenue)),
      h("td", { className: "number" }, `${run.best ?? "–"}${run.status === "feasible" ? "+" : ""}`),
      h("td", { className: "number" }, run.lost ? String(run.lost) : ""))))));
}

/** The run and the best on two boards that move together. */
async function compare(app, record, run, go) {
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
