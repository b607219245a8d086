// Requests to the server, or to the worker that answers in its place. Every answer is the JSON of the contract; every
// failure is {code, message, where}.

import { pageText, refusalText, sentence } from "./texts.js";

const PATIENCE = 60_000; // ms for which we send a request again while the server is busy
const AGAIN = 5000; // ms until we ask a server again that did not answer
const GONE = 404; // status of an answer about a thing that is not here
const FAILED = 500; // status from which an answer is about the machine alone
let answering = {
  fetch: (path, options) => fetch(path, options),
  follow: (path) => new EventSource(path),
  gone: pageText.gone,
  starting: null,
  begun: Promise.resolve(),
};

/**
 * Replace the server: `fetch(path, options)` and `follow(path)` work like the platform's own. `gone` is the message
 * when there is no answer, `starting` the message until the promise `begun` ends.
 */
export function answerBy(other) {
  answering = other;
  other.begun.then(() => { other.starting = null; });
}

/** Return the message to show while the worker still starts, else null. */
export const starting = () => answering.starting;

const gone = () => ({ code: "server-gone", message: answering.gone, where: "" });

/** Open a stream of events. */
export const follow = (path) => answering.follow(path);

const SPREAD = 0.5; // most extra wait, as a share: a random part keeps refused phones from coming back all at once

/** A refused request; `error` says why, `after` is the ms after which the server wants the next try, or null. */
export class Refused extends Error {
  constructor(error, after = null) {
    super(refusalText[error.code] ?? sentence(error.message));
    this.error = { ...error, message: this.message };
    this.after = after;
  }
}

/** Return the answer of `work`; if the server refuses, return the answer of `refused(error)`. */
export async function attempt(work, refused) {
  try {
    return await work();
  } catch (problem) {
    if (!problem.error) throw problem;
    return refused(problem.error);
  }
}

export const pause = (time) => new Promise((done) => { setTimeout(done, time); });

const toState = (store) => (trouble) => store.set({ trouble });

/** Return the answer of `work`; a refusal becomes the state's `trouble`, unless `refused(error)` takes it. */
export const asking = (store, work, refused = toState(store)) => attempt(work, refused);

/** Return a `refused` that calls `other()` if another phone has changed the thing meanwhile. */
export const ifFaster = (store, other, refused = toState(store)) =>
  (error) => (error.code === "version-conflict" ? other() : refused(error));

/** Return a `refused` that first calls `reload()` if the thing is gone, so that the list lacks it too. */
export const ifGone = (store, reload) => async (trouble) => {
  if (isMissing(trouble)) await reload();
  store.set({ trouble });
};

/** Do `work`; its refusal becomes the state's `trouble`, and its success ends the trouble that stood when it began. */
export function asked(store, work, refused = () => {}) {
  const { trouble: before } = store.state;
  return attempt(async () => {
    await work();
    if (before && store.state.trouble === before) store.set({ trouble: null });
  }, (trouble) => {
    store.set({ trouble });
    refused(trouble);
  });
}

/** As `asked`, and in a moment `again()` if the trouble may pass and the page still tells of it. */
export const keepAsking = (store, work, again = () => keepAsking(store, work)) => asked(store, work, (trouble) => {
  if (isPassing(trouble)) pause(AGAIN).then(() => store.state.trouble === trouble && again());
});

/** Return `ask`, save that an answer becomes null if the answer to a later call came before it. */
export function newest(ask) {
  const calls = { asked: 0, answered: 0 };
  return async (...given) => {
    calls.asked += 1;
    const number = calls.asked;
    const answer = await ask(...given);
    if (number < calls.answered) return null;
    calls.answered = number;
    return answer;
  };
}

/** Return whether an error says that a thing is not here. */
export const isMissing = ({ status }) => status === GONE;

/** Return whether an error is about what was asked, and not about the machine. */
export const isOfQuestion = ({ status }) => status === 422;

/** Return whether an error may pass by itself: no answer, another machine's answer, or a server in trouble. */
export const isPassing = ({ status = FAILED }) => status >= FAILED;

/** Return whether the server refused a request only because it is busy. */
export function isBusy(problem) {
  return problem.error?.code === "busy";
}

/** Do `work`, and again while the server is busy, for `PATIENCE` ms at most; call `waiting` before each further try. */
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
 * Return the answer of `work(signal)`. We abort it with `signal`, and after `time` ms: a lost network reports no error
 * for minutes. The time counts from `begun` on, so that the worker can take its time to start. Older phones have no
 * `AbortSignal.any`, so we combine both signals here.
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

/** Return the ms after which a server wants the next try (Retry-After), or null. */
function retryAfter(answer) {
  const seconds = Number(answer.headers.get("Retry-After") ?? NaN);
  return Number.isFinite(seconds) ? seconds * 1000 : null;
}

