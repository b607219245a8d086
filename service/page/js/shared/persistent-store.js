// What the browser keeps: a state that is replaced as a whole, of which some fields survive a reload, and databases.

/** Put a text into the browser's storage, "localStorage" or "sessionStorage"; null removes it. Return whether that worked. */
export function keep(storage, key, value) {
  try {
    if (value === null) window[storage].removeItem(key);
    else window[storage].setItem(key, value);
    return true;
  } catch {
    return false; // a private window, a full or a forbidden storage: the page works, but forgets on reload
  }
}

/** Return a random key, unlike any other of any window or phone. */
export function freshKey() {
  // Browsers offer no randomUUID to a page that came over plain http.
  return [...crypto.getRandomValues(new Uint8Array(12))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

export class KeptStore {
  #key;
  #names;
  #own;
  #listeners = [];

  /** Start with `empty`, overridden by the fields `names` kept under `key`; each window comes back to its own of the fields `own`. */
  constructor(key, names, empty, own = names) {
    this.#key = key;
    this.#names = names;
    this.#own = own;
    this.state = { ...empty, ...this.kept(), ...this.#read("sessionStorage"), lasts: true };
    let last = null;
    window.addEventListener("storage", ({ key: changed, newValue }) => {
      if (changed !== key || !newValue) return;
      const insists = newValue === last;
      last = newValue;
      this.heard(JSON.parse(newValue), insists);
    });
    // While the browser kept this page aside, it heard nothing.
    window.addEventListener("pageshow", ({ persisted }) => persisted && this.heard(this.kept()));
  }

  #read(storage) {
    try {
      const saved = JSON.parse(window[storage].getItem(this.#key) ?? "{}");
      return Object.fromEntries(Object.entries(saved).filter(([name]) => this.#names.includes(name)));
    } catch {
      return {};
    }
  }

  /** Return the fields as this browser has them: another window may have written them. */
  kept() {
    return this.#read("localStorage");
  }

  /** Return the fields to keep: `mine`, unless a subclass merges `kept()` into them. */
  merged(mine) {
    return mine;
  }

  /**
   * Take in what another window has kept. Its write and this window's may have crossed: then `kept()` still returns this
   * window's, and the browser ends with either. A window that `insists` writes the same again after this one's answer: it
   * has forgotten what was dropped, and two that take back each other's writes would never end.
   */
  heard(_theirs, _insists) {}

  /** Return what to keep where the browser has no room for `all`: nothing that is older than the page shows. */
  less(all) {
    return Object.fromEntries(Object.entries(all).filter(([name]) => !this.#own.includes(name)));
  }

  /** Call `listener(state)` after every change. */
  listen(listener) {
    this.#listeners.push(listener);
  }

  /** Change parts of the state; `lasts` in it says whether it outlives the page. */
  set(patch) {
    this.state = { ...this.state, ...patch };
    const part = (names) => Object.fromEntries(names.map((name) => [name, this.state[name]]));
    const all = this.merged(part(this.#names));
    const lasts = keep("localStorage", this.#key, JSON.stringify(all));
    if (!lasts) keep("localStorage", this.#key, JSON.stringify(this.less(all)));
    // For a reload the window itself may have room. Rather nothing than something older.
    if (!keep("sessionStorage", this.#key, JSON.stringify(lasts ? part(this.#own) : all))) keep("sessionStorage", this.#key, null);
    this.state.lasts = lasts;
    for (const listener of this.#listeners) listener(this.state);
  }
}

/** Return a function that does one work after the other; a work that fails holds up no other. */
export function oneByOne() {
  let last = Promise.resolve();
  return (work) => {
    const turn = last.then(work);
    last = turn.catch(() => {}); // the caller handles the error
    return turn;
  };
}

/** Return `work`, save that a call for a thing for which it is under way, as a second tap makes it, does nothing more. */
export function once(work) {
  const running = new Map();
  return (thing) => {
    if (!running.has(thing)) running.set(thing, work(thing).finally(() => running.delete(thing)));
    return running.get(thing);
  };
}

/** Return the result of a request. */
export function done(request) {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

/** Wait until a transaction is stored; throws if it is not. */
export function ended(transaction) {
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error ?? new DOMException("aborted", "AbortError"));
  });
}

/** Return a database; throws at once where the browser forbids it. */
export async function connected(name, store) {
  const opening = indexedDB.open(name, 1);
  opening.onupgradeneeded = () => opening.result.createObjectStore(store);
  return done(opening);
}
