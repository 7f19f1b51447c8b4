// The best routes: the search while it goes on, and what it found.

import { search, stop } from "./api.js";
import { $, h } from "./dom.js";

export const best = {
  name: "Best",
  watches: true,
  render(app) {
    const { position } = app.state;
    return h("div", {},
      h("p", {}, h("strong", {}, position.corporation), ` with ${position.trains.join(" + ") || "no trains"}, phase ${position.phase}`),
      found(app));
  },
  opened(app) {
    if (app.run?.result) app.show(app.run.result.routes);
  },
  /** The position has changed: nobody wants that answer any more. */
  forget(app) {
    app.run?.controller?.abort();
    app.run = null;
  },
};

/** The search for the best run of the position, and what it has found; `again` offers another search. */
export function found(app, { again = true } = {}) {
  const run = app.run;
  const busy = run && !run.result && !run.error;
  return h("div", {},
    h("div", { className: "row" },
      busy
        ? h("button", { id: "stop", className: "main", onclick: () => end(run) }, "Stop")
        : (again || !run?.result) && h("button", { id: "best", className: "main", onclick: () => begin(app) }, "Best"),
      h("output", { id: "best-value", className: "big" }, run ? headline(run) : "")),
    busy && h("progress", { id: "best-bar", hidden: true }),
    run?.error && app.trouble(run.error),
    run?.result && routeTable(app, run.result.routes),
    run?.result && idle(app.state.position, run.result.routes),
    run?.result?.notes?.map((note) => h("p", { className: "hint" }, note)));
}

/** Search; whichever panel watches shows how far it is, and the routes at the end. */
export async function begin(app) {
  const run = (app.run = { controller: new AbortController() });
  app.render();
  try {
    run.result = await search("best", { position: app.state.position, lenient: true }, {
      signal: run.controller.signal,
      watch(progress) {
        run.progress = progress;
        if (app.run === run && $("#best-value")) tell(run);
      },
    });
    run.result.routes ??= []; // stopped before anything was found
  } catch (error) {
    if (error.name === "AbortError") return;
    run.error = error;
  }
  if (app.run !== run || !app.panel.watches) return;
  app.show(run.result?.routes ?? []);
}

/** How far it is, in place: a panel made anew would swallow a click on Stop. */
function tell(run) {
  $("#best-value").textContent = headline(run);
  const bar = $("#best-bar");
  bar.hidden = !run.progress.bound;
  bar.max = run.progress.bound || 1;
  bar.value = run.progress.best;
}

/** Stop with the best found; before there is any, just stop. */
export function end(run) {
  if (run.progress) stop(run.progress.search);
  else run.controller.abort();
}

export function headline({ result, progress, error }) {
  if (error) return "";
  if (!result && !progress) return "searching…";
  const { revenue, bound, status } = result ?? { revenue: progress.best, bound: progress.bound };
  if (status === "optimal") return `${revenue}: proved${result?.reason ? `; ${result.reason}` : ""}`;
  if (status === "unknown") return `stopped before any legal run was found, at most ${bound}`;
  const end = result ? "stopped" : `${progress.seconds.toFixed(1)} s`;
  if (!bound) return `best ${revenue} so far, ${end}`;
  const gap = (100 * (bound - revenue)) / bound;
  return `best ${revenue}, at most ${bound} (gap ${gap.toFixed(1)}%), ${end}`;
}

function idle(position, routes) {
  const left = [...position.trains];
  for (const { train } of routes) left.splice(left.indexOf(train), 1);
  return left.length > 0 && h("p", { className: "hint" }, `Stays idle: ${left.join(" + ")}.`);
}

/** Routes one below the other: colour, train, value, the stops, and how it adds up. */
export function routeTable(app, routes) {
  return h("div", { className: "routes" }, routes.map((route, n) => h("section", {},
    h("h3", {}, h("i", { className: "swatch", "data-number": n, style: `background:${app.routes === routes ? app.board.colour(n) : "#bbb"}` }),
      `${route.train}: ${route.revenue}`),
    h("p", {}, route.statement.map((line, place) => [
      place > 0 && " – ",
      h("span", { className: line.counted ? "" : "passed", title: line.stop }, line.counted ? line.name : `(${line.name})`),
    ])),
    h("p", { className: "hint" }, `${route.sum} = ${route.revenue}`))));
}
