// The optimizer on a thread of its own, so that a page stays awake while it searches. Questions are
// answered one after the other; one that is given up costs its thread, and another one is started.
import { ProblemError } from "./index.mjs";

const inBrowser = typeof Worker === "function";
const NodeWorker = inBrowser ? null : (await import("node:worker_threads")).Worker;
const HERE = new URL("./thread.mjs", import.meta.url);

export class OptimizerWorker {
  #thread = null;
  #waiting = [];
  #current = null;
  #closed = false;

  /** The best set of routes; rejected with the signal's reason where it is given up. */
  solve(problem, { seconds = 0, nodes = 0, progress = null, signal = null } = {}) {
    return new Promise((resolve, reject) => {
      if (this.#closed) throw new Error("the worker is closed");
      signal?.throwIfAborted();
      const task = { problem, seconds, nodes, progress, signal, resolve, reject };
      task.giveUp = () => this.#giveUp(task);
      signal?.addEventListener("abort", task.giveUp, { once: true });
      this.#waiting.push(task);
      this.#next();
    });
  }

  /** Ends the thread; questions that wait are rejected. */
  close() {
    this.#closed = true;
    const left = [...(this.#current ? [this.#current] : []), ...this.#waiting];
    this.#waiting = [];
    this.#end();
    for (const task of left) this.#settle(task, "reject", new Error("the worker is closed"));
  }

  #next() {
    if (this.#current !== null || this.#waiting.length === 0) return;
    const { problem, seconds, nodes, progress } = (this.#current = this.#waiting.shift());
    this.#thread ??= this.#start();
    this.#thread.ref?.();
    try {
      this.#thread.postMessage({ problem, seconds, nodes, tells: progress !== null });
    } catch (error) {
      this.#failed(error); // a problem that cannot be sent
    }
  }

  #start() {
    const thread = NodeWorker === null ? new Worker(HERE, { type: "module" }) : new NodeWorker(HERE);
    const hear = (type, heard) => {
      const told = (what) => void (thread === this.#thread && heard(what));
      if (NodeWorker !== null) thread.on(type, told);
      else thread.addEventListener(type, (event) => told(event.data ?? new Error(event.message)));
    };
    hear("message", (message) => this.#receive(message));
    hear("error", (error) => this.#failed(error));
    return thread;
  }

  #receive(message) {
    const task = this.#current;
    if (message.progress !== undefined) return void task.progress?.(message.progress);
    this.#current = null;
    this.#thread.unref?.(); // an idle thread keeps no program alive
    if (message.solution !== undefined) this.#settle(task, "resolve", message.solution);
    else if (message.problems) this.#settle(task, "reject", new ProblemError(message.problems));
    else this.#settle(task, "reject", new Error(message.message));
    this.#next();
  }

  #failed(error) {
    const task = this.#current;
    this.#end();
    if (task !== null) this.#settle(task, "reject", error);
    this.#next();
  }

  #giveUp(task) {
    this.#waiting = this.#waiting.filter((other) => other !== task);
    if (this.#current === task) this.#end();
    this.#settle(task, "reject", task.signal.reason);
    this.#next();
  }

  #end() {
    this.#current = null;
    this.#thread?.terminate();
    this.#thread = null;
  }

  #settle(task, how, what) {
    task.signal?.removeEventListener("abort", task.giveUp);
    task[how](what);
  }
}
