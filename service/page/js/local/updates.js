// Store the program on the phone, and fetch newer versions in the background. The page changes to a newer version only
// when the player says so, never in the middle of a game.

import { warm } from "./begin.js";
import { Files, WrongFile } from "./files.js";
import { keep } from "../shared/persistent-store.js";
import { localText, pageText } from "../shared/texts.js";

const AGAIN = 30_000; // ms until we try an interrupted download again
const EVERY = 3_600_000; // ms between two checks for a newer version
const RARELY = 86_400_000; // ms between two downloads of a version for which there was no room
const LACKED = "rackcheck.1.lacked-room"; // {version, at}: the version that found no room, and when
const HELD = "rackcheck-version-"; // prefix of the lock that a tab holds for its version

/** Return the newest version on the host; null if something else answers in its place, undefined if nothing does. */
async function newest(root) {
  const answer = await fetch(`${root}rackcheck-files.json`, { cache: "no-store" }).catch(() => undefined);
  if (!answer) return undefined;
  return answer.ok ? answer.json().then(({ version }) => version).catch(() => null) : null;
}

/** Return the versions that tabs show now. */
async function shown() {
  const { held } = await navigator.locks.query();
  return held.filter(({ name }) => name.startsWith(HELD)).map(({ name }) => name.slice(HELD.length));
}

/** Whether this phone had no room for a version less than `RARELY` ago, by a clock that may have gone back. */
function lackedRoom(version) {
  try {
    const lacked = JSON.parse(localStorage.getItem(LACKED));
    return lacked.version === version && Math.abs(Date.now() - lacked.at) < RARELY;
  } catch {
    return false;
  }
}

/** Fetch the host's version if it is another one, and offer it; `again`: although this phone had no room for it just now. */
export async function lookForNewer(root, version, notice, again = false) {
  const found = await newest(root);
  if (!found || (!again && lackedRoom(found))) return;
  const noRoom = () => notice.offer(localText.noRoomForNewer, pageText.tryAgain, () => lookForNewer(root, version, notice, true));
  try {
    const files = await new Files(root, found).open();
    await files.isNewest();
    if (found === version || !await files.keepAll()) return;
    keep("localStorage", LACKED, null);
    notice.offer(localText.newer, localText.use, () => files.use().then(() => window.location.reload(), noRoom));
  } catch (problem) {
    // Any other failure passes, as without internet: the next look tries again.
    if (problem.name !== "QuotaExceededError" || found === version) return;
    keep("localStorage", LACKED, JSON.stringify({ version: found, at: Date.now() }));
    noRoom();
  }
}

/**
 * Return what to say of a browser that stores nothing, or null for a download that was cut short: that fails with a
 * `TypeError`, and from a silent host with an abort. Each browser has its own names for a broken and a forbidden storage.
 */
function refusal(problem) {
  if (problem.name === "QuotaExceededError") return localText.noRoom;
  return problem instanceof DOMException && problem.name !== "AbortError" ? localText.notKept : null;
}

/** Do `work()`, and once more after each download that was interrupted. */
async function untilStored(work, root, notice) {
  for (;;) {
    try {
      return await work();
    } catch (problem) {
      // Another try would fail too: there is no room, the browser forbids it, or a host that answers has other files by now.
      // Else a page on which a network asks to log in may have stood in for a file.
      const isForbidden = refusal(problem) !== null;
      if (problem.name === "QuotaExceededError") throw problem;
      const there = isForbidden || problem instanceof WrongFile ? await newest(root) : null;
      if (there || (isForbidden && there === undefined)) throw problem;
      notice.say(localText.cutShort);
      await new Promise((done) => {
        window.addEventListener("online", done, { once: true });
        setTimeout(done, AGAIN);
      });
    }
  }
}

/** Store this version once it runs, and look for newer ones from time to time. */
export async function keepUpToDate(files, root, version, notice) {
  if (!navigator.serviceWorker || !globalThis.caches) {
    notice.pass(localText.notKept);
    return;
  }
  // Held as long as the page is open: other tabs keep the files of this version.
  navigator.locks.request(HELD + version, { mode: "shared" }, () => new Promise(() => {}));
  let first = false;
  const store = async () => {
    await navigator.serviceWorker.register(`${root}worker.js`, { scope: root });
    await files.open();
    first = !await files.inUse();
    if (first) {
      notice.say(localText.keeping);
      await warm; // else we would fetch files that the workers are fetching now
    }
    if (!await files.keepAll()) return false;
    if (first) await files.use();
    await files.tidy(await shown());
    return true;
  };
  try {
    if (!await untilStored(store, root, notice)) {
      notice.pass(localText.notKept);
      return;
    }
  } catch (problem) {
    notice.pass(refusal(problem) ?? localText.cutShort);
    if (problem instanceof WrongFile) await lookForNewer(root, version, notice);
    return;
  }
  const look = () => lookForNewer(root, version, notice);
  setInterval(look, EVERY);
  window.addEventListener("online", look);
  if (first) notice.pass(localText.kept);
  else notice.clear();
  look();
}
