// Another phone joins the open game, by its address or a QR code.

import { picture } from "../../codes/share-dialog.js";
import { asked } from "../../shared/api.js";
import { alert, dialogHead, fine } from "../../shared/controls.js";
import { element } from "../../shared/dom.js";
import { view } from "../../shared/navigation.js";
import { bookText } from "../../shared/texts.js";
import * as api from "../ledger-api.js";

const ALONE = ["localhost", "127.0.0.1", "[::1]"]; // a server's names for itself: no other phone reaches it by them

/** Return the address at which another phone joins a game; `code` is the pairing code, or null without pairing. */
function addressOf(game, code) {
  const { origin } = window.location;
  return code === null ? `${origin}/?game=${game}#book` : `${origin}/pair?game=${game}#${code}`;
}

/** Show the address and code with which another phone joins. */
export const join = (store) => asked(store, async () => {
  const { open: id } = store.state;
  const { code } = await api.join();
  if (store.state.open !== id || view() !== "book") return; // the player has gone on
  store.set({ joining: ALONE.includes(window.location.hostname) ? { trouble: bookText.joinAlone } : { address: addressOf(id, code) } });
});

/** Open the game named in the address, and take its name out: only the first visit should open it. */
export function openInvited(store) {
  const { search, pathname, hash } = window.location;
  const game = new URLSearchParams(search).get("game");
  if (game === null) return;
  // An open form belongs to the game before.
  if (game !== store.state.open) store.set({ open: game, game: null, evening: null, live: null, by: null, form: null });
  window.history.replaceState(window.history.state, "", pathname + hash);
}

/** Show the QR code with which another phone joins. */
export function joinView(close) {
  return ({ joining }) => joining && [
    dialogHead("join-title", bookText.join, close),
    alert(joining.trouble),
    joining.address && [fine(bookText.joinHow), picture(joining.address, bookText.joinCode), element("p", { class: "address" }, joining.address)]];
}
