// A claim: click the stops of a route, see whether it is legal and how it compares with the best.

import { ask, Oops, search } from "./api.js";
import { routeTable } from "./best.js";
import { h, sentence } from "./dom.js";
import { choice } from "./setup.js";

let active = 0; // the route that clicks go to
let found = null; // {claim, position, verdict | error, judgement}
let verdictOnly = false;
let challenge = ""; // what somebody holds against the run: an amount, or routes in words

export const claim = {
  name: "Claim",

  render(app) {
    const { claim: routes } = app.state;
    const current = currently(app);
    return h("div", {},
      editor(app),
      h("div", { className: "field" },
        h("label", { htmlFor: "challenge" }, "Challenge"),
        h("input", {
          type: "text",
          id: "challenge",
          placeholder: "150, or 2: Erie, Buffalo; 2: …",
          value: challenge,
          onchange: (event) => {
            challenge = event.target.value.trim();
            if (found) found.judgement = null;
            app.render();
          },
        })),
      h("div", { className: "row wrap" },
        h("label", { className: "check" }, h("input", {
          type: "checkbox",
          id: "verdict-only",
          checked: verdictOnly,
          onchange: (event) => {
            verdictOnly = event.target.checked;
            if (found) found.judgement = null;
            app.show([]);
            live(app);
          },
        }), " verdict only")),
      (routes.some(isRoute) || challenge) &&
        h("button", { id: "judge", className: "main", disabled: Boolean(current?.judging), onclick: () => judge(app) }, "Judge"),
      current?.judging && h("p", {}, "searching for the best…"),
      current?.judgement && judged(app, current));
  },

  opened(app) {
    if (!app.state.claim.length && app.state.position.trains.length) addRoute(app);
    else live(app);
  },

  /** A click on the board adds a stop or a hex passed to the route, or takes it out again. */
  clicked(app, { hex, stop }) {
    const place = stop ? { name: stop, counted: true } : placeOf(app, hex);
    const route = app.state.claim[active];
    if (!place || !route) return;
    const stops = route.stops.some((other) => other.name === place.name)
      ? route.stops.filter((other) => other.name !== place.name)
      : [...route.stops, place];
    change(app, active, { stops });
  },

  offered: (app) => app.board.stops(),
  clicksStops: () => true,
  marked: (app) => app.state.claim[active]?.stops.map(({ name }) => name) ?? [],
};


/** What is known of the routes that are being clicked together. */
function currently(app) {
  const { claim: routes, position } = app.state;
  return found?.claim === routes && found?.position === position ? found : null;
}

/** Routes that are clicked together, judged as one clicks. */
export function editor(app) {
  const { claim: routes, position } = app.state;
  const current = currently(app);
  return h("div", {},
    h("p", { className: "hint" }, position.trains.length
      ? "Click the stops of a route on the board, in order; a hex between two stops says which way. Click a stop below to leave it uncounted."
      : "There are no trains to run: add some under Position."),
    routes.map((route, n) => routeRow(app, route, n, current)),
    h("div", { className: "row wrap" },
      position.trains.length > 0 && h("button", { id: "add-route", onclick: () => addRoute(app) }, "+ Route"),
      routes.length > 0 && h("button", { id: "clear-claim", onclick: () => set(app, []) }, "Clear")),
    current?.error && app.trouble(withoutRoutes(current.error)),
    current?.verdict && verdict(current.verdict));
}

/** The routes that have been clicked together, as they are declared, and what they pay; null while they are not legal. */
export function declared(app) {
  const current = currently(app);
  if (!current?.verdict?.legal) return null;
  return { routes: current.routes.map((n) => written(app.state.claim[n])), revenue: current.verdict.revenue };
}

