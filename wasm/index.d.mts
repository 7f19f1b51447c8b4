/** Lists of 32-bit integers; truth values, or 0 and 1, where a field is a flag; pairs as rows of two. */
export type Numbers = readonly number[] | Int32Array;
export type Flags = readonly (boolean | number)[] | Uint8Array;
/** Rows of one number a stop, one after the other, or each a list of its own. */
export type Rows = readonly (readonly number[] | Int32Array)[] | Numbers;
export type Pairs = readonly (readonly number[])[] | readonly number[] | Int32Array;

/** A problem without a title: `route-opt/problem@1`, see docs/problem.md. */
export interface Problem {
  format?: "route-opt/problem@1";
  stops: {
    value: Numbers;
    end_extra?: Numbers;
    pair_value?: Numbers;
    end_class?: Numbers;
    group?: Numbers;
    goods?: Numbers;
    own?: Flags;
    end_only?: Flags;
    buyer?: Flags;
    room?: Flags;
    minor?: Flags;
    tariffs?: Rows;
  };
  track: { pieces?: Pairs; sides?: number };
  trains: {
    visits: Numbers;
    counts?: Numbers;
    major_visits?: Numbers;
    major_counts?: Numbers;
    minor_visits?: Numbers;
    minor_counts?: Numbers;
    tariff?: Numbers;
  };
  terms?: {
    forbidden_ends?: Pairs;
    bonus_ends?: Pairs;
    required_ends?: Pairs;
    sets?: readonly { stops: readonly number[]; value: number }[];
    visit_bonus?: number;
    good_value?: number;
    extra_good?: boolean;
  };
  names?: { stops?: readonly string[]; sides?: readonly string[]; trains?: readonly string[] };
}

export interface Route {
  train: number;
  /** Stops, and between two stops the sides crossed, each as the face the train leaves by. */
  path: number[];
  counted: number[];
  value: number;
}

/** The best routes found: `route-opt/solution@1`. */
export interface Solution {
  format: "route-opt/solution@1";
  /** `feasible`: stopped, the best lies between `value` and `bound`; `unknown`: stopped before a set
   * with the ends that are required was found; `infeasible`: there is none. */
  status: "optimal" | "feasible" | "infeasible" | "unknown";
  value: number;
  bound: number;
  routes: Route[];
  engine: "native";
  stats: { nodes: number; routes: number; seconds: number };
  /** The routes as people write them, with the names of the problem. */
  words: string[];
}

/** How far a search is: the best found, and what no set of routes can exceed. */
export interface Progress {
  value: number;
  bound: number;
  nodes: number;
  seconds: number;
}

/** When to stop before the proof; 0 or nothing: never. */
export interface Limits {
  seconds?: number;
  nodes?: number;
}

/** What is wrong with a problem: every reason, a sentence each. */
export class ProblemError extends Error {
  problems: string[];
}

export interface Optimizer {
  readonly version: string;
  /**
   * The best set of routes of a problem, with a proof; stopped, the best so far with a bound.
   * `progress` is called every few milliseconds, and stops the search by returning `true`.
   * Throws a `ProblemError`.
   */
  solve(problem: Problem, options?: Limits & { progress?: (how: Progress) => unknown }): Solution;
  /** Everything that is wrong with a problem; nothing, if it can be solved. */
  problems(problem: Problem): string[];
}

/** Loads the core; one instance answers one question at a time. */
export function load(): Promise<Optimizer>;
