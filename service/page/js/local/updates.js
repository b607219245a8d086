// Keeping the program on the phone, and bringing in a newer one behind the player's back: it is used when a person says
// so, never in the middle of a game.

import { Files, WrongFile } from "./files.js";
import { localText } from "../shared/texts.js";

const AGAIN = 30_000; // ms after which a download that was cut short is tried again
const EVERY = 3_600_000; // ms between two looks for a newer version
const HELD = "rackcheck-version-"; // a lock for each version that a tab shows

/** The newest version on the host; null where it does not answer. */
async function newest(root) {
  try {
    const answer = await fetch(`${root}rackcheck-files.json`, { cache: "no-store" });
    return answer.ok ? (await answer.json()).version : null;
  } catch {
    return null;
  }
}

/** The versions that some tab shows now. */
async function shown() {
  const { held } = await navigator.locks.query();
  return held.filter(({ name }) => name.startsWith(HELD)).map(({ name }) => name.slice(HELD.length));
}

async function lookForNewer(root, version, notice) {
  const found = await newest(root);
  if (!found) return;
  const files = await new Files(root, found).open();
  await files.isNewest();
  if (found === version || !await files.keepAll()) return;
  notice.offer(localText.newer, localText.use, async () => {
    await files.use();
    window.location.reload();
  });
}

/** Why storing failed, for a person. */
const trouble = (problem) => (problem.name === "QuotaExceededError" ? localText.noRoom : localText.cutShort);

/** Store all files of a version; what is stored stays, so a download that was cut short goes on where it was. False where nothing can be stored. */
async function store(files, notice) {
  for (;;) {
    try {
      return await files.keepAll();
    } catch (problem) {
      // With no room, or where the host has other files by now, trying again is in vain.
      if (problem.name === "QuotaExceededError" || problem instanceof WrongFile) throw problem;
      notice.say(trouble(problem));
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
  let first = false;
  try {
    await navigator.serviceWorker.register(`${root}worker.js`, { scope: root });
    await files.open();
    first = !await files.inUse();
    if (first) notice.say(localText.keeping);
    if (!await store(files, notice)) {
      notice.pass(localText.notKept);
      return;
    }
    if (first) await files.use();
    await files.tidy(await shown());
  } catch (problem) {
    notice.pass(trouble(problem));
    if (problem instanceof WrongFile) await lookForNewer(root, version, notice).catch(() => {});
    return;
  }
  navigator.locks.request(HELD + version, { mode: "shared" }, () => new Promise(() => {}));
  const look = () => lookForNewer(root, version, notice).catch(() => {});
  setInterval(look, EVERY);
  window.addEventListener("online", look);
  if (first) notice.pass(localText.kept);
  else notice.clear();
  look();
}
