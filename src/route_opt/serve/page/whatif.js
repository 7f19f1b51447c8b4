// What would the next move be worth? Ranked; a click makes the move, undo takes it back.

import { search } from "./api.js";
import { begin, end, headline, routeTable } from "./best.js";
import { folded, h } from "./dom.js";
import { choice } from "./setup.js";

const KINDS = { tile: "Tiles", upgrade: "Upgrades", pair: "Two lays", right: "Rights", token: "Tokens", train: "Trains" };
const SHOWN = 12;

const asked = { against: "", trains: "", pairs: false };
let found = null; // {position, ranking | error | progress, made: {move, position}}

export const whatif = {
  name: "What if",
  watches: true,
  render(app) {
    const { position } = app.state;
    const made = found?.made?.position === position ? found.made : null;
    const current = found?.position === position || made ? found : null;
    const busy = current && !current.ranking && !current.error;
    const rivals = app.card.corporations.filter(({ id }) => id !== position.corporation).map(({ id }) => [id, id]);
    return h("div", {},
      h("p", {}, "What would the next move add for ", h("strong", {}, position.corporation), "?"),
      made && h("section", { id: "made" },
        h("h3", {}, made.move.text),
        h("p", { className: "big" }, app.run ? headline(app.run) : ""),
        app.run?.error && app.trouble(app.run.error),
        app.run?.result && routeTable(app, app.run.result.routes),
        h("button", { id: "unmake", onclick: () => app.store.undo() }, "Take it back")),
      h("div", { className: "row wrap" },
        h("label", {}, "Against ", choice("against", asked.against, [["", "nobody"], ...rivals], (value) => {
          asked.against = value;
          app.render();
        })),
        asked.against && h("label", {}, "with trains ", h("input", {
          type: "text",
          id: "against-trains",
          placeholder: "4, 5",
          size: 8,
          value: asked.trains,
          onchange: (event) => (asked.trains = event.target.value),
        })),
        h("label", { className: "check" }, h("input", {
          type: "checkbox",
          id: "pairs",
          checked: asked.pairs,
          onchange: (event) => (asked.pairs = event.target.checked),
        }), " two lays in one turn")),
      busy
        ? h("button", { id: "stop-ranking", className: "main", onclick: () => end(current) }, "Stop")
        : h("button", { id: "rank", className: "main", onclick: () => rank(app) }, "Rank the moves"),
      busy && h("p", {}, "searching…"),
      current?.error && app.trouble(current.error),
      current?.ranking && ranking(app, current));
  },
};

async function rank(app) {
  const { position } = app.state;
  found?.controller?.abort();
  const mine = (found = { position, controller: new AbortController() });
  app.render();
  const trains = asked.trains.split(",").map((train) => train.trim()).filter(Boolean);
  const against = asked.against ? { corporation: asked.against, trains } : null;
  try {
    mine.ranking = await search("whatif", { position, lenient: true, pairs: asked.pairs, against }, {
      signal: mine.controller.signal,
      watch: (progress) => (mine.progress = progress),
    });
  } catch (error) {
    if (error.name === "AbortError") found = found === mine ? null : found;
    else mine.error = error;
  }
  mine.controller = null;
  if (!found || found === mine) app.render();
}

function ranking(app, { ranking: ranked, made }) {
  const { moves, revenue, complete, examined, against, rival_revenue: rival, notes } = ranked;
  return h("div", { id: "ranking" },
    h("p", {}, `Now ${revenue}${against ? `, ${against} ${rival}` : ""}. ${examined} moves looked at${complete ? "" : "; not all of them, or not to the end"}.`),
    Object.entries(KINDS).map(([kind, name]) => {
      const all = moves.filter((move) => move.kind === kind);
      const useful = all.filter((move) => (move.gain ?? 0) > 0 || (move.harm ?? 0) > 0);
      // Whoever starts a phase wants to know what it costs him.
      const shown = [...useful.slice(0, SHOWN), ...all.filter((move) => move.phase && !useful.includes(move))];
      return all.length > 0 && folded(`fold-${kind}`, useful.length > 0 && kind !== "train", `${name}: ${useful.length} of ${all.length} useful`,
        shown.length > 0 && h("table", {},
          h("thead", {}, h("tr", {}, ["gain", against && against, "move", "cost"].filter(Boolean).map((text) => h("th", {}, text)))),
          h("tbody", {}, shown.map((move) => h("tr", {
            tabIndex: 0,
            className: move === made?.move ? "on" : "",
            title: "Make this move",
            onclick: () => make(app, move),
            onkeydown: (event) => event.key === "Enter" && make(app, move),
            onmouseenter: () => app.board.mark(Object.keys(move.tiles ?? {})),
            onmouseleave: () => app.board.mark([]),
          },
            h("td", { className: "number" }, signed(move.gain ?? 0)),
            against && h("td", { className: "number" }, signed(-(move.harm ?? 0))),
            h("td", {}, move.text, move.note && h("small", {}, ` ${move.note}`)),
            h("td", { title: move.costs ?? "" }, String(move.cost ?? 0), move.costs && h("small", {}, ` ${move.costs}`)))))));
    }),
    (notes ?? []).map((note) => h("p", {}, note)),
    h("p", { className: "hint" }, "Click a move to make it and see the run; click another to compare, undo takes it back."));
}

function signed(amount) {
  return amount < 0 ? `−${-amount}` : `+${amount}`;
}

/** Make a move of the list from where it was ranked, and find the run that it brings. */
function make(app, move) {
  const { tiles, tokens, markers, trains, phase } = move;
  const { position } = found;
  const after = {
    ...position,
    phase: phase ?? position.phase,
    tiles: { ...position.tiles, ...tiles },
    tokens: tokens ?? position.tokens,
    markers: markers ?? position.markers,
    trains: trains ?? position.trains,
  };
  found.made = { move, position: after };
  app.store.change({ position: after });
  begin(app);
}
