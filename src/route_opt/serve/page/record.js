// A recorded game, or the one that is being played: step through it, and its audit.

import { ask, Oops, search } from "./api.js";
import { auditOf } from "./audit.js";
import { $, h } from "./dom.js";

export const record = {
  name: "Record",
  render(app) {
    const { record, step } = app.state;
    if (!record) {
      return h("div", {},
        players(app).length > 0 && h("p", { id: "nothing-yet" }, "As soon as something is done in the game, it can be looked at and audited here."),
        h("p", {}, "Open a game downloaded from 18xx.games to step through it and to audit its runs."),
        h("button", { className: "main", onclick: () => $("#file").click() }, "Open a record"));
    }
    const now = record.steps[step];
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
      h("div", { className: "row wrap" },
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
      h("p", { id: "step" }, now ? `Before action ${now.action} · ${now.round}: ${[now.entity, now.text].filter(Boolean).join(" ")}` : ""),
      now?.problem && h("p", { id: "odd", className: "wrong" }, `Action ${now.action} is not by the rules: ${now.problem}.`),
      record.error && h("p", { id: "broken", className: "wrong" },
        `The record can be read up to action ${record.steps.at(-1).action}; then ${[record.error.where, record.error.message].filter(Boolean).join(": ")}.`),
      record.note && h("p", { className: "hint" }, record.note),
      record.document && offers(app).map(({ text, go: begin }) => h("button", { id: "play-on", onclick: () => begin(app, record, now.action).catch((error) => app.fail(error)) }, text)),
      auditOf(app, record, go));
  },

  opened: (app) => follow(app).catch((error) => app.fail(error)),

  /** The game has gone on. */
  moved: (app) => follow(app).catch((error) => app.fail(error)),
};

/** Panels in which a game is being played now. */
const players = (app) => Object.values(app.panels).filter((panel) => panel.isPlayed?.());

/** How often the steps of the game were asked for. */
let asked = 0;

/** Whether a record from a file is open. */
const opened = ({ state }) => state.record && !state.record.live;

/** Where no other record is open, the game that is being played is one, as far as it has come. */
async function follow(app) {
  const [panel] = players(app);
  if (!panel || opened(app)) return;
  const mine = ++asked;
  const { name, answer, note, judge } = await panel.played();
  // The game may have gone on meanwhile: the last who asked has the answer.
  if (mine !== asked || app.panel !== record || opened(app) || !answer.steps.length) return;
  const before = app.state.record;
  const now = { ...recordOf(app, name, answer), live: true, note, judge };
  const last = now.steps.length - 1;
  const looksBack = before?.name === name && app.state.step < Math.min(before.steps.length - 1, last);
  const step = looksBack ? app.state.step : last;
  app.store.begin({ record: now, step, position: now.steps[step].position, claim: [] });
  drawRun(app);
}

/** What other panels make of a moment of a record. */
const offers = (app) => Object.values(app.panels).map((panel) => panel.fromRecord).filter(Boolean);

const button = (text, id, onclick) => h("button", { id, className: "word", onclick }, text);

/** A record as it is looked at: every step with the whole position before it. */
function recordOf(app, name, answer) {
  let position = null;
  const steps = answer.steps.map(({ changes, ...step }) => {
    if (Object.keys(changes).length) position = { ...position, ...changes };
    return { ...step, position };
  });
  const first = steps.find((step) => step.position)?.position;
  const empty = app.empty(first?.title ?? (app.cards[answer.title] ? answer.title : Object.keys(app.cards)[0]));
  for (const step of steps) step.position ??= empty;
  return { name, players: answer.players, error: answer.error, steps };
}

export async function openRecord(app, document_, name) {
  const answer = await ask("steps", { record: document_ });
  if (!answer.steps.length) throw new Oops([answer.error ?? { where: name, message: "nothing happens in this record" }]);
  const judge = () => search("audit", { record: document_ }, { watch: () => {} });
  const record = { ...recordOf(app, name, answer), document: document_, judge };
  const step = Math.max(0, record.steps.findIndex(({ type }) => type === "run_routes"));
  app.store.change({ record, step, position: record.steps[step].position, claim: [] });
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
