// The entries on their way to the book: what follows once it has one, and what the player can do meanwhile.

import { afterTap, announce, byId, takeFocus } from "../../shared/dom.js";
import { go } from "../../shared/navigation.js";
import { bookText } from "../../shared/texts.js";
import { shownFirst } from "../ledger-store.js";
import { openGame, refresh } from "../loading.js";
import { isOfRack, isOnScanPage } from "./entry.js";
import { knows, Outbox } from "./outbox.js";

/** Let the open form, and the rack on the scan page if it is not the entry's own, know an entry of this phone. */
function followOwn(store, scan, sent, seq) {
  const { form, handBasis, open } = store.state;
  if (form && open === sent.game) store.set({ form: { ...form, basedOn: knows(form.basedOn, sent, seq) } });
  if (handBasis?.game !== sent.game || sent.entry.key === scan.state.entryKey) return;
  store.set({ handBasis: { ...handBasis, version: knows(handBasis.version, sent, seq) } });
}

/** Return the outbox of the book. */
export const bookOutbox = (store, scan, photos) => new Outbox(store, (sent, seq) => {
  photos.entered(sent.entry.key, seq);
  followOwn(store, scan, sent, seq);
  // The player may have begun the next hand while this one was on its way.
  if (isOfRack(sent.entry, scan.state)) scan.newHand();
  refresh(store);
}, (key) => photos.drop(key));

export function pendingActions(store, scan, outbox) {
  // The player changes a form's entry in the form, a scanned win on the scan page while that still shows it; an undo has
  // nothing to change. The form enters into the open game, so an entry of another game cannot go back into it.
  const changes = ({ form, game, entry }) => (form ? game === store.state.game?.id : entry.kind === "win" && isOnScanPage(entry, scan.state));
  return {
    changes,
    again: (held) => outbox.again(held),
    open: (game) => openGame(store, game),
    drop: (key) => outbox.drop(key),
    change: (pending) => {
      if (!changes(pending)) {
        store.set({ queued: [...store.state.queued] }); // another hand is on the scan page by now: draw the entry without the button
        return;
      }
      // The player has seen the newer entries.
      const version = pending.version ?? Math.min(pending.basedOn, store.state.game?.version ?? Infinity);
      if (pending.form) {
        store.set({ form: { ...pending.form, basedOn: version, error: pending.error, changes: pending.entry.key } });
      } else {
        outbox.drop(pending.entry.key);
        // The player corrects a win from the scan page there: the page still has its tiles.
        store.set({ handBasis: { game: pending.game, version } });
        go("scan");
      }
    },
  };
}

/** Bring the entry shown into view, unless the player is typing. */
function lookAtPending() {
  const at = document.activeElement;
  const section = byId("book-pending");
  if (!at.matches("input")) takeFocus(section, at);
  section.scrollIntoView({ block: "start" });
}

/** Lead the player to the entry shown as soon as it needs them or waits, and whenever another comes behind it: say so too. */
export function followPending(store) {
  let [shown, count] = [null, 0];
  store.listen((state) => {
    const first = shownFirst(state);
    const stays = first && first.status !== "sending";
    const ofGame = state.queued.filter((one) => one.game === first?.game);
    const now = first && `${first.status} ${first.entry.key} ${ofGame.length}`;
    if (stays && now !== shown) afterTap(lookAtPending);
    if (stays && ofGame.length > Math.max(count, 1)) announce(bookText.notYet(ofGame.at(-1).title));
    [shown, count] = [now, stays ? ofGame.length : 0];
  });
}
