import type { Limits, Problem, Progress, Solution } from "./index.mjs";

/** The optimizer on a thread of its own: a worker of the browser or of Node. */
export class OptimizerWorker {
  /**
   * The best set of routes; questions are answered one after the other. Rejected with a
   * `ProblemError`, or with the reason of the signal where the question is given up.
   */
  solve(
    problem: Problem,
    options?: Limits & { progress?: (how: Progress) => void; signal?: AbortSignal },
  ): Promise<Solution>;
  /** Ends the thread; questions that wait are rejected. */
  close(): void;
}
