// A board on the page: the picture the server draws, with pan and zoom, and what was clicked.
// The arrow keys go from place to place, and Enter is a click.

import { svg } from "./dom.js";

const WAYS = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowDown: [0, 1], ArrowUp: [0, -1] };

const CLOSEST = 8; // how far in one can zoom
const STILL = 6; // pixels a finger may move and still mean a click

export class Board {
  /** `clicked` hears {hex, stop, x, y}. Boards in `linked` move together. */
  constructor(element, { clicked = () => {}, linked = [] } = {}) {
    this.element = element;
    this.clicked = clicked;
    this.linked = linked;
    this.title = null;
    this.offered = new Map(); // the places that are offered, each with its words
    this.marked = true; // whether they are marked
    this.focused = null; // the place that the keyboard has come to
    this.pointers = new Map();
    element.addEventListener("keydown", (event) => this.#key(event));
    element.addEventListener("focusin", (event) => this.#ring(nameOf(event.target)));
    element.addEventListener("focusout", () => this.#ring(null));
    element.addEventListener("wheel", (event) => this.#wheel(event), { passive: false });
    element.addEventListener("pointerdown", (event) => this.#down(event));
    element.addEventListener("pointermove", (event) => this.#move(event));
    element.addEventListener("pointerup", (event) => this.#up(event));
    element.addEventListener("pointercancel", (event) => this.pointers.delete(event.pointerId));
    new ResizeObserver(() => this.picture && this.#show()).observe(element);
  }

  /** Show a picture; the view stays where it was while the title does. */
  set(text, title, routes = []) {
    this.text = text;
    const picture = svg(text);
    picture.removeAttribute("width");
    picture.removeAttribute("height");
    picture.removeAttribute("style");
    // Title line and legend stand in the panel already.
    for (const around of picture.querySelectorAll(":scope > g:not([class])")) around.remove();
    const inside = this.element.contains(document.activeElement);
    this.element.replaceChildren(picture);
    this.picture = picture;
    this.whole = wider(picture.querySelector(".coordinates").getBBox(), 6);
    if (this.title !== title) this.view = null;
    this.title = title;
    if (!this.view) this.fit();
    else this.#show();
    this.#values(routes);
    this.#name();
    this.#showOffers();
    if (inside) this.#focus(this.focused);
  }

  /** Nothing to see: another map comes. */
  clear() {
    this.element.replaceChildren();
    this.picture = null;
  }

  /** Offer places: they are marked, unless that would be all of them, and the keyboard goes through them alone. */
  offer(places, marked = true) {
    this.offered = places;
    this.marked = marked;
    if (!this.picture) return;
    this.#name();
    this.#showOffers();
  }

  #showOffers() {
    this.picture.querySelector(".page-offers")?.remove();
    const group = make("g", { class: "page-offers", "pointer-events": "none" });
    for (const place of this.marked ? this.offered.keys() : []) {
      const land = place.includes(".") ? null : this.picture.querySelector(`[data-hex="${CSS.escape(place)}"]`);
      const shape = land?.querySelector("polygon")?.cloneNode();
      const at = this.place(place);
      if (shape) {
        shape.setAttribute("transform", land.getAttribute("transform"));
        shape.removeAttribute("fill");
        group.append(shape);
      } else if (at) group.append(make("circle", { cx: at.x, cy: at.y, r: 19 }));
    }
    this.picture.append(group);
  }

  /** Hexes and stops are buttons with names; one of them takes the focus of the board. */
  #name() {
    const all = [...this.picture.querySelectorAll("[data-hex], [data-stop]")];
    for (const element of all) {
      const name = nameOf(element);
      element.removeAttribute("tabindex");
      element.setAttribute("role", "button");
      const words = element.querySelector(":scope > title")?.textContent ?? name;
      element.setAttribute("aria-label", this.offered.get(name) ?? words);
    }
    this.candidates = all.filter((element) => (this.offered.size ? this.offered.has(nameOf(element)) : element.dataset.hex));
    const first = this.candidates.find((element) => nameOf(element) === this.focused) ?? this.candidates[0];
    for (const element of this.candidates) element.setAttribute("tabindex", element === first ? 0 : -1);
  }

  /** Take the focus, at the place where it was. */
  focus() {
    if (this.picture) this.#focus(this.focused);
  }

  #focus(name) {
    const next = this.candidates.find((element) => nameOf(element) === name) ?? this.candidates[0];
    if (!next) return;
    for (const element of this.candidates) element.setAttribute("tabindex", element === next ? 0 : -1);
    next.focus({ preventScroll: true });
  }

  #ring(name) {
    this.picture?.querySelector(".page-focus")?.remove();
    if (name) this.focused = name;
    const at = name && this.place(name);
    if (!at) return;
    const group = make("g", { class: "page-focus", "pointer-events": "none" });
    group.append(make("circle", { cx: at.x, cy: at.y, r: name.includes(".") ? 24 : 46 }));
    this.picture.append(group);
  }

  #key(event) {
    const from = nameOf(event.target);
    if (!from || !this.picture) return;
    if (event.key === "Enter" || event.key === " ") {
      const box = event.target.getBoundingClientRect();
      const [hex] = from.split(".");
      this.clicked({ stop: from === hex ? null : from, hex, x: box.x + box.width / 2, y: box.y + box.height / 2 });
    } else if (WAYS[event.key]) this.#focus(this.#beside(from, WAYS[event.key]));
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** The nearest place in a direction; what lies aside counts double. */
  #beside(from, [right, down]) {
    const here = this.place(from);
    let [found, least] = [from, Infinity];
    for (const element of this.candidates) {
      const at = this.place(nameOf(element));
      if (!at || !here) continue;
      const ahead = (at.x - here.x) * right + (at.y - here.y) * down;
      const aside = Math.abs((at.x - here.x) * down) + Math.abs((at.y - here.y) * right);
      if (ahead > 1 && ahead + 2 * aside < least) [found, least] = [nameOf(element), ahead + 2 * aside];
    }
    return found;
  }

  /** The colour the picture gives to a route. */
  colour(number) {
    return this.picture?.querySelector(`[data-route="${number}"] path:last-of-type`)?.getAttribute("stroke") ?? "#888";
  }

  /** A hex or stop by the name on the map, with its hex; as it is where it has none. */
  nameOf(place) {
    const [hex] = place.split(".");
    const words = this.picture?.querySelector(`[data-hex="${CSS.escape(hex)}"] > title`)?.textContent.split(" · ")[0] ?? "";
    return words.startsWith(`${hex} `) ? `${words.slice(hex.length + 1)} (${hex})` : place;
  }

  /** Every stop, with what the map says of it. */
  stops() {
    const all = [...(this.picture?.querySelectorAll("[data-stop]") ?? [])];
    return new Map(all.map((stop) => [stop.dataset.stop, stop.querySelector("title")?.textContent ?? stop.dataset.stop]));
  }

  /** Every hex that has a name, with it. */
  named() {
    const titles = [...(this.picture?.querySelectorAll("[data-hex] > title") ?? [])];
    return titles.map(({ textContent }) => /^(\S+) ([^·]+?)( ·.*)?$/.exec(textContent)).filter(Boolean).map(([, hex, name]) => [hex, name]);
  }

  fit() {
    this.#look({ ...this.whole });
  }

  /** Look at the routes of all linked boards. */
  fitRoutes() {
    const boxes = this.linked.map(({ picture }) => picture.querySelector(".routes").getBBox()).filter((box) => box.width || box.height);
    if (!boxes.length) return this.fit();
    const [x, y] = [Math.min(...boxes.map((box) => box.x)), Math.min(...boxes.map((box) => box.y))];
    const width = Math.max(...boxes.map((box) => box.x + box.width)) - x;
    const height = Math.max(...boxes.map((box) => box.y + box.height)) - y;
    this.#look(wider({ x, y, width, height }, 110));
  }

  zoom(factor, x = this.element.clientWidth / 2, y = this.element.clientHeight / 2) {
    const shown = this.#shown();
    const width = Math.min(Math.max(shown.width * factor, this.whole.width / CLOSEST), this.whole.width * 1.5);
    const scale = width / shown.width;
    const [u, v] = [x / this.element.clientWidth, y / this.element.clientHeight];
    this.#look({
      x: shown.x + u * shown.width * (1 - scale),
      y: shown.y + v * shown.height * (1 - scale),
      width,
      height: shown.height * scale,
    });
  }

  pan(dx, dy) {
    const shown = this.#shown();
    const scale = shown.width / this.element.clientWidth;
    this.#look({ ...shown, x: shown.x - dx * scale, y: shown.y - dy * scale });
  }

  /** Where a stop or hex is on the picture. */
  place(name) {
    const hex = name.split(".")[0];
    const stop = this.picture.querySelector(`[data-stop="${CSS.escape(name)}"]`);
    for (const element of [stop, this.picture.querySelector(`[data-hex="${CSS.escape(hex)}"]`)]) {
      if (!element) continue;
      const box = element.getBBox();
      if (!box.width && !box.height) continue;
      const own = element.getCTM();
      const root = this.picture.getCTM();
      const at = new DOMPoint(box.x + box.width / 2, box.y + box.height / 2);
      return at.matrixTransform(root.inverse().multiply(own));
    }
    return null;
  }

  /** Put a mark on stops, such as those of a claim. */
  mark(stops) {
    this.picture?.querySelector(".page-marks")?.remove();
    if (!this.picture) return;
    const group = make("g", { class: "page-marks", "pointer-events": "none" });
    stops.forEach((stop, n) => {
      const at = this.place(stop);
      if (!at) return;
      group.append(make("circle", { cx: at.x, cy: at.y, r: 17, class: "ring" }));
      group.append(label(at.x + 15, at.y - 15, String(n + 1), "#111"));
    });
    this.picture.append(group);
  }

  /** What each stop pays to its route, in the route's colour. */
  #values(routes) {
    const group = make("g", { class: "page-values", "pointer-events": "none" });
    const there = new Map();
    routes.forEach((route, n) => {
      for (const line of route.statement ?? []) {
        const at = line.counted && this.place(line.stop);
        if (!at) continue;
        const before = there.get(line.stop) ?? 0;
        there.set(line.stop, before + 1);
        group.append(label(at.x + 19, at.y - 17 + 15 * before, String(line.total), this.colour(n)));
      }
    });
    this.picture.append(group);
  }

