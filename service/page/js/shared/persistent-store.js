// A state that is replaced as a whole and kept, in part, over a reload.

/** Put a text into the browser's storage, or take it out with null. */
export function keep(storage, key, value) {
  try {
    if (value === null) storage.removeItem(key);
    else storage.setItem(key, value);
  } catch {
    // A private window or a full store: the page works, it only forgets on reload.
  }
}

export class KeptStore {
  #key;
  #names;
  #listeners = [];

  /** Begin with `empty`, and with what was kept under `key` of the fields `names`. */
  constructor(key, names, empty) {
    this.#key = key;
    this.#names = names;
    this.state = { ...empty, ...this.#kept() };
  }

  #kept() {
    try {
      const saved = JSON.parse(localStorage.getItem(this.#key) ?? "{}");
      return Object.fromEntries(Object.entries(saved).filter(([name]) => this.#names.includes(name)));
    } catch {
      return {};
    }
  }

  /** What is kept of this state: `mine`, unless a store heeds `kept()`, which another window may have written meanwhile. */
  merged(mine, _kept) {
    return mine;
  }

  /** Call `listener(state)` after every change. */
  listen(listener) {
    this.#listeners.push(listener);
  }

  /** Change parts of the state. */
  set(patch) {
    this.state = { ...this.state, ...patch };
    const mine = Object.fromEntries(this.#names.map((name) => [name, this.state[name]]));
    keep(localStorage, this.#key, JSON.stringify(this.merged(mine, () => this.#kept())));
    for (const listener of this.#listeners) listener(this.state);
  }
}