/** A hex stands for its stop where it has one only, as an off-board does; with none it is passed. */
function placeOf(app, hex) {
  const land = app.board.picture.querySelector(`[data-hex="${hex}"]`);
  const first = land.closest("[data-area]")?.querySelector("[data-hex]").dataset.hex ?? hex;
  const stops = [...app.board.picture.querySelectorAll(`[data-stop^="${first}."]`)];
  if (stops.length > 1) return null;
  return stops.length ? { name: stops[0].dataset.stop, counted: true } : { name: hex, counted: true, passed: true };
}

const isRoute = ({ stops }) => stops.filter(({ passed }) => !passed).length > 1;

function set(app, routes) {
  active = Math.min(active, Math.max(routes.length - 1, 0));
  app.store.change({ claim: routes });
  live(app);
}

function change(app, n, changes) {
  set(app, app.state.claim.map((route, other) => (other === n ? { ...route, ...changes } : route)));
}

function addRoute(app) {
  const { claim: routes, position } = app.state;
  const left = [...position.trains];
  for (const { train } of routes) if (left.includes(train)) left.splice(left.indexOf(train), 1);
  active = routes.length;
  set(app, [...routes, { train: left[0] ?? position.trains[0], stops: [] }]);
}

function routeRow(app, route, n, current) {
  const kinds = [...new Set(app.state.position.trains)].map((train) => [train, train]);
  const problems = (current?.error?.problems ?? []).filter((p) => p.where === `routes[${n}]`);
  const broken = current?.verdict?.violations.filter((violation) => violation.route === n) ?? [];
  return h("section", { className: n === active ? "claim on" : "claim", onclick: () => activate(app, n) },
    h("div", { className: "row" },
      h("label", {}, "Train ", choice(`claim-train-${n}`, route.train, kinds, (train) => change(app, n, { train }))),
      current?.verdict && !broken.length && current.routes.includes(n) &&
        h("strong", {}, `pays ${current.verdict.routes[current.routes.indexOf(n)].revenue}`),
      h("button", {
        className: "close",
        ariaLabel: "Remove this route",
        onclick: (event) => {
          event.stopPropagation();
          set(app, app.state.claim.filter((_, other) => other !== n));
        },
      }, "×")),
    h("div", { className: "chips" }, route.stops.map((stop, place) => h("button", {
      className: stop.counted && !stop.passed ? "chip" : "chip passed",
      title: stop.passed ? "On the way" : stop.counted ? "Counted; click to pass it uncounted" : "Passed; click to count it",
      onclick: () => stop.passed || change(app, n, {
        stops: route.stops.map((other, m) => (m === place ? { ...other, counted: !other.counted } : other)),
      }),
    }, stop.passed ? `over ${stop.name}` : stop.counted ? label(app, stop.name) : `(${label(app, stop.name)})`)),
    !route.stops.length && h("span", { className: "hint" }, n === active ? "click a stop on the board" : "no stops yet")),
    problems.map((problem) => h("p", { className: "wrong" }, named(app, sentence({ message: problem.message })))));
}

/** A sentence with the names of stops in place of their numbers. */
function named(app, text) {
  return text.replace(/'?\b[A-Z]\d+\.\d+\b'?/g, (stop) => label(app, stop.replaceAll("'", "")));
}

function activate(app, n) {
  if (active === n) return;
  active = n;
  app.render();
}

function label(app, name) {
  const words = app.board.picture?.querySelector(`[data-stop="${name}"] title`)?.textContent ?? name;
  return words.split(" · ")[0].replace(`${name} `, "") || name;
}

function withoutRoutes(error) {
  if (!(error instanceof Oops)) return error;
  return new Oops(error.problems.filter((p) => !/^routes\[\d+\]$/.test(p.where)));
}

/** A route as the judge reads it: its stops, and the hexes passed where they were clicked. */
function written({ train, stops }) {
  return `${train}: ${stops.map(({ name, counted }) => (counted ? name : `(${name})`)).join(", ")}`;
}

