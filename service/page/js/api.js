// Asking the server. Every answer is the JSON of the contract; every failure is {code, message, where}.

const GONE = {
  code: "server-gone",
  message: "The machine that runs Rackcheck does not answer. Is it still on, and on the same network? Then try again.",
  where: "",
};

/** What a request was refused for. */
export class Refused extends Error {
  constructor(error) {
    super(error.message);
    this.error = error;
  }
}

async function ask(path, options) {
  let answer;
  try {
    answer = await fetch(path, options);
  } catch (problem) {
    if (problem.name === "AbortError") throw problem;
    throw new Refused(GONE);
  }
  let body;
  try {
    body = await answer.json();
  } catch {
    throw new Refused({ ...GONE, code: "no-json", message: `The answer cannot be read (status ${answer.status}).` });
  }
  if (!answer.ok) throw new Refused(body.error ?? GONE);
  return body;
}

function post(path, body, signal) {
  return ask(path, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body), signal });
}

export function cards() {
  return ask("/api/v1/cards");
}

export function rulesets() {
  return ask("/api/v1/rulesets");
}

export function scan(blob, name) {
  const form = new FormData();
  form.append("image", blob, name);
  return ask("/api/v1/scan", { method: "POST", body: form });
}

export function check(body, signal) {
  return post("/api/v1/check", body, signal);
}

export function settle(body, signal) {
  return post("/api/v1/settle", body, signal);
}
