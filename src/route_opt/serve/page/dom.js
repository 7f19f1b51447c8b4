// Making elements, and finding them.

export const $ = (selector, root = document) => root.querySelector(selector);
export const $$ = (selector, root = document) => [...root.querySelectorAll(selector)];

/** An element with attributes (functions become listeners) and children; false ones are left out. */
export function h(name, attributes = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value === false || value === null || value === undefined) continue;
    if (typeof value === "function") element.addEventListener(key.slice(2), value);
    else if (key in element && key !== "list" && key !== "style") element[key] = value;
    else element.setAttribute(key, value);
  }
  element.append(...children.flat(3).filter((child) => child !== false && child !== null && child !== undefined));
  return element;
}

const folds = new Map(); // what somebody has opened or closed, by its id

/** What can be folded away; it stays as somebody has left it, until then it is as `open` says. */
export function folded(id, open, name, ...content) {
  const fold = () => folds.set(id, !details.open);
  const details = h("details", { id, open: folds.get(id) ?? open }, h("summary", { onclick: fold }, name), ...content);
  return details;
}

/** Parse SVG text that this server has drawn. */
export function svg(text) {
  const drawn = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
  return document.importNode(drawn, true);
}

/** The problems of an answer as sentences, for the place they are about. */
export function sentences(problems) {
  return h("ul", { className: "problems" }, problems.map((p) => h("li", {}, sentence(p))));
}

export function sentence({ where, message }) {
  const text = where ? `${where}: ${message}` : message.charAt(0).toUpperCase() + message.slice(1);
  return text + (/[.?!]$/.test(text) ? "" : ".");
}

export function download(name, type, text) {
  const link = h("a", { href: URL.createObjectURL(new Blob([text], { type })), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

/** The arrow keys go through the elements of a list, of which one takes the focus of all. */
export function roving(list, selector) {
  const all = () => $$(selector, list).filter((element) => !element.disabled && element.checkVisibility());
  list.addEventListener("keydown", (event) => {
    const step = { ArrowDown: 1, ArrowUp: -1, Home: -Infinity, End: Infinity }[event.key];
    const rows = all();
    const at = rows.indexOf(event.target);
    if (!step || at < 0) return;
    rows[Math.min(Math.max(at + step, 0), rows.length - 1)].focus();
    event.preventDefault();
  });
  list.addEventListener("focusin", (event) => {
    if (!event.target.matches(selector)) return;
    for (const element of all()) element.tabIndex = element === event.target ? 0 : -1;
  });
  const elements = $$(selector, list);
  const first = elements.find((element) => !element.closest("details:not([open])")) ?? elements[0];
  for (const element of elements) element.tabIndex = element === first ? 0 : -1;
  return list;
}
