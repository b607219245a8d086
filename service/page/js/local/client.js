// The phone edition, as the page sees it: a worker answers the requests that a server would answer.

import { newPython, opened, site, warm, worker } from "./begin.js";
import { Files } from "./files.js";
import { answerBy } from "../shared/api.js";
import { changed, due, everChanged, unsaved } from "../keeping/unsaved.js";
import { copyText, localText, pageText } from "../shared/texts.js";
import { keepUpToDate, lookForNewer } from "./updates.js";

const NEWS = "rackcheck-book"; // channel on which tabs tell each other that a player has changed something
const CLOSED = 2;

/** Return `fetch`, which a worker answers like the platform's; call `wrote()` after each change of the player's. */
function askedBy(worker, wrote) {
  const waiting = new Map(); // id: {done, refuse, method} of a request
  let next = 0;
  worker.addEventListener("message", ({ data: { id, failed, status, kind, etag, body, wrote: written } }) => {
    const { done, refuse, method } = waiting.get(id) ?? {};
    waiting.delete(id);
    if (!done) return;
    if (failed) {
      refuse(new TypeError(failed));
      return;
    }
    // A GET can write too, when it creates the tables of an empty book; that is no change of a player's.
    if (written && method !== "GET") wrote();
    const headers = { "Content-Type": kind, ...(etag && { ETag: etag }) };
    done(new Response(body, { status, headers }));
  });
  return async (path, { method = "GET", headers = {}, body, signal } = {}) => {
    signal?.throwIfAborted();
    const question = { method, address: path, headers, ...(await inParts(body)) };
    signal?.throwIfAborted();
    return new Promise((done, refuse) => {
      const id = next++;
      waiting.set(id, { done, refuse, method });
      opened.catch(refuse); // a worker whose script did not load answers nothing
      signal?.addEventListener("abort", () => {
        if (waiting.delete(id)) worker.postMessage({ drop: id });
        refuse(signal.reason);
      });
      worker.postMessage({ id, ...question });
    });
  };
}

/** Return a request body in a form that can be posted to a worker. */
async function inParts(body) {
  if (body instanceof FormData) {
    const image = body.get("image");
    const fields = Object.fromEntries([...body].filter(([, value]) => typeof value === "string"));
    return { form: { data: await image.arrayBuffer(), name: image.name, fields } };
  }
  if (body instanceof Blob) return { body: await body.arrayBuffer() };
  return body === undefined ? {} : { body: new TextEncoder().encode(body).buffer };
}

/** Stand in for the `EventSource` of a game that only other tabs change: send its state at once and on their news. */
class Following extends EventTarget {
  readyState = 1;
  #news = new BroadcastChannel(NEWS);

  constructor(path, ask) {
    super();
    const look = async () => {
      try {
        const answer = await ask(path);
        if (!answer.ok) throw new TypeError(String(answer.status));
        const data = (await answer.text()).split("\n").find((line) => line.startsWith("data: ")).slice(6);
        if (this.readyState !== CLOSED) this.dispatchEvent(new MessageEvent("state", { data }));
      } catch {
        this.close();
        this.dispatchEvent(new Event("error"));
      }
    };
    this.#news.addEventListener("message", look);
    look();
  }

  close() {
    this.readyState = CLOSED;
    this.#news.close();
  }
}

/** Let another worker make the snapshot from which Python starts next time, once all files are stored; one tab makes it. */
async function prepare() {
  const files = await new Files(site.root, site.version).open();
  if (!await files.inUse()) return;
  await navigator.locks.request("rackcheck-snapshot", { ifAvailable: true }, async (mine) => {
    if (!mine || await files.hasSnapshot()) return;
    const maker = newPython();
    maker.postMessage({ prepare: site });
    await new Promise((end) => { maker.onmessage = maker.onerror = end; });
    maker.terminate();
  });
}

/** Let the worker that `begin.js` has started answer the page; `notice` says what becomes of the program. */
export function openLocal(notice) {
  const { root, version } = site;
  const news = new BroadcastChannel(NEWS);
  const ask = askedBy(worker, () => {
    // The player has data to lose: without this a browser may clear it when the phone is full.
    navigator.storage?.persist?.().catch(() => {});
    changed();
    news.postMessage("changed");
  });
  answerBy({ fetch: ask, follow: (path) => new Following(path, ask), gone: localText.gone, starting: localText.starting, begun: warm });
  // Phones end background pages that hold much memory: we free the networks, and the next photo loads them again.
  document.addEventListener("visibilitychange", () => document.hidden && worker.postMessage({ rest: true }));
  notice.say(localText.starting);
  const progress = ({ data: { loaded, size } }) => size && notice.progress(loaded, size);
  worker.addEventListener("message", progress);
  // A browser that clears its database on a full phone leaves the count of the changes.
  opened.then(({ empty, forgets }) => {
    if (forgets) notice.offer(pageText.lostOnClosing);
    if (empty && everChanged()) notice.offer(localText.cleared);
  }, () => {});
  const stored = opened.then(() => keepUpToDate(new Files(root, version), root, version, notice), (problem) => {
    console.error(problem);
    worker.removeEventListener("message", progress); // what still arrives helps nobody
    notice.clear();
    notice.offer(localText.failed, pageText.tryAgain, () => window.location.reload());
    // The host may have no files of this version any more.
    return lookForNewer(root, version, notice);
  });
  stored.then(prepare).catch(() => {});
  /** Remind the player to save a copy once the notice is silent, and when the browser clears the data; `save()` makes the copy. */
  const remind = async (save) => {
    worker.addEventListener("message", ({ data: { cleared, still } }) => {
      if (cleared && still) notice.offer(localText.clearedHere, copyText.save, save);
      else if (cleared) notice.offer(localText.cleared);
    });
    await stored;
    if (notice.silent && due()) notice.offer(copyText.remind(unsaved()), copyText.save, save);
  };
  return { remind };
}
