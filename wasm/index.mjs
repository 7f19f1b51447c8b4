// The optimizer in browsers and in Node: a problem document in, a solution document out. The form
// of both is described in docs/problem.md and in schemas/problem.json and schemas/solution.json.
import createCore from "./dist/core.mjs";

const GROUPS = ["stops", "track", "trains", "terms"];
const STATUS = ["optimal", "feasible", "infeasible"];
const OK = 0;

/** What is wrong with a problem: every reason, a sentence each. */
export class ProblemError extends Error {
  constructor(problems) {
    super(problems.join("\n"));
    this.name = "ProblemError";
    this.problems = problems;
  }
}

/** Loads the core; one instance answers one question at a time. */
export async function load() {
  return new Optimizer(await createCore());
}

class Optimizer {
  constructor(core) {
    this.core = core;
  }

  get version() {
    return this.core.UTF8ToString(this.core._route_opt_version());
  }

  /** The best set of routes of a problem, with a proof. */
  solve(document) {
    return this.#asked(document, (problem) => {
      const { core } = this;
      const place = core._malloc(4);
      try {
        const code = core._route_opt_solve(problem, 0, place);
        if (code !== OK) throw new Error(`the core failed with code ${code}`);
        return this.#solution(problem, core.HEAP32[place >> 2]);
      } finally {
        core._free(place);
      }
    });
  }

  /** Everything that is wrong with a problem; nothing, if it can be solved. */
  problems(document) {
    try {
      this.#asked(document, () => null);
      return [];
    } catch (error) {
      if (error instanceof ProblemError) return error.problems;
      throw error;
    }
  }

  #asked(document, question) {
    const { core } = this;
    const problem = core._route_opt_problem_new();
    try {
      const wrong = [...this.#fill(problem, document)];
      if (wrong.length === 0) wrong.push(...this.#text(core._route_opt_problems, problem));
      if (wrong.length > 0) throw new ProblemError(wrong);
      return question(problem);
    } finally {
      core._route_opt_problem_free(problem);
    }
  }

  *#fill(problem, document) {
    for (const group of GROUPS) {
      for (const [name, given] of Object.entries(document[group] ?? {})) {
        const numbers = flat(given);
        const sound = numbers.every((n) => Number.isInteger(n) && n === (n | 0));
        if (!sound) yield `${group}.${name}: not all of it are integers of 32 bits`;
        else if (!this.#set(problem, `${group}.${name}`, numbers)) {
          yield `${group}.${name}: no such field, or not of its form`;
        }
      }
    }
  }

  #set(problem, name, numbers) {
    const { core } = this;
    const size = core.lengthBytesUTF8(name) + 1;
    const text = core._malloc(size);
    const values = core._malloc(4 * numbers.length + 4);
    core.stringToUTF8(name, text, size);
    core.HEAP32.set(numbers, values >> 2);
    // A count is 64 bits wide: two words.
    const code = core._route_opt_set(problem, text, values, numbers.length, 0);
    core._free(values);
    core._free(text);
    return code === OK;
  }

  #text(question, ...handles) {
    const { core } = this;
    const room = 1 << 16;
    const text = core._malloc(room);
    question(...handles, text, room, 0);
    const found = core.UTF8ToString(text);
    core._free(text);
    return found === "" ? [] : found.split("\n");
  }

  #solution(problem, handle) {
    const { core } = this;
    try {
      const wrong = this.#text(core._route_opt_verify, problem, handle);
      const status = STATUS[core._route_opt_status(handle)];
      if (status !== "infeasible" && wrong.length > 0) throw new Error(wrong.join("; "));
      const routes = [];
      for (let n = 0; n < core._route_opt_routes(handle); ++n) routes.push(this.#route(handle, n));
      return {
        format: "route-opt/solution@1",
        status,
        value: core._route_opt_value(handle),
        bound: core._route_opt_bound(handle),
        routes,
      };
    } finally {
      core._route_opt_solution_free(handle);
    }
  }

  #route(handle, n) {
    const { core } = this;
    const length = core._malloc(4);
    const read = (question) => {
      const at = question(handle, n, length) >> 2;
      return Array.from(core.HEAP32.subarray(at, at + core.HEAP32[length >> 2]));
    };
    const route = {
      train: core._route_opt_route_train(handle, n),
      path: read(core._route_opt_route_path),
      counted: read(core._route_opt_route_counted),
      value: core._route_opt_route_value(handle, n),
    };
    core._free(length);
    return route;
  }
}

// Numbers of a field, one after the other: lists, pairs, sets of stops, one number, truth values.
function flat(given) {
  if (typeof given === "boolean") return [given ? 1 : 0];
  if (typeof given === "number") return [given];
  if (!Array.isArray(given) && !ArrayBuffer.isView(given)) return [NaN];
  return Array.from(given).flatMap((entry) =>
    entry !== null && typeof entry === "object" && "stops" in entry
      ? [entry.value, entry.stops.length, ...entry.stops]
      : flat(entry),
  );
}
