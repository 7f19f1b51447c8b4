// The run: the best routes there are, proved; or others, clicked together and judged meanwhile.

import { begin, found } from "/page/best.js";
import { claim, declared, editor } from "/page/claim.js";
import { h } from "/page/dom.js";
import { table } from "./table.js";

let other = false; // whether routes are being clicked together

export const declares = (app) => other && table.game.choices.some(({ action }) => action.type === "run_routes");

export function startRun(app) {
  other = false;
  begin(app);
}

export function runStep(app, panel) {
  const runs = table.game.choices.filter(({ action }) => action.type === "run_routes");
  const routes = other && declared(app);
  return h("section", { id: "run" },
    h("h3", {}, "Run trains"),
    !other && found(app),
    h("div", { className: "row wrap" },
      !other && runs.map((offer, n) => h("button", {
        id: n ? `run-${n}` : "run-best",
        className: n ? "" : "main",
        disabled: !n && !app.run?.result,
        onclick: () => panel.act(app, offer.action),
      }, n ? `As much, by other routes (${n})` : "Run the best")),
      h("button", { id: "declare-other", ariaPressed: String(other), onclick: () => turn(app) }, other ? "Back to the best" : "Declare other routes")),
    other && editor(app),
    other && h("button", {
      id: "declare",
      className: "main",
      disabled: !routes,
      onclick: () => panel.act(app, { type: "run_routes", routes }),
    }, "Declare this run"));
}

function turn(app) {
  other = !other;
  if (other) claim.opened(app);
  else app.show(app.run?.result?.routes ?? []);
}
