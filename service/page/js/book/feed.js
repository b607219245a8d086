// Follow a game: entries from other phones arrive at once.

import * as api from "./ledger-api.js";

const CLOSED = 2; // EventSource.CLOSED
const AGAIN = 4000; // ms until we reopen a refused stream and load the game; the browser reopens a dropped one

/**
 * Return {follow(id, version), again(version)}: `follow` a game from the entry after `version` on, or none if `id` is
 * null, and reopen the stream with `again`: one that lost its network reports no error for minutes. Call `news(id, state)`
 * for each state of the game that the server sends, `linked(yes)` when the stream works or breaks, and `refused()` before
 * each new try after a refused stream: the caller must then load the game itself.
 */
export function feedOf(news, linked, refused) {
  let source = null;
  let game = null;
  let timer = 0;
  function stop() {
    clearTimeout(timer);
    source?.close();
    source = null;
  }
  function open(version) {
    const id = game;
    const opened = api.follow(id, version);
    source = opened;
    let known = version;
    opened.addEventListener("state", (event) => {
      const state = JSON.parse(event.data);
      known = state.version;
      linked(true);
      news(id, state);
    });
    opened.addEventListener("error", () => {
      if (source !== opened) return; // of a game that the page has left
      linked(false);
      if (opened.readyState !== CLOSED) return;
      clearTimeout(timer);
      timer = setTimeout(() => {
        refused();
        open(known);
      }, AGAIN);
    });
  }
  const again = (version) => {
    stop();
    if (game !== null) open(version);
  };
  return {
    follow: (id, version) => {
      if (id === game) return;
      game = id;
      again(version);
    },
    again,
  };
}
