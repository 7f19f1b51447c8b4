// The table on the server: what lies on it, and doing something there. Every window hears of changes.

import { ask, get, Oops } from "/page/api.js";

class Table {
  state = { revision: -1, game: null, games: [] };
  listeners = [];
  lost = () => {}; // told when the server is gone, and when it is there again
  gone = false;

  get game() {
    return this.state.game;
  }

  listen(listener) {
    this.listeners.push(listener);
  }

  async start() {
    await this.fetch();
    this.#follow();
    document.addEventListener("visibilitychange", () => this.#follow());
    window.addEventListener("pagehide", () => this.events?.close());
    window.addEventListener("pageshow", ({ persisted }) => persisted && this.#follow());
  }

  /** Hear of changes while the page is seen: a browser keeps few connections to one server. */
  #follow() {
    this.events?.close();
    if (document.hidden) return;
    this.events = new EventSource("/api/game/events");
    this.events.onopen = () => this.#isGone(false);
    this.events.onerror = () => this.#isGone(true); // the browser tries again by itself
    this.events.onmessage = ({ data }) => Number(data) !== this.state.revision && this.fetch().catch(() => this.#isGone(true));
  }

  #isGone(gone) {
    if (gone !== this.gone) this.lost(gone);
    this.gone = gone;
  }

  async fetch() {
    this.#set(await get("/api/game"));
  }

  /** Ask for a change; whoever was late sees the table as it is. */
  async change(name, question) {
    try {
      this.#set(await post(name, question));
    } catch (error) {
      if (error instanceof Oops && error.problems.some(({ code }) => code === "moved_on")) await this.fetch();
      throw error;
    }
  }

  act(action) {
    return this.change("act", { action, revision: this.state.revision });
  }

  #set(state) {
    if (state.revision <= this.state.revision) return; // overtaken, or heard already
    const before = this.state;
    this.state = state;
    for (const listener of this.listeners) listener(state, before);
  }
}

export const table = new Table();

export const post = (name, question) => ask(`game/${name}`, question);
