// Enter the win on the scan page into the open game.

import { go } from "../../shared/navigation.js";
import { freshKey } from "../../shared/persistent-store.js";
import { fromScan, scanTitle } from "./entry.js";

/** `basis()` returns the version of the game at which the player began the rack; `photos` keeps the photos of wins. */
export function addWinActions(store, scan, outbox, photos, basis) {
  return {
    add: () => {
      const { game } = store.state;
      // A second tap may come before the button goes: the hand has its entry by then.
      if (game && !scan.state.bookWaits) {
        const entryKey = freshKey();
        outbox.put(game.id, fromScan(scan.state), basis(), scanTitle(scan.state), null, entryKey);
        photos.hold(entryKey, game.id, scan.state);
        scan.set({ entryKey });
      }
      go("book");
    },
    offersPhoto: photos.offers,
    keepPhoto: (keepPhoto) => scan.set({ keepPhoto }),
  };
}
