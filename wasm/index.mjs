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
    if (!(typeof seconds === "number" && seconds >= 0)) {
      throw new RangeError(`seconds is ${seconds}, not 0 (no limit) or more`);
    }
    if (!(Number.isSafeInteger(nodes) && nodes >= 0)) {
      throw new RangeError(`nodes is ${nodes}, not 0 (no limit) or a whole number above it`);
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
      const { unfit, unread } = this.#fill(problem, document);
      // A place of which something was said already holds a 0 that nobody gave.
      const told = new Set([...unfit.map(place), ...unread]);
      const more = this.#text(core._route_opt_problems, problem).filter((one) => !told.has(place(one)));
      wrong.push(...unfit, ...more);
      if (wrong.length > 0) throw new ProblemError(wrong);
      return question(problem);
    } finally {
      core._route_opt_problem_free(problem);
    }
  }

  // Gives the core all fields; what of them does not fit, and the fields of which nothing could be read. The
  // core remembers names that there are not, and tells them.
  #fill(problem, document) {
    const unfit = [];
    const unread = [];
    const stops = part(document, "stops").value;
    const width = isList(stops) ? stops.length : null;
    const skip = (field) => {
      const known = this.#named(field, (text) => this.core._route_opt_unread(problem, text) === OK);
      if (known) unread.push(field);
      return known;
    };
    for (const group of GROUPS) {
      for (const [name, given] of given_in(part(document, group))) {
        const field = `${group}.${name}`;
        const { numbers, wrong } = read(field, given, width);
        const known = numbers === null ? skip(field) : this.#set(problem, field, numbers);
        if (known) unfit.push(...wrong);
      }
    }
    for (const [group, field] of [["stops", "value"], ["trains", "visits"]]) {
      if (part(document, group)[field] !== undefined) continue;
      if (isObject(document?.[group])) unfit.push(`${group}.${field}: is missing`);
      skip(`${group}.${field}`);
    }
    return { unfit, unread };
  }

  #named(name, use) {
    const size = this.core.lengthBytesUTF8(name) + 1;
    return this.#lent(size, (text) => {
      this.core.stringToUTF8(name, text, size);
      return use(text);
    });
  }

  #set(problem, name, numbers) {
    const { core } = this;
    return this.#named(name, (text) =>
      this.#lent(4 * numbers.length + 4, (values) => {
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
    yield `a problem is an object, not ${kind(document)}`;
    return;
  }
  for (const [name, given] of given_in(document)) {
    if (![...GROUPS, "names", "format"].includes(name)) yield `${name}: is none of ${[...GROUPS, "names", "format"].join(", ")}`;
    else if (name !== "format" && !isObject(given)) yield `${name}: is ${kind(given)}, not an object`;
    else if (name === "format" && given !== FORMAT) yield `format: ${shown(given)} is not "${FORMAT}"`;
  }
  for (const name of NEEDED) if (document[name] === undefined) yield `${name}: is missing`;
}

// What stands in an object: a property that is undefined does not, as in JSON.
function given_in(object) {
  return Object.entries(object).filter(([, given]) => given !== undefined);
}

function isObject(given) {
  return given !== null && typeof given === "object" && !Array.isArray(given);
}

// What a value is, in the words of people.
function kind(given) {
  if (given === null || given === undefined) return String(given);
  if (Array.isArray(given)) return "a list";
  return { string: "a text", number: "a number", boolean: "true or false" }[typeof given] ?? `a ${typeof given}`;
}

// A group of a document; an empty one where it is something else, which was told already.
function part(document, group) {
  return isObject(document) && isObject(document[group]) ? document[group] : {};
}

