// Asking the server. Whatever goes wrong comes as an Oops with problems that are sentences.

export class Oops extends Error {
  constructor(problems) {
    super(problems.map((p) => p.message).join("; "));
    this.problems = problems;
  }
}

export async function send(path, options) {
  let response;
  try {
    response = await fetch(path, options);
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new Oops([{ code: "no_server", where: "", message: "the server does not answer; is it still running?" }]);
  }
  if (!response.ok) {
    const answer = await response.json().catch(() => null);
    const message = `the server answered with status ${response.status}`;
    throw new Oops(answer?.problems ?? [{ code: "failed", where: "", message }]);
  }
  return response;
}

export const get = async (path) => (await send(path)).json();

const post = (name, question, options = {}) =>
  send(`/api/${name}`, {
    method: "POST",
    headers: { "content-type": "application/json", ...options.headers },
    body: JSON.stringify(question),
    signal: options.signal,
  });

export const ask = async (name, question, options) => (await post(name, question, options)).json();
export const draw = async (question, options) => (await post("draw", question, options)).text();

/** Ask for a search; `watch` hears how far it is. */
export async function search(name, question, { watch, signal }) {
  const response = await post(name, question, { signal, headers: { accept: "application/jsonl" } });
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  let answer = null;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    const lines = (rest + value).split("\n");
    rest = lines.pop();
    for (const line of lines.filter(Boolean)) {
      answer = JSON.parse(line);
      if (answer.format === "route-opt/progress@1") watch(answer);
    }
  }
  if (!answer) throw new Oops([{ code: "cut", where: "", message: "the server ended the search" }]);
  if (answer.status === "error") throw new Oops(answer.problems);
  return answer;
}

export const stop = (search) => ask("stop", { search });
