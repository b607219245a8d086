// Asking the server, or what answers in its place. Every answer is the JSON of the contract; every failure is
// {code, message, where}.

import { pageText, sentence } from "./texts.js";

const PATIENCE = 60_000; // ms for which a photo is sent again while the machine is busy with others
let answering = {
  fetch: (path, options) => fetch(path, options),
  follow: (path) => new EventSource(path),
  gone: pageText.gone,
  starting: null,
  begun: Promise.resolve(),
};

/**
 * Let something else than a server answer: `fetch(path, options)` and `follow(path)`, as the platform's own; `gone` says
 * that it does not, `starting` that it still begins, until the promise `begun` ends.
 */
export function answerBy(other) {
  answering = other;
  other.begun.then(() => { other.starting = null; });
}

/** What to tell a person while that which answers the page still begins; null from then on. */
export const starting = () => answering.starting;

const gone = () => ({ code: "server-gone", message: answering.gone, where: "" });

/** A stream of events. */
export const follow = (path) => answering.follow(path);

const SPREAD = 0.5; // phones that were refused together come back up to this part later, not all at once

/** What a request was refused for; `after` is when the server wants to be asked again, ms, or null. */
export class Refused extends Error {
  constructor(error, after = null) {
    super(sentence(error.message));
    this.error = { ...error, message: this.message };
    this.after = after;
  }
}

/** Do `work`; what the server refused goes to `refused(error)`, and what that answers comes instead. */
export async function attempt(work, refused) {
  try {
    return await work();
  } catch (problem) {
    if (!problem.error) throw problem;
    return refused(problem.error);
  }
}

export const pause = (time) => new Promise((done) => { setTimeout(done, time); });

/** Whether a request was refused only because the machine does too much at once. */
export function isBusy(problem) {
  return problem.error?.code === "busy";
}

/** Do `work` again as long as the machine is busy and for a minute at most; `waiting` is called each time. */
export async function patiently(work, waiting = () => {}) {
  const end = performance.now() + PATIENCE;
  for (;;) {
    try {
      return await work();
    } catch (problem) {
      const after = (problem.after ?? 0) * (1 + SPREAD * Math.random());
      if (!isBusy(problem) || performance.now() + after > end) throw problem;
      waiting();
      await pause(after);
    }
  }
}

/**
 * What `work(signal)` answers, which is broken off when `signal` is, and taken for a machine that does not answer after
 * `time` ms: a network that is lost says nothing for minutes. What answers has all the time it needs to begin.
 * `AbortSignal.any` is missing in older phones.
 */
export async function within(time, signal, work) {
  const control = new AbortController();
  const end = () => control.abort(signal.reason);
  if (signal.aborted) end();
  signal.addEventListener("abort", end);
  let timer = 0;
  let ended = false;
  answering.begun.then(() => {
    if (!ended) timer = setTimeout(() => control.abort(new DOMException("no answer", "TimeoutError")), time);
  });
  try {
    return await work(control.signal);
  } finally {
    ended = true;
    clearTimeout(timer);
    signal.removeEventListener("abort", end);
  }
}

/** Milliseconds until a server wants to be asked again, as its answer says. */
function retryAfter(answer) {
  const seconds = Number(answer.headers.get("Retry-After") ?? NaN);
  return Number.isFinite(seconds) ? seconds * 1000 : null;
}

/** As `fetch`, of whatever answers the page; throws `Refused` where nothing does. */
export async function answered(path, options) {
  try {
    return await answering.fetch(path, options);
  } catch (problem) {
    // Older browsers tell of each end alike: that the time was up is said by the signal alone.
    if (problem.name === "AbortError" && options?.signal?.reason?.name !== "TimeoutError") throw problem;
    throw new Refused(gone());
  }
}

/** What an answer that is not ours means: a proxy's own, or one that was given before there was a request. */
function foreign(status) {
  if (status === 502 || status === 504) return gone();
  if (status === 503) return { code: "busy", message: pageText.busy, where: "server" };
  if (status === 413) return { code: "too-large", message: pageText.tooLarge, where: "body" };
  return { ...gone(), code: "no-json", message: pageText.unreadable(status) };
}

/** What an answer holds, as `reading` brings it; throws `Refused` where the connection is lost meanwhile. */
async function bodyOf(reading) {
  try {
    return await reading;
  } catch (problem) {
    if (problem.name === "AbortError") throw problem;
    throw new Refused(gone());
  }
}

async function json(answer) {
  const text = await bodyOf(answer.text());
  let body;
  try {
    body = JSON.parse(text);
  } catch {
    throw new Refused(foreign(answer.status), retryAfter(answer));
  }
  if (!answer.ok) throw new Refused(body.error ?? gone(), retryAfter(answer));
  return body;
}

/** The file that an answer is, a blob; throws `Refused`. */
export function fileOf(answer) {
  return answer.ok ? bodyOf(answer.blob()) : json(answer);
}

/** Ask for JSON; throws `Refused`. */
export async function ask(path, options) {
  return json(await answered(path, options));
}

/** Send JSON and ask for JSON; throws `Refused`. */
export function post(path, body, signal) {
  return ask(path, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body), signal });
}

/**
 * A collection that phones change together, such as the cards: list, get, put(name, body, version), remove(name, version).
 * A change names the version that it was made from, null for a new one; the server refuses it where there is another.
 */