  #look(view) {
    this.view = view;
    this.#show();
    for (const other of this.linked) if (other !== this && other.picture) other.follow(view);
  }

  follow(view) {
    this.view = view;
    this.#show();
  }

  #show() {
    const { x, y, width, height } = this.view;
    this.picture.setAttribute("viewBox", `${x} ${y} ${width} ${height}`);
  }

  /** The part of the board that fills the element, at its proportions. */
  #shown() {
    const { x, y, width, height } = this.view;
    const ratio = this.element.clientWidth / this.element.clientHeight;
    if (width / height < ratio) return { x: x - (height * ratio - width) / 2, y, width: height * ratio, height };
    return { x, y: y - (width / ratio - height) / 2, width, height: width / ratio };
  }

  #spot(event) {
    const box = this.element.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  }

  #wheel(event) {
    event.preventDefault();
    if (!this.picture) return;
    const { x, y } = this.#spot(event);
    this.zoom(Math.exp(Math.sign(event.deltaY) * Math.min(Math.abs(event.deltaY), 100) * 0.0025), x, y);
  }

  #down(event) {
    if (!this.picture || event.button > 0) return;
    this.pointers.set(event.pointerId, { ...this.#spot(event), target: event.target });
    if (this.pointers.size === 1) this.travelled = 0;
    this.element.setPointerCapture(event.pointerId);
  }

  #move(event) {
    const before = this.pointers.get(event.pointerId);
    if (!before) return;
    const now = this.#spot(event);
    const others = [...this.pointers].filter(([id]) => id !== event.pointerId).map(([, at]) => at);
    this.travelled += Math.hypot(now.x - before.x, now.y - before.y);
    if (others.length === 0) {
      if (this.travelled > STILL) this.pan(now.x - before.x, now.y - before.y);
    } else {
      const other = others[0];
      const apart = (at) => Math.max(Math.hypot(at.x - other.x, at.y - other.y), 1);
      this.zoom(apart(before) / apart(now), (now.x + other.x) / 2, (now.y + other.y) / 2);
      this.pan((now.x - before.x) / 2, (now.y - before.y) / 2);
      this.travelled += STILL;
    }
    this.pointers.set(event.pointerId, { ...now, target: before.target });
  }

  #up(event) {
    const start = this.pointers.get(event.pointerId);
    this.pointers.delete(event.pointerId);
    if (!start || this.pointers.size || this.travelled > STILL) return;
    const under = document.elementsFromPoint(event.clientX, event.clientY);
    const stop = under.map((e) => e.closest?.("[data-stop]")).find(Boolean);
    const hex = under.map((e) => e.closest?.("[data-hex]")).find(Boolean);
    if (!stop && !hex) return;
    const name = stop?.dataset.stop ?? null;
    this.clicked({ stop: name, hex: hex?.dataset.hex ?? name.split(".")[0], x: event.clientX, y: event.clientY });
  }
}

const nameOf = (element) => element.dataset?.stop ?? element.dataset?.hex ?? null;

function wider({ x, y, width, height }, margin) {
  return { x: x - margin, y: y - margin, width: width + 2 * margin, height: height + 2 * margin };
}

function make(name, attributes) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  return element;
}

function label(x, y, words, colour) {
  const group = make("g", {});
  const width = 8 + 7.2 * words.length;
  group.append(make("rect", { x: x - width / 2, y: y - 8, width, height: 16, rx: 8, fill: colour, stroke: "#fff", "stroke-width": 1.5 }));
  const text = make("text", { x, y: y + 4.2, "font-size": 12, "font-weight": "bold", fill: "#fff" });
  text.textContent = words;
  group.append(text);
  return group;
}
