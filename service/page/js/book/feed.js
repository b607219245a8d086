// Follow a game: entries from other phones arrive at once.

import * as api from "./ledger-api.js";

const CLOSED = 2; // EventSource.CLOSED
const AGAIN = 4000; // ms until we reopen a refused stream and load the game; the browser reopens a dropped one

export class Feed {
  #source = null;
  #game = null;
  #timer = 0;
  #news;
  #linked;
  #refused;

  /**
   * Call `news(id, state)` for each state of the game that the server sends, `linked(yes)` when the stream works or
   * breaks, and `refused()` before each new try after a refused stream: the caller must then load the game itself.
   */
  constructor(news, linked, refused) {
    this.#news = news;
    this.#linked = linked;
    this.#refused = refused;
  }

  /** Follow a game from the entry after `version` on; null follows none. */
  follow(id, version) {
    if (id === this.#game) return;
    this.#stop();
    this.#game = id;
    if (id !== null) this.#open(version);
  }

  /** Reopen the stream: a stream that lost its network reports no error for minutes. */
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