export function collection(path) {
  const of = (name) => `${path}/${encodeURIComponent(name)}`;
  const only = (version) => (version === null ? { "If-None-Match": "*" } : { "If-Match": `"${version}"` });
  return {
    list: () => ask(path),
    get: (name) => ask(of(name)),
    put: (name, body, version) => ask(of(name), {
      method: "PUT", headers: { "Content-Type": "application/json", ...only(version) }, body: JSON.stringify(body) }),
    // One whose file could not be read has no version to name.
    remove: (name, version) => ask(of(name), { method: "DELETE", headers: version ? only(version) : {} }),
  };
}

export const cards = () => ask("/api/v1/cards");

export const rulesets = () => ask("/api/v1/rulesets");

function formOf(blob, name, fields) {
  const form = new FormData();
  form.append("image", blob, name);
  for (const [field, value] of Object.entries(fields)) form.append(field, value);
  return form;
}

const winPath = (game, entry) => `/api/v1/games/${encodeURIComponent(game)}/entries/${entry}/evidence`;

function send(path, blob, name, fields, signal) {
  return ask(path, { method: "POST", body: formOf(blob, name, fields), signal });
}

/** All that a verdict stands on as one file, a blob; `set` names the taught set the photo was read by, or is null for none. */
export async function evidence(blob, claim, set) {
  const fields = { claim: JSON.stringify(claim), set: set ?? "" };
  return fileOf(await answered("/api/v1/evidence", { method: "POST", body: formOf(blob, "photo.jpg", fields) }));
}

/** Keep that with a win of the book instead: answers the state of its game. */
export const keepWithWin = (game, entry, blob, claim, set) =>
  send(winPath(game, entry), blob, "photo.jpg", { claim: JSON.stringify(claim), set: set ?? "" });

/** What is kept with a win, a blob. */
export const ofWin = async (game, entry) => fileOf(await answered(winPath(game, entry)));

/** Remove it: answers the state of its game. */
export const removeOfWin = (game, entry) => ask(winPath(game, entry), { method: "DELETE" });

/** Remove what is kept with all wins of a game: answers its state. */
export const removeOfGame = (game) => ask(`/api/v1/games/${encodeURIComponent(game)}/evidence`, { method: "DELETE" });

/** Read a photo of a rack, or of the table; `set` names a taught set, or is null for none. */
export function scan(blob, name, set, signal, shows = "rack") {
  return send("/api/v1/scan", blob, name, { set: set ?? "", shows }, signal);
}

/** Read the one tile at a place of a photo, four corners in its pixels. */
export function scanTile(blob, quad, set) {
  return send("/api/v1/scan/tile", blob, "photo.jpg", { quad: JSON.stringify(quad), set: set ?? "" });
}

/**
 * Look at one more frame of the camera. `time` in seconds of one clock; `session` is null at first, and from then on what
 * the last answer named; `set` is what a new session reads by, or null for none.
 */
export function live(blob, time, session, set, signal) {
  const fields = { time, set: set ?? "", ...(session === null ? {} : { session }) };
  return send("/api/v1/live", blob, "frame.jpg", fields, signal);
}

/** Check kept evidence again. */
export const openEvidence = (file) =>
  ask("/api/v1/evidence/recheck", { method: "POST", headers: { "Content-Type": "application/octet-stream" }, body: file });

/** All that is kept as one file, a blob. */
export const wholeCopy = async () => fileOf(await answered("/api/v1/copy"));

/** Bring in what a copy holds and is not here. */
export const openCopy = (file) => ask("/api/v1/copy", { method: "POST", headers: { "Content-Type": "application/json" }, body: file });

const setPath = (name, more = "") => `/api/v1/sets/${encodeURIComponent(name)}${more}`;

export const sets = () => ask("/api/v1/sets");

/** Where the file of a set can be downloaded. */
export const setFile = (name) => setPath(name, "/file");

/** Take a set from a file, under its own name where none is given. */
export const importSet = (file, name) =>
  ask(`/api/v1/sets?${new URLSearchParams(name && { name })}`, { method: "POST", body: file });

export const deleteSet = (name) => ask(setPath(name), { method: "DELETE" });

/** `said`: [{quad, label}] that a person has named so far. */
export const proposeFaces = (set, blob, name, said = []) =>
  send(setPath(set, "/proposal"), blob, name, said.length ? { labels: JSON.stringify({ tiles: said }) } : {});

/** `tiles`: [{quad, label}], "NONE" for what is no face. */
export const teachFaces = (set, blob, name, tiles) =>
  send(setPath(set, "/lessons"), blob, name, { labels: JSON.stringify({ tiles }) });

/** What corrected tiles would change if they taught the set; with `keep` they do. */
export const correctSet = (set, blob, tiles, keep) =>
  send(setPath(set, "/corrections"), blob, "photo.jpg", { labels: JSON.stringify({ tiles }), ...(keep ? { keep: "yes" } : {}) });

/** Take taught faces out of a set again, all or none, by their ids. */
export const forgetFaces = (set, faces) => post(setPath(set, "/forget"), { faces });

/** Give a set another name. */
export const renameSet = (set, name) => post(setPath(set, "/name"), { name });

/** Let a set learn the faces of another; without `keep` only what it would learn is told. */
export const mergeSet = (set, other, keep) => post(setPath(set, "/merge"), { others: [other], keep });

/** The rulings of a rule set with their inputs; with words those that may be meant, the likeliest first. */
export const rulings = (ruleset, find = "") => ask(`/api/v1/rulings?${new URLSearchParams({ ruleset, ...(find && { find }) })}`);

/** Answer one ruling. */
export const rule = (ruling, body) => post(`/api/v1/rulings/${encodeURIComponent(ruling)}`, body);

export const check = (body, signal) => post("/api/v1/check", body, signal);

export const settle = (body, signal) => post("/api/v1/settle", body, signal);
