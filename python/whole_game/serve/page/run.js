// The run: the best routes there are, proved; or others, clicked together and judged meanwhile.
// The same editor serves whoever objects to the run that was declared.

import { begin, found } from "/page/best.js";
import { claim, declared, editor } from "/page/claim.js";
import { folded, h, sentence } from "/page/dom.js";
import { table } from "./table.js";

let shows = null; // who clicks routes together: the company that runs, or a player who objects

const runs = () => table.game.choices.filter(({ action }) => action.type === "run_routes");

/** Whether clicks on the board go to routes. */
export const declares = () => shows !== null && (table.game.entity === shows ? runs().length > 0 : mayObject(shows));

/** Another state lies there: the best run is looked for where one is to be made. */
export function lookForRun(app) {
  shows = null;
  if (runs().length) begin(app);
}

/** Begin to click routes together, or leave that and see what was drawn before. */
function turn(app, who, before) {
  shows = shows === who ? null : who;
  if (shows) claim.opened(app);
  else app.show(before);
}

export function runStep(app, panel) {
  const offers = runs();
  if (!offers.length) return null;
  const { entity } = table.game;
  const other = shows === entity;
  const routes = other && declared(app)?.routes;
  return h("section", { id: "run" },
    h("h3", {}, "Run trains"),
    h("div", { className: "row wrap" },
      !other && offers.map((offer, n) => h("button", {
        id: n ? `run-${n}` : "run-best",
        className: n ? "" : "main",
        disabled: !n && !app.run?.result,
        onclick: () => panel.act(app, offer.action),
      }, n ? `As much, by other routes (${n})` : "Run the best")),
      h("button", { id: "declare-other", ariaPressed: String(other), onclick: () => turn(app, entity, app.run?.result?.routes ?? []) },
        other ? "Back to the best" : "Declare other routes")),
    !other && found(app, { again: false }),
    other && editor(app),
    other && h("button", {
      id: "declare",
      className: "main",
      disabled: !routes,
      onclick: () => panel.act(app, { type: "run_routes", routes }),
    }, "Declare this run"));
}

const mayObject = (name) => table.game.objections?.players.some(({ player, why }) => player === name && !why) ?? false;

/** Objecting to the run: who may shows routes of his own or the best; who may not is told why. */
export function objection(app, panel) {
  const { objections } = table.game;
  if (!objections) return null;
  const { better, players } = objections;
  const rule = objections.rule && ` (${objections.rule})`;
  const barred = [...new Set(players.map(({ why }) => why).filter(Boolean))];
  const title = better === false ? `Object to the run${rule}: none is better, proved` : `Object to the run${rule}`;
  return folded("objection", better !== false && players.some(({ why }) => !why), title,
    h("div", { className: "row wrap" }, better !== false && players.filter(({ why }) => !why).map(({ player }) => h("button", {
      id: `object-${player}`,
      ariaPressed: String(shows === player),
      onclick: () => turn(app, player, table.state.ran),
    }, `${player} objects`))),
    barred.map((why) => h("p", { className: "hint" }, sentence({ message: why + rule }))),
    shows && mayObject(shows) && shown(app, panel));
}

/** The run of a player who objects. */
function shown(app, panel) {
  const { choices, revenue } = table.game;
  const best = choices.find(({ action }) => action.type === "object" && action.player === shows);
  const run = declared(app);
  const more = run && run.revenue > revenue;
  return h("div", { id: "shows" },
    best && h("button", { id: "object-best", className: "main", onclick: () => panel.act(app, best.action) }, "Show the best run"),
    editor(app),
    run && !more && h("p", { className: "wrong" }, `${run.revenue} is not more than the ${revenue} declared.`),
    h("button", {
      id: "object-with",
      className: "main",
      disabled: !more,
      onclick: () => panel.act(app, { type: "object", player: shows, routes: run.routes }),
    }, "Object with this run"));
}