/** Judge as one clicks: is it legal, what does it pay? */
async function live(app) {
  const { claim: routes, position } = app.state;
  const numbers = routes.map((_, n) => n).filter((n) => isRoute(routes[n]));
  const mine = (found = { claim: routes, position, routes: numbers });
  if (numbers.length) {
    try {
      mine.verdict = await ask("check", { position, lenient: true, routes: numbers.map((n) => written(routes[n])) });
      mine.verdict.violations = mine.verdict.violations.map((v) => ({ ...v, route: v.route === null ? null : numbers[v.route] }));
    } catch (error) {
      mine.error = renumbered(error, numbers);
    }
  }
  if (found === mine) app.show(mine.verdict?.routes ?? []);
}

/** An error about the routes asked about, in the numbers they have on the page. */
function renumbered(error, numbers) {
  if (!(error instanceof Oops)) return error;
  const own = (where) => where.replace(/^routes\[(\d+)\]/, (_, n) => `routes[${numbers[n]}]`);
  return new Oops(error.problems.map((p) => ({ ...p, where: own(p.where) })));
}

function verdict({ legal, revenue, violations }) {
  if (legal) return h("p", { id: "verdict", className: "right" }, `Legal: pays ${revenue}.`);
  return h("div", { id: "verdict" }, h("p", { className: "wrong" }, "Not legal:"), reasons(violations));
}

function reasons(violations) {
  return h("ul", { className: "problems" }, violations.map(({ message, rule, route }) => h("li", {},
    sentence({ where: route === null ? "" : `Route ${route + 1}`, message }),
    rule && h("small", {}, ` Rule ${rule}`))));
}

/** The challenge as it is asked: an amount, or a line a route. */
function challenged() {
  if (!challenge) return null;
  return /^\d+$/.test(challenge) ? Number(challenge) : challenge.split(";").map((line) => line.trim()).filter(Boolean);
}

/** A claim from a file: its position, the run that was declared, and what was held against it. */
export async function openClaim(app, { position, declared: lines, challenge: against, ...fields }) {
  const own = position ?? Object.fromEntries(Object.entries(fields).filter(([name]) => !["note", "lenient", "format"].includes(name)));
  const routes = typeof lines === "string" ? lines.split(";").map((line) => line.trim()).filter(Boolean) : lines ?? [];
  const { routes: walked } = await ask("check", { position: own, lenient: true, routes });
  app.start(own);
  challenge = against === null || against === undefined ? "" : typeof against === "object" ? against.map(words).join("; ") : String(against);
  active = 0;
  app.store.change({ claim: walked.map(({ train, track, counted }) => ({ train, stops: track.map((name) => placed(name, counted)) })) });
  app.open("claim");
}

const words = (route) => (typeof route === "string" ? route : `${route.train}: ${route.track.join(", ")}`);
const placed = (name, counted) => (name.includes(".") ? { name, counted: counted.includes(name) } : { name, counted: true, passed: true });

async function judge(app) {
  const { claim: routes, position } = app.state;
  const mine = found;
  const declared = mine.routes.map((n) => written(routes[n]));
  mine.judging = true;
  app.render();
  try {
    mine.judgement = await search("claim", { position, lenient: true, declared, challenge: challenged(), verdict_only: verdictOnly }, { watch: () => {} });
  } catch (error) {
    mine.error = error;
  }
  mine.judging = false;
  if (found === mine) app.render();
}

function judged(app, { judgement, verdict }) {
  const { best, objection, objectors, says } = judgement;
  return h("div", { id: "judgement" },
    says.map((told, n) => h("p", { className: n < says.length - 1 ? "" : judgement.verdict === "stands" ? "right" : "wrong" }, told)),
    judgement.verdict !== "stands" && objection === null && h("p", { className: "hint" }, objectors),
    best?.routes && h("div", { className: "row" },
      h("button", { id: "show-claim", onclick: () => app.show(verdict?.routes ?? []) }, "Show the claim"),
      h("button", { id: "show-best", onclick: () => app.show(best.routes) }, "Show the best")),
    best?.routes && app.routes === best.routes && routeTable(app, best.routes));
}
