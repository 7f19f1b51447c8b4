// The optimizer in browsers and in Node: a problem document in, a solution document out. The form
// of both is described in docs/problem.md and in schemas/problem.json and schemas/solution.json.
import createCore from "./dist/core.mjs";

const FORMAT = "route-opt/problem@1";
const GROUPS = ["stops", "track", "trains", "terms"];
const NEEDED = ["stops", "track", "trains"];
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

  /** The best set of routes of a problem, with a proof; stopped, the best so far with a bound. */
  solve(document, { seconds = 0, nodes = 0, progress = null } = {}) {
    for (const [name, limit] of Object.entries({ seconds, nodes })) {
      if (!(limit >= 0)) throw new RangeError(`${name} is ${limit}, not 0 (no limit) or more`);
    }
    return this.#asked(document, (problem) => {
      const { core } = this;
      let failure = null;
      // What it throws must not pass through the core: it waits until the core has come back.
      core.told = (value, bound, searched, after) => {
        try {
          return progress({ value, bound, nodes: searched, seconds: after }) === true;
        } catch (error) {
          failure = { error };
          return true;
        }
      };
      return this.#lent(4, (place) => {
        const code = core._route_opt_js_solve(problem, seconds, nodes, progress ? 1 : 0, place);
        const handle = core.HEAP32[place >> 2];
        try {
          if (failure) throw failure.error;
          if (code !== OK) throw new Error(`the core failed with code ${code}`);
          return this.#solution(document, problem, handle);
        } finally {
          core._route_opt_solution_free(handle);
        }
      });
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
      const wrong = [...misshapen(document), ...misnamed(document)];
      const unread = [...this.#fill(problem, document)];
      wrong.push(...(unread.length > 0 ? unread : this.#text(core._route_opt_problems, problem)));
      if (wrong.length > 0) throw new ProblemError(wrong);
      return question(problem);
    } finally {
      core._route_opt_problem_free(problem);
    }
  }

  *#fill(problem, document) {
    for (const group of GROUPS) {
      for (const [name, given] of Object.entries(part(document, group))) {
        const numbers = flat(given);
        const paired = name === "pieces" || name.endsWith("_ends");
        if (paired && Array.isArray(given) && given.some((row) => Array.isArray(row) && row.length !== 2)) {
          yield `${group}.${name}: not all of its rows are pairs`;
          continue;
        }
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
    return this.#lent(size, (text) =>
      this.#lent(4 * numbers.length + 4, (values) => {
        core.stringToUTF8(name, text, size);
        core.HEAP32.set(numbers, values >> 2);
        // A count is 64 bits wide: two words.
        return core._route_opt_set(problem, text, values, numbers.length, 0) === OK;
      }),
    );
  }

  // All lines of a text of which only the length is known beforehand.
  #text(question, ...handles) {
    const { core } = this;
    const size = question(...handles, 0, 0, 0) + 1;
    return this.#lent(Math.max(size, 1), (text) => {
      question(...handles, text, size, 0);
      const found = core.UTF8ToString(text);
      return found === "" ? [] : found.split("\n");
    });
  }

  #lent(size, use) {
    const place = this.core._malloc(size);
    if (place === 0) throw new Error("no memory");
    try {
      return use(place);
    } finally {
      this.core._free(place);
    }
  }

  #solution(document, problem, handle) {
    const { core } = this;
    const routes = [];
    for (let n = 0; n < core._route_opt_routes(handle); ++n) routes.push(this.#route(handle, n));
    let status = STATUS[core._route_opt_status(handle)];
    const required = document.terms?.required_ends ?? [];
    if (status === "feasible" && routes.length === 0 && required.length > 0) status = "unknown";
    if (status === "optimal" || status === "feasible") {
      const wrong = this.#text(core._route_opt_verify, problem, handle);
      if (wrong.length > 0) throw new Error(`the answer does not pass its check: ${wrong.join("; ")}`);
    }
    return {
      format: "route-opt/solution@1",
      status,
      value: core._route_opt_value(handle),
      bound: core._route_opt_bound(handle),
      routes,
      engine: "native",
      stats: {
        nodes: core._route_opt_js_nodes(handle),
        routes: core._route_opt_js_listed(handle),
        seconds: core._route_opt_seconds(handle),
      },
      words: routes.map((route) => words(document, route)),
    };
  }

  #route(handle, n) {
    const { core } = this;
    return this.#lent(4, (length) => {
      const read = (question) => {
        const at = question(handle, n, length) >> 2;
        return Array.from(core.HEAP32.subarray(at, at + core.HEAP32[length >> 2]));
      };
      return {
        train: core._route_opt_route_train(handle, n),
        path: read(core._route_opt_route_path),
        counted: read(core._route_opt_route_counted),
        value: core._route_opt_route_value(handle, n),
      };
    });
  }
}

// What is wrong with a document as a whole, before anybody looks at its arrays.
function* misshapen(document) {
  if (!isObject(document)) {
    yield "a problem is an object";
    return;
  }
  for (const name of Object.keys(document)) {
    if (![...GROUPS, "names", "format"].includes(name)) yield `${name}: is not a field here`;
    else if (name !== "format" && !isObject(document[name])) yield `${name}: is not an object`;
  }
  for (const name of NEEDED) if (!(name in document)) yield `${name}: is missing`;
  if ((document.format ?? FORMAT) !== FORMAT) yield `format: '${document.format}' is not '${FORMAT}'`;
}

function isObject(given) {
  return given !== null && typeof given === "object" && !Array.isArray(given);
}

// A group of a document; an empty one where it is something else, which was told already.
function part(document, group) {
  return isObject(document) && isObject(document[group]) ? document[group] : {};
}

function* misnamed(document) {
  const sizes = {
    stops: part(document, "stops").value?.length ?? 0,
    sides: part(document, "track").sides ?? 0,
    trains: part(document, "trains").visits?.length ?? 0,
  };
  for (const [kind, names] of Object.entries(part(document, "names"))) {
    if (!(kind in sizes)) yield `names.${kind}: is none of stops, sides, trains`;
    else if (!Array.isArray(names) || !names.every((name) => typeof name === "string")) {
      yield `names.${kind}: is not a list of names`;
    } else if (names.length > 0 && names.length !== sizes[kind]) {
      yield `names.${kind}: ${names.length} names for ${sizes[kind]} ${kind}`;
    }
  }
}

// A route as people write it: stops that do not count stand in brackets.
function words(document, route) {
  const name = (kind, n) => document.names?.[kind]?.[n] ?? String(n);
  const called = route.path.filter((end) => end < document.stops.value.length);
  const stops = called.map((stop) =>
    route.counted.includes(stop) ? name("stops", stop) : `(${name("stops", stop)})`,
  );
  return `${name("trains", route.train)}: ${stops.join(", ")} = ${route.value}`;
}

// Numbers of a field, one after the other: lists, pairs, sets of stops, one number, truth values.
function flat(given) {
  if (typeof given === "boolean") return [given ? 1 : 0];
  if (typeof given === "number") return [given];
  if (!Array.isArray(given) && !ArrayBuffer.isView(given)) return [NaN];
  return Array.from(given).flatMap((entry) => (isObject(entry) ? set(entry) : flat(entry)));
}

function set({ stops, value, ...others }) {
  const known = Array.isArray(stops) && Object.keys(others).length === 0;
  return known ? [value, stops.length, ...stops] : [NaN];
}
