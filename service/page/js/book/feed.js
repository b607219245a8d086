// Following a game: what other phones enter arrives at once.

import * as api from "./ledger-api.js";

const CLOSED = 2; // EventSource.CLOSED
const AGAIN = 4000; // ms until a stream that was refused is asked for again, and the game itself meanwhile; others the browser repeats

export class Feed {
  #source = null;
  #game = null;
  #timer = 0;
  #news;
  #linked;
  #refused;

  /**
   * `news(id, state)` for each state of the game the server tells of; `linked(yes)` as the stream comes and goes;
   * `refused()` now and then while there is none: the game must then be asked for.
   */
  constructor(news, linked, refused) {
    this.#news = news;
    this.#linked = linked;
    this.#refused = refused;
  }

  /** Follow a game whose entries up to `version` are known; null follows none. */
  follow(id, version) {
    if (id === this.#game) return;
    this.#stop();
    this.#game = id;
    if (id !== null) this.#open(version);
  }

  /** Begin the stream anew: one that a lost network has cut off says nothing of it for minutes. */
  again(version) {
    this.#stop();
    if (this.#game !== null) this.#open(version);
  }

  #stop() {
    clearTimeout(this.#timer);
    this.#source?.close();
    this.#source = null;
  }

  #open(version) {
    const id = this.#game;
    const source = api.follow(id, version);
    this.#source = source;
    let known = version;
    source.addEventListener("state", (event) => {
      const state = JSON.parse(event.data);
      known = state.version;
      this.#linked(true);
      this.#news(id, state);
    });
    source.addEventListener("error", () => {
      this.#linked(false);
      if (source.readyState !== CLOSED || this.#source !== source) return;
      clearTimeout(this.#timer);
      this.#timer = setTimeout(() => {
        this.#refused();
        this.#open(known);
      }, AGAIN);
    });
  }
}