function* misnamed(document) {
  const length = (list) => (isList(list) ? list.length : null);
  const sizes = new Map([
    ["stops", length(part(document, "stops").value)],
    ["sides", whole(part(document, "track").sides ?? 0, false)],
    ["trains", length(part(document, "trains").visits)],
  ]);
  for (const [kind, names] of given_in(part(document, "names"))) {
    const size = sizes.get(kind);
    if (!sizes.has(kind)) yield `names.${kind}: is none of stops, sides, trains`;
    else if (!Array.isArray(names) || !names.every((name) => typeof name === "string")) {
      yield `names.${kind}: is not a list of names`;
    } else if (names.length > 0 && size !== null && names.length !== size) {
      yield `names.${kind}: ${names.length} names for ${size} ${kind}`;
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

const SINGLE = ["track.sides", "terms.visit_bonus", "terms.good_value"];
const TRUTHS = ["stops.own", "stops.end_only", "stops.buyer", "stops.room", "stops.minor", "terms.extra_good"];

// Where a sentence says that something is wrong.
function place(sentence) {
  return sentence.slice(0, sentence.indexOf(": "));
}

function isList(given) {
  return Array.isArray(given) || ArrayBuffer.isView(given);
}

// The numbers of a field, flat, and what is wrong with it; an entry that is wrong is a 0, what is wrong
// as a whole has no numbers. `stops` is how many stops there are, null where nobody knows.
function read(field, given, stops) {
  if (field === "terms.extra_good" || SINGLE.includes(field)) return single(field, given);
  if (!isList(given)) return { numbers: null, wrong: [`${field}: is not a list`] };
  if (field === "terms.sets") return sets(field, given);
  const paired = field === "track.pieces" || field.endsWith("_ends");
  const width = paired ? 2 : field === "stops.tariffs" ? stops : 0;
  const { numbers: entries, wrong } = rows(field, given, width);
  const numbers = entries.map((entry, n) => {
    const number = whole(entry, TRUTHS.includes(field));
    if (number === null) wrong.push(`${field}[${paired ? n >> 1 : n}]: ${unfit(entry, field)}`);
    return number ?? 0;
  });
  if (!paired || numbers.length % 2 === 0) return { numbers, wrong };
  return { numbers: numbers.slice(0, -1), wrong: [...wrong, `${field}: ${numbers.length} numbers are no pairs`] };
}

// Entries, or rows of so many of them (0: there are no rows; null: of any number), as the first one is.
function rows(field, given, width) {
  const wrong = [];
  if (width === 0 || !isList(given[0])) return { numbers: Array.from(given), wrong };
  const numbers = Array.from(given).flatMap((row, n) => {
    if (isList(row) && (width === null || row.length === width)) return Array.from(row);
    const first = field === "stops.tariffs" ? n * (width ?? 1) : n;
    const what = isList(row) ? `row ${n} has ${row.length} entries, not ${width}` : `${shown(row)} is not a row like the first`;
    wrong.push(`${field}[${first}]: ${what}`);
    return [...(isList(row) ? row : []), ...Array(width ?? 0).fill(0)].slice(0, width ?? 0);
  });
  return { numbers, wrong };
}

function single(field, given) {
  const number = whole(given, TRUTHS.includes(field));
  return number === null ? { numbers: null, wrong: [`${field}: ${unfit(given, field)}`] } : { numbers: [number], wrong: [] };
}

// Sets of stops: the value, how many stops, and the stops. One that is wrong is left as one that is not.
function sets(field, given) {
  const wrong = [];
  const numbers = Array.from(given).flatMap((one, n) => {
    const before = wrong.length;
    const say = (what) => wrong.push(`${field}[${n}]: ${what}`);
    if (!isObject(one)) say("is not an object of stops and value");
    const { stops, value, ...others } = isObject(one) ? one : { stops: [], value: 0 };
    for (const [name] of given_in(others)) say(`${name} is none of stops, value`);
    if (!isList(stops)) say("its stops are not a list");
    if (whole(value, false) === null) say(`its value ${unfit(value, field)}`);
    const found = isList(stops) ? Array.from(stops) : [];
    for (const stop of found) if (whole(stop, false) === null) say(`its stop ${unfit(stop, field)}`);
    if (wrong.length > before) return [0, 0];
    return [whole(value, false), found.length, ...found.map((stop) => whole(stop, false))];
  });
  return { numbers, wrong };
}

// A value as an integer of 32 bits, or as a flag; null if it is none.
function whole(given, flag) {
  if (typeof given === "boolean") return flag ? Number(given) : null;
  if (typeof given !== "number" || given !== (given | 0)) return null;
  return !flag || given === 0 || given === 1 ? given | 0 : null;
}

function unfit(given, field) {
  return shown(given) + (TRUTHS.includes(field) ? " is neither true nor false" : " is not an integer of 32 bits");
}

// Any value, on one short line; an object may have no text of its own.
function shown(given) {
  if (Array.isArray(given)) return "a list";
  if (given !== null && typeof given === "object") return "an object";
  const text = typeof given === "string" ? JSON.stringify(given) : String(given);
  return text.length > 60 ? `${text.slice(0, 57)}...` : text;
}
