// The position: who runs which trains in which phase, and the markers on the board.

import { folded, h, sentences } from "./dom.js";

export const setup = {
  name: "Position",
  render(app) {
    const { position } = app.state;
    const card = app.card;
    const options = position.options ?? [];
    const there = (row) => (!row.option || options.includes(row.option)) && !options.includes(row.without);
    return h("div", {},
      h("h2", {}, card.full_name),
      card.reconstruction && h("p", { className: "hint" }, "The map is a reconstruction."),
      field(app, "Corporation", "corporation", choice("corporation", position.corporation,
        card.corporations.map(({ id, name }) => [id, name === id ? id : `${id} · ${name}`]),
        (corporation) => app.store.edit({ corporation }))),
      field(app, "Phase", "phase", choice("phase", position.phase,
        card.phases.filter(there).map(({ name }) => [name, name]),
        (phase) => app.store.edit({ phase }))),
      field(app, "Trains", "trains", trains(app, card.trains.filter(there))),
      h("p", { className: "hint" }, "Click a hex for its tiles, a city for tokens."),
      folded("fold-markers", position.markers.length > 0, `Markers (${position.markers.length})`,
        field(app, "", "markers", markers(app))),
      Object.keys(card.options).length > 0 && folded("fold-options", options.length > 0, `Variants and readings (${options.length})`,
        Object.entries(card.options).map(([name, text]) => h("label", { className: "check" },
          h("input", {
            type: "checkbox",
            id: `option-${name}`,
            checked: options.includes(name),
            onchange: (event) => app.store.edit({
              options: event.target.checked ? [...options, name] : options.filter((other) => other !== name),
            }),
          }), ` ${name.replaceAll("_", " ")}: ${text}`))),
    );
  },
};

/** A part of the position with what is wrong with it. */
function field(app, label, name, content) {
  const wrong = app.problems.filter((p) => p.where.split(/[.[]/)[0] === name);
  return h("div", { className: "field" },
    label && h("label", { htmlFor: name }, label), content, wrong.length > 0 && sentences(wrong));
}

export function choice(id, value, rows, changed) {
  const known = rows.some(([key]) => key === value);
  return h("select", { id, onchange: (event) => changed(event.target.value) },
    !known && h("option", { value, selected: true }, value || "—"),
    rows.map(([key, text]) => h("option", { value: key, selected: key === value }, text)));
}

function trains(app, kinds) {
  const { trains } = app.state.position;
  return h("div", {},
    h("div", { className: "chips" },
      trains.map((train, n) => h("button", {
        className: "chip",
        title: "Take it away",
        onclick: () => app.store.edit({ trains: trains.filter((_, other) => other !== n) }),
      }, `${train} ×`)),
      !trains.length && h("span", { className: "hint" }, "no trains yet")),
    h("div", { className: "chips add" }, kinds.map(({ name }) => h("button", {
      id: `add-train-${name}`,
      onclick: () => app.store.edit({ trains: [...trains, name] }),
    }, `+ ${name}`))));
}

function markers(app) {
  const { position } = app.state;
  if (!app.card.markers.length) return h("p", { className: "hint" }, "This title has none.");
  return h("div", {},
    position.markers.length > 0 && h("div", { className: "chips" }, position.markers.map((marker, n) => h("button", {
      className: "chip",
      title: "Take it away",
      onclick: () => app.store.edit({ markers: position.markers.filter((_, other) => other !== n) }),
    }, `${told(app, marker)} ×`))),
    newMarker(app));
}

function told(app, { kind, at, owner, count, state, from, to }) {
  const name = (place) => app.board.nameOf(place);
  return [kind.replaceAll("_", " "), owner, at && `at ${name(at)}`, from && `${name(from)} to ${name(to)}`, count, state].filter(Boolean).join(" ");
}

/** The places of the map that have names, to choose from while one types. */
function places(app) {
  return h("datalist", { id: "places" }, app.board.named().map(([place, name]) => h("option", { value: name }, place)));
}

function newMarker(app) {
  const { position } = app.state;
  const kind = app.card.markers.find(({ kind }) => kind === app.markerKind) ?? app.card.markers[0];
  const text = (id, placeholder) => h("input", { type: "text", id: `marker-${id}`, placeholder, list: "places", ariaLabel: placeholder });
  const inputs = {
    owner: choice("marker-owner", kind.owned ? position.corporation : "",
      [...(kind.owned ? [] : [["", "nobody's"]]), ...app.card.corporations.map(({ id }) => [id, id])], () => {}),
    at: kind.placed && !kind.ends && (kind.hexes.length
      ? choice("marker-at", kind.hexes[0], kind.hexes.map((hex) => [hex, app.board.nameOf(hex)]), () => {})
      : text("at", "name or hex")),
    from: kind.ends && text("from", "from"),
    to: kind.ends && text("to", "to"),
    state: kind.states.length > 0 && choice("marker-state", kind.states[0], kind.states.map((s) => [s, s]), () => {}),
    count: kind.counted && h("input", { type: "number", id: "marker-count", min: 1, value: 1 }),
  };
  const add = () => {
    const marker = { kind: kind.kind };
    for (const [name, input] of Object.entries(inputs)) {
      if (input && input.value) marker[name] = name === "count" ? Number(input.value) : input.value.trim();
    }
    app.store.edit({ markers: [...position.markers, marker] });
  };
  return h("div", { className: "row wrap" },
    choice("marker-kind", kind.kind, app.card.markers.map((row) => [row.kind, row.kind.replaceAll("_", " ")]), (value) => {
      app.markerKind = value;
      app.render();
    }),
    Object.values(inputs).filter(Boolean),
    places(app),
    h("button", { id: "add-marker", onclick: add }, "Add"),
    kind.text && h("p", { className: "hint" }, kind.text));
}
