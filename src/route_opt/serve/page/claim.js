// A claim: click the stops of a route, see whether it is legal and how it compares with the best.

import { ask, Oops, search } from "./api.js";
import { routeTable } from "./best.js";
import { h, sentence } from "./dom.js";
import { choice } from "./setup.js";

let active = 0; // the route that clicks go to
let found = null; // {claim, position, verdict | error, judgement, chosen: a track where there are several}
let verdictOnly = false;

export const claim = {
  name: "Claim",

  render(app) {
    const { claim: routes, position } = app.state;
    const current = found?.claim === routes && found?.position === position ? found : null;
    return h("div", {},
      h("p", { className: "hint" }, position.trains.length
        ? "Click the stops of a route on the board, in order. Click a stop below to leave it uncounted."
        : "There are no trains to run: add some under Position."),
      routes.map((route, n) => routeRow(app, route, n, current)),
      h("div", { className: "row wrap" },
        position.trains.length > 0 && h("button", { id: "add-route", onclick: () => addRoute(app) }, "+ Route"),
        routes.length > 0 && h("button", { id: "clear-claim", onclick: () => set(app, []) }, "Clear"),
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
      current?.error && app.trouble(withoutRoutes(current.error)),
      current?.verdict && verdict(current.verdict),
      routes.some((route) => route.stops.length > 1) &&
        h("button", { id: "judge", className: "main", onclick: () => judge(app) }, "Judge"),
      current?.judging && h("p", {}, "searching for the best…"),
      current?.judgement && judged(app, current));
  },

  opened(app) {
    if (!app.state.claim.length && app.state.position.trains.length) addRoute(app);
    else live(app);
  },

  /** A click on the board adds a stop to the route, or takes it out again. */
  clicked(app, { hex, stop }) {
    const name = stop ?? offBoard(app, hex);
    if (!name || !app.state.claim[active]) return;
    const route = app.state.claim[active];
    const stops = route.stops.some((other) => other.name === name)
      ? route.stops.filter((other) => other.name !== name)
      : [...route.stops, { name, counted: true }];
    change(app, active, { stops, track: null, ways: null });
  },

  marked: (app) => app.state.claim[active]?.stops.map(({ name }) => name) ?? [],
};

/** An off-board has no circle to click: its hex stands for it, or the first of its area. */
function offBoard(app, hex) {
  const land = app.board.picture.querySelector(`[data-hex="${hex}"]`);
  const first = land.closest("[data-area]")?.querySelector("[data-hex]").dataset.hex ?? hex;
  return app.board.picture.querySelector(`[data-stop="${first}.0"]`)?.dataset.stop ?? null;
}

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
  set(app, [...routes, { train: left[0] ?? position.trains[0], stops: [], track: null, ways: null }]);
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
      className: stop.counted ? "chip" : "chip passed",
      title: stop.counted ? "Counted; click to pass it uncounted" : "Passed; click to count it",
      onclick: () => change(app, n, {
        stops: route.stops.map((other, m) => (m === place ? { ...other, counted: !other.counted } : other)),
      }),
    }, stop.counted ? label(app, stop.name) : `(${label(app, stop.name)})`)),
    !route.stops.length && h("span", { className: "hint" }, n === active ? "click a stop on the board" : "no stops yet")),
    problems.map((problem) => h("p", { className: "wrong" }, named(app, sentence({ message: problem.message })))),
    otherWays(app, route, n, current));
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

/** Where stops are joined in more than one way one is taken; the others are a click away. */
function otherWays(app, route, n, current) {
  const ways = route.ways ?? current?.ways[n];
  if (!ways) return null;
  const taken = (route.track ?? current?.chosen[n] ?? []).join(" ");
  return h("details", {},
    h("summary", {}, `${ways.length} ways to run this`),
    h("div", { className: "ways" }, ways.map((way) => h("button", {
      className: way === taken ? "on" : "",
      onclick: () => change(app, n, { track: way.split(" "), ways }),
    }, `over ${way.split(" ").filter((place) => !place.includes(".")).join(" ") || "no other hex"}`))));
}

