// Problem documents on standard input, a line each; on standard output their solutions and, last,
// the milliseconds that all of them took. For tests and for benchmarks.
import { createInterface } from "node:readline";
import { load } from "./index.mjs";

const optimizer = await load();
const lines = [];
for await (const line of createInterface({ input: process.stdin })) lines.push(JSON.parse(line));
const start = performance.now();
const answers = lines.map((problem) => {
  try {
    return optimizer.solve(problem);
  } catch (error) {
    return { problems: error.problems ?? [String(error)] };
  }
});
const took = performance.now() - start;
for (const answer of answers) console.log(JSON.stringify(answer));
console.log(JSON.stringify({ milliseconds: took, version: optimizer.version }));
