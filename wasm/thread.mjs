// The other side of worker.mjs: questions come in as messages, answers go out.
import { load } from "./index.mjs";

const inBrowser = typeof globalThis.postMessage === "function";
const port = inBrowser ? globalThis : (await import("node:worker_threads")).parentPort;
const optimizer = await load();

function answered({ problem, seconds, nodes, tells }) {
  const progress = tells ? (how) => void port.postMessage({ progress: how }) : null;
  try {
    return { solution: optimizer.solve(problem, { seconds, nodes, progress }) };
  } catch (error) {
    return { problems: error.problems, message: String(error.message ?? error) };
  }
}

const receive = (question) => port.postMessage(answered(question));
if (inBrowser) port.onmessage = (event) => receive(event.data);
else port.on("message", receive);
