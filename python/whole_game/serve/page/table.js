// The table on the server: what lies on it, and doing something there. Every window hears of changes.

import { Oops, send } from "/page/api.js";

class Table {
  state = { revision: -1, game: null, games: [] };
  listeners = [];

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
    this.events.onmessage = ({ data }) => Number(data) !== this.state.revision && this.fetch();
  }

  async fetch() {
    this.#set(await (await send("/api/game")).json());
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
    if (state.revision < this.state.revision) return; // an answer that was overtaken
    const before = this.state;
    this.state = state;
    for (const listener of this.listeners) listener(state, before);
  }
}

export const table = new Table();

export async function post(name, question) {
  const response = await send(`/api/game/${name}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(question),
  });
  return response.json();
}