/** Fetch from the server or the worker; throws `Refused` if nothing answers. */
export async function answered(path, options) {
  try {
    return await answering.fetch(path, options);
  } catch (problem) {
    // Older browsers throw an AbortError for a timeout too; only the signal's reason tells the two apart.
    if (problem.name === "AbortError" && options?.signal?.reason?.name !== "TimeoutError") throw problem;
    throw new Refused(gone());
  }
}

/** Return the error for an answer that is not the server's own JSON, such as a proxy's. */
function foreign(status) {
  if (status === 502 || status === 504) return gone();
  if (status === 503) return { code: "busy", message: pageText.busy, where: "server" };
  if (status === 413) return { code: "too-large", message: pageText.tooLarge, where: "body" };
  return { ...gone(), code: "no-json", message: pageText.unreadable(status) };
}

/** Await the body of an answer; throws `Refused` if the connection is lost meanwhile. */
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
  if (!answer.ok) throw new Refused(body?.error?.message ? { ...body.error, status: answer.status } : gone(), retryAfter(answer));
  return body;
}

/** Return the file in an answer, a blob; throws `Refused`, also for a page, such as that on which a network asks to log in. */
export function fileOf(answer) {
  const isPage = answer.headers.get("Content-Type")?.startsWith("text/html");
  return answer.ok && !isPage ? bodyOf(answer.blob()) : json(answer);
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
 * Return the requests about a collection that several phones change: "card" gives those about the cards. They are list(),
 * get(name), put(name, item, version), putText(name, text) for a new item, remove(name, version). A change names the
 * version on which it is based, null for a new item; the server refuses it if its own version differs. `list` is null
 * where a newer list came before.
 */
export function collection(kind) {
  const path = `/api/v1/${kind}s`;
  const of = (name) => `${path}/${encodeURIComponent(name)}`;
  const only = (version) => (version === null ? { "If-None-Match": "*" } : { "If-Match": `"${version}"` });
  const put = (name, body, version) => ask(of(name), {
    method: "PUT", headers: { "Content-Type": "application/json", ...only(version) }, body: JSON.stringify(body) });
  return {
    list: newest(() => ask(path)),
    get: (name) => ask(of(name)),
    put: (name, item, version) => put(name, { [kind]: item }, version),
    putText: (name, text) => put(name, { text }, null),
    // An item with an unreadable file has no version.
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

const gamePath = (game) => `/api/v1/games/${encodeURIComponent(game)}`;
const winPath = (game, entry) => `${gamePath(game)}/entries/${entry}/evidence`;

/** Send a photo, a blob, with more fields of a form; throws `Refused`. */
export function send(path, blob, name, fields, signal) {
  return ask(path, { method: "POST", body: formOf(blob, name, fields), signal });
}

/** Return the address of a question that is judged by the rules of a game of the book, or by today's if it is null. */
const byRulesOf = (game, path) => (game ? `${path}?game=${encodeURIComponent(game.id)}` : path);

/**
 * Ask for the evidence bundle of a photo, a blob; `set` names the taught tile set of the reading, or is null; `game` is
 * the open game, or null.
 */
export async function evidence(blob, claim, set, game) {
  const fields = { claim: JSON.stringify(claim), set: set ?? "" };
  return fileOf(await answered(byRulesOf(game, "/api/v1/evidence"), { method: "POST", body: formOf(blob, "photo.jpg", fields) }));
}

/** Ask which wins of a game have evidence, and in which condition. */
export const keptWithWins = async (game) => (await ask(gamePath(game))).evidence;

/** Keep the evidence bundle of a photo with a win of the book; answers the state of its game. */
export const keepWithWin = (game, entry, blob, claim, set) =>
  send(winPath(game, entry), blob, "photo.jpg", { claim: JSON.stringify(claim), set: set ?? "" });

/** Ask for the evidence bundle of a win, a blob. */
export const ofWin = async (game, entry) => fileOf(await answered(winPath(game, entry)));

/** Remove the evidence bundle of a win; answers the state of its game. */
export const removeOfWin = (game, entry) => ask(winPath(game, entry), { method: "DELETE" });

/** Read a photo of a rack, or of the table (`shows`); `set` names a taught tile set, or is null. */
export function scan(blob, name, set, signal, shows = "rack") {
  return send("/api/v1/scan", blob, name, { set: set ?? "", shows }, signal);
}

/** Read the one tile in `quad`, four corners in pixels of the photo. */
export function scanTile(blob, quad, set) {
  return send("/api/v1/scan/tile", blob, "photo.jpg", { quad: JSON.stringify(quad), set: set ?? "" });
}

/**
 * Send one more frame of the camera. `time` is in seconds of one clock. `session` is null at first, then the id from
 * the last answer. `set` names the taught tile set of a new session, or is null.
 */
export function live(blob, time, session, set, signal) {
  const fields = { time, set: set ?? "", ...(session === null ? {} : { session }) };
  return send("/api/v1/live", blob, "frame.jpg", fields, signal);
}

/** Check an evidence bundle again. */
export const openEvidence = (file) =>
  ask("/api/v1/evidence/recheck", { method: "POST", headers: { "Content-Type": "application/octet-stream" }, body: file });

/** Ask for a copy of everything in one file, a blob. */
export const wholeCopy = async () => fileOf(await answered("/api/v1/copy"));

const GAME = /^\s*\{\s*"format":\s*"rackcheck-game"/; // how the file of one game begins
const BEGINNING = 80; // bytes that show it

/** Return a copy of everything that holds only a tile set or a game, from its file. */
const copyOf = ({ set = "", game = "" }) =>
  new Blob(['{"format":"rackcheck-copy","version":1,"cards":[],"tables":[],"sets":[', set, '],"games":[', game, "]}"]);

const bringIn = (copy) => ask("/api/v1/copy", { method: "POST", headers: { "Content-Type": "application/json" }, body: copy });

/** Add everything in a copy, or in the file of one game, that is not here yet. */
export const openCopy = async (file) =>
  bringIn(GAME.test(await bodyOf(file.slice(0, BEGINNING).text())) ? copyOf({ game: file }) : file);

/** Bring a tile set back from its file, under another name if another set has its name now; return the name. */
export async function restoreSet(file) {
  const { added, there, refused } = await bringIn(copyOf({ set: file }));
  if (refused.length > 0) throw new Refused(refused[0].error);
  return [...added, ...there][0].name;
}

const setPath = (name, more = "") => `/api/v1/sets/${encodeURIComponent(name)}${more}`;

export const sets = () => ask("/api/v1/sets");

/** Return the address of a tile set's file. */
export const setFile = (name) => setPath(name, "/file");

/** Ask for a tile set's file, a blob. */
export const setBytes = async (name) => fileOf(await answered(setFile(name)));

/** Import a tile set from a file; without `name` it keeps its own. */
export const importSet = (file, name) =>
  ask(`/api/v1/sets?${new URLSearchParams(name && { name })}`, { method: "POST", body: file });

/** Ask for a tile set with its `version`, which changes when it is taught. */
export const set = (name) => ask(setPath(name));

/** Delete a tile set if it still has this version. */
export const deleteSet = (name, version) => ask(setPath(name), { method: "DELETE", headers: { "If-Match": version } });

/** Ask for proposed labels of the tiles in a photo; `said`: [{quad, label}] that the player has named so far. */
export const proposeFaces = (set, blob, name, said = []) =>
  send(setPath(set, "/proposal"), blob, name, said.length ? { labels: JSON.stringify({ tiles: said }) } : {});

/** Teach a tile set the faces in a photo, if `known` no new one; `tiles`: [{quad, label}], "NONE" for no face. */
export const teachFaces = (set, blob, name, tiles, known) =>
  send(setPath(set, "/lessons"), blob, name, { labels: JSON.stringify({ tiles }), ...(known && { known: "yes" }) });

/**
 * Ask how corrected tiles would change the reading if they taught the tile set; `more` of {keep: "yes"}: they teach it, and
 * {known: "yes"}: only a set that is still there, and else they begin one.
 */
export const correctSet = (set, blob, tiles, more) =>
  send(setPath(set, "/corrections"), blob, "photo.jpg", { labels: JSON.stringify({ tiles }), ...more });

/** Undo teaching: remove those of the faces that a tile set still has; those in `was` get back that label. Without faces it goes. */
export const forgetFaces = (set, faces, was = {}) => post(setPath(set, "/forget"), { faces, was, undo: true });

/** Rename a tile set. */
export const renameSet = (set, name) => post(setPath(set, "/name"), { name });

/** Let a tile set learn the faces of another; without `keep` only say what it would learn. */
export const mergeSet = (set, other, keep) => post(setPath(set, "/merge"), { others: [other], keep });

/**
 * Ask for the rulings of a rule set with their inputs, in the open game `game` of those rules as it plays by them; with
 * words in `find` for the matches, the likeliest first.
 */
export function rulings(ruleset, game, find = "") {
  const asked = { ruleset, ...(game && { game: game.id }), ...(find && { find }) };
  return ask(`/api/v1/rulings?${new URLSearchParams(asked)}`);
}

/** Ask for the answer of one ruling. */
export const rule = (ruling, body) => post(`/api/v1/rulings/${encodeURIComponent(ruling)}`, body);

/** Judge a rack; `game` is the open game, or null. */
export const check = (body, game, signal) => post(byRulesOf(game, "/api/v1/check"), body, signal);

/** Ask who pays whom; `game` is the open game, or null. */
export const settle = (body, game, signal) => post(byRulesOf(game, "/api/v1/settle"), body, signal);