/** The ways that the judge lists when a route can be laid in several. */
function waysOf({ code, message }) {
  if (code !== "several_ways" || !message.includes("one of: ")) return [];
  return message.split("one of: ")[1].split("; ").filter((way) => !way.startsWith("and "));
}

function withoutRoutes(error) {
  if (!(error instanceof Oops)) return error;
  return new Oops(error.problems.filter((p) => !/^routes\[\d+\]$/.test(p.where)));
}

/** A route as the judge reads it: its stops by name, or its track where one was chosen. */
function written({ train, stops, track }, chosen) {
  track ??= chosen;
  if (!track) return `${train}: ${stops.map(({ name, counted }) => (counted ? name : `(${name})`)).join(", ")}`;
  const called = track.filter((place) => place.includes("."));
  const all = stops.every(({ counted }) => counted);
  return { train, track, ...(all ? {} : { counted: called.filter((_, n) => stops[n].counted) }) };
}

/** Judge as one clicks: is it legal, what does it pay? */
async function live(app) {
  const { claim: routes, position } = app.state;
  const numbers = routes.map((_, n) => n).filter((n) => routes[n].stops.length > 1);
  const mine = (found = { claim: routes, position, routes: numbers, chosen: {}, ways: {} });
  let unclear = numbers.length > 0;
  while (unclear && found === mine) {
    unclear = false;
    try {
      mine.verdict = await ask("check", { position, lenient: true, routes: numbers.map((n) => written(routes[n], mine.chosen[n])) });
      mine.verdict.violations = mine.verdict.violations.map((v) => ({ ...v, route: v.route === null ? null : numbers[v.route] }));
    } catch (error) {
      mine.error = renumbered(error, numbers);
      unclear = choose(mine);
    }
  }
  if (found === mine) app.show(mine.verdict?.routes ?? []);
}

/** Take the first way for a route that has several; whether there was one to choose for. */
function choose(mine) {
  for (const problem of mine.error.problems ?? []) {
    const ways = waysOf(problem);
    const n = /^routes\[(\d+)\]$/.exec(problem.where)?.[1];
    if (!ways.length || mine.chosen[n]) continue;
    mine.ways[n] = ways;
    mine.chosen[n] = ways[0].split(" ");
    mine.error = null;
    return true;
  }
  return false;
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

async function judge(app) {
  const { claim: routes, position } = app.state;
  const mine = found;
  const declared = mine.routes.map((n) => written(routes[n], mine.chosen[n]));
  mine.judging = true;
  app.render();
  try {
    mine.judgement = await search("claim", { position, lenient: true, declared, verdict_only: verdictOnly }, { watch: () => {} });
  } catch (error) {
    mine.error = error;
  }
  mine.judging = false;
  if (found === mine) app.render();
}

const WORDS = { stands: "The declared run stands.", refuted: "The declared run is refuted.", open: "Open: the search has not settled it." };

function bestLine({ status, revenue, bound }) {
  if (status === "optimal") return `The best possible is ${revenue}, proved.`;
  if (status === "unknown") return `The best possible is at most ${bound}; no legal run was found in time.`;
  return `The best possible is ${revenue} to ${bound}.`;
}

function judged(app, { judgement, verdict }) {
  const { best, declared, objectors } = judgement;
  const proved = best?.status === "optimal";
  const missed = best?.revenue !== undefined && declared.legal ? best.revenue - declared.revenue : 0;
  return h("div", { id: "judgement" },
    h("p", { className: judgement.verdict === "stands" ? "right" : "wrong" }, WORDS[judgement.verdict]),
    best && h("p", {}, bestLine(best),
      missed > 0 ? ` This run leaves ${missed} on the table.` : declared.legal && proved ? " There is nothing better." : ""),
    h("p", { className: "hint" }, objectors),
    best?.routes && h("div", { className: "row" },
      h("button", { id: "show-claim", onclick: () => app.show(verdict?.routes ?? []) }, "Show the claim"),
      h("button", { id: "show-best", onclick: () => app.show(best.routes) }, "Show the best")),
    best?.routes && app.routes === best.routes && routeTable(app, best.routes));
}
