// The owner's data (the book, cards), as files of Python's and in the browser's database. We save the changes of a
// request in one transaction before the page sees its answer, so the database is always consistent. Tabs take turns.

import { connected, done, ended, oneByOne } from "../shared/persistent-store.js";

const DATABASE = "rackcheck.kept.1";
const FILES = "files";
const TURN = "rackcheck-kept";
const VERSION = "\u0000version"; // sorts before every path

const LOST = ["InvalidStateError", "UnknownError"]; // errors of a connection that the browser has closed
const FULL = ["QuotaExceededError", "UnknownError"]; // errors of a browser that cannot open its database on a full phone

/** Another tab has saved since this one read: its own changes do not fit any more. */
class Overtaken extends Error {}

const alone = oneByOne();

/** Do `work` in turn with other tabs. Over plain http browsers offer no locks: only this tab's requests take turns, and one may be `Overtaken`. */
const inTurn = (mode, work) => (navigator.locks ? navigator.locks.request(TURN, { mode }, work) : alone(work));

export class Storage {
  #fs;
  #folder;
  #cleared;
  #database = null;
  #forbidden = false; // some browsers have no database in a private window: everything works until the player closes it
  #version = -1;
  #unkept = false; // Python has changes that could not be saved: the next request reads the saved files anew
  #seen = new Map(); // path: the time that we gave the file when we saved it; empty where only Python has the data
  #time = 0; // ms, the last time given: no clock shows these, so Python gives a file that it writes another one

  /**
   * `fs` is Python's file system, `folder` the folder to save. We call `cleared(still)` when the browser has cleared the
   * database under us; `still` says whether Python still has all of it, which the next change saves again.
   */
  constructor(fs, folder, cleared) {
    this.#fs = fs;
    this.#folder = folder;
    this.#cleared = cleared;
  }

  async open() {
    this.#fs.mkdirTree(this.#folder);
    try {
      this.#database = await connected(DATABASE, FILES);
    } catch ({ name }) {
      this.#forbidden = !FULL.includes(name); // on a full phone each request tries again
      return;
    }
    await this.#again(() => this.#refresh(() => {}));
  }

  /** Do `work()`, and once more on a new connection if the old one is lost: some phones close it in the background. */
  async #again(work) {
    try {
      this.#database ??= await connected(DATABASE, FILES);
      return await work();
    } catch (problem) {
      if (!LOST.includes(problem.name)) throw problem;
      this.#database?.close();
      this.#database = await connected(DATABASE, FILES);
      return work();
    }
  }

  /**
   * Return the answer of `work()`. With `access` "reads" or "writes" it sees the data that other tabs have saved; with
   * "writes" we save its changes before we return. We call `changing()` before we change the files under Python, and
   * return that of `failed(answer)` if the changes could not be saved, or of `failed(null)` if the data could not be read.
   * If another tab has saved meanwhile, we do `work()` once more on top of that.
   */
  async during(access, work, changing, failed) {
    if (access === "nothing" || this.#forbidden) return work();
    return inTurn(access === "writes" ? "exclusive" : "shared", async () => {
      for (;;) {
        try {
          await this.#again(() => this.#refresh(changing));
        } catch (problem) {
          if (!FULL.includes(problem.name)) throw problem;
          return failed(null);
        }
        const answer = await work();
        if (access !== "writes") return answer;
        try {
          await this.#again(() => this.#keep());
          return answer;
        } catch (problem) {
          this.#unkept = true;
          if (problem instanceof Overtaken) continue;
          await this.#again(() => this.#refresh(changing)).catch(() => {}); // else the next request reads them
          return failed(answer);
        }
      }
    });
  }

  /** Whether the browser saves nothing. */
  get forgets() {
    return this.#forbidden;
  }

  /** The number of the saved state, one higher after each change. */
  get version() {
    return this.#version;
  }

  /** Return whether only Python has the data, since the browser has cleared the database, which has no `version` then. */
  #isCleared(version) {
    if (version > 0 || this.#version <= 0) return false;
    if (this.#seen.size) this.#cleared(true);
    this.#seen.clear();
    return true;
  }

  async #refresh(changing) {
    const store = this.#database.transaction(FILES, "readonly").objectStore(FILES);
    const version = await done(store.get(VERSION)) ?? 0;
    if (this.#isCleared(version) || (version === this.#version && !this.#unkept)) return;
    if (version < this.#version && this.#seen.size) this.#cleared(false);
    const from = this.#database.transaction(FILES, "readonly").objectStore(FILES);
    const [paths, data, now] = await Promise.all([done(from.getAllKeys()), done(from.getAll()), done(from.get(VERSION))]);
    changing(); // the ledger, as it closes, writes and deletes files
    const held = new Set(paths);
    for (const path of this.#paths()) if (!held.has(path)) this.#fs.unlink(path);
    paths.forEach((path, at) => {
      if (path === VERSION) return;
      this.#fs.mkdirTree(path.slice(0, path.lastIndexOf("/")));
      this.#fs.writeFile(path, data[at]);
    });
    this.#version = now ?? 0;
    this.#unkept = false;
    this.#seen.clear();
    this.#mark(this.#paths());
  }

  async #keep() {
    const here = this.#paths();
    const changed = () => here.filter((path) => this.#seen.get(path) !== Number(this.#fs.stat(path).mtime));
    const gone = [...this.#seen.keys()].filter((path) => !here.includes(path));
    let written = changed();
    if (!written.length && !gone.length) return;
    const transaction = this.#database.transaction(FILES, "readwrite", { durability: "strict" });
    const store = transaction.objectStore(FILES);
    const end = ended(transaction);
    try {
      const now = await done(store.get(VERSION)) ?? 0;
      if (this.#isCleared(now)) written = changed(); // all of them
      else if (now !== this.#version) throw new Overtaken();
      for (const path of written) store.put(this.#fs.readFile(path), path);
      for (const path of gone) store.delete(path);
      store.put(this.#version + 1, VERSION);
    } catch (problem) {
      transaction.abort();
      await end.catch(() => {});
      throw problem;
    }
    await end;
    this.#version += 1;
    for (const path of gone) this.#seen.delete(path);
    this.#mark(written);
  }

  /** Note that these files are saved as they are. */
  #mark(paths) {
    for (const path of paths) {
      this.#time += 1;
      this.#fs.utime(path, this.#time, this.#time);
      this.#seen.set(path, this.#time);
    }
  }

  #paths(folder = this.#folder) {
    return this.#fs.readdir(folder).filter((name) => name !== "." && name !== "..").flatMap((name) => {
      const path = `${folder}/${name}`;
      return this.#fs.isDir(this.#fs.stat(path).mode) ? this.#paths(path) : [path];
    });
  }
}
