// What the page shows, and every step back. States are never changed, only replaced.

const MOST = 500;

export class Store {
  constructor() {
    this.state = { position: null, record: null, step: -1, claim: [] };
    this.past = [];
    this.future = [];
    this.listeners = [];
  }

  listen(listener) {
    this.listeners.push(listener);
  }

  /** Replace some of the state; undo brings back what was. */
  change(changes) {
    if (this.state.position) this.past.push(this.state);
    this.past.splice(0, this.past.length - MOST);
    this.future = [];
    this.#set({ ...this.state, ...changes });
  }

  /** Something else is looked at: nothing before it can be brought back. */
  begin(changes) {
    this.past = [];
    this.future = [];
    this.#set({ ...this.state, ...changes });
  }

  /** Change the position, or some fields of it. */
  edit(changes) {
    this.change({ position: { ...this.state.position, ...changes } });
  }

  undo() {
    if (!this.past.length) return;
    this.future.push(this.state);
    this.#set(this.past.pop());
  }

  redo() {
    if (!this.future.length) return;
    this.past.push(this.state);
    this.#set(this.future.pop());
  }

  #set(state) {
    const before = this.state;
    this.state = state;
    for (const listener of this.listeners) listener(state, before);
  }
}
