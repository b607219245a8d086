// What a person does with the tiles of the rack.

import { announce } from "../shared/dom.js";
import { rackText } from "../shared/texts.js";
import * as rack from "./rack.js";
import { openAdd, openTile } from "./tile-dialog.js";

/** `dialog` shows one tile; `whatIf(state, id, label)` promises what the hand would be with another one. */
export function rackActions(store, dialog, whatIf) {
  let opener = null; // data-key of the control that opened the dialog

  // The section behind the dialog may have been drawn anew: the focus goes back by key, not by element.
  dialog.addEventListener("close", () => {
    if (opener && !dialog.open) document.querySelector(`[data-key="${CSS.escape(opener)}"]`)?.focus({ preventScroll: true });
  });
  // A tap beside the dialog closes it.
  dialog.addEventListener("click", (event) => {
    if (event.target === dialog) dialog.close();
  });

  /** What a tile would mean is told only where nothing else about the rack is open. */
  const mayHint = (state, chosen) => state.card !== null && rack.unsure(state.tiles).every((other) => other === chosen);

  function tile(id) {
    const { state } = store;
    const { tiles } = state;
    const chosen = tiles.find((one) => one.id === id);
    const wins = state.winning === id;
    opener = document.activeElement?.dataset.key ?? opener;
    const done = (patch, text) => {
      store.set(patch);
      dialog.close();
      announce(text);
    };
    openTile(dialog, state, chosen, {
      label: (label) => {
        done({ tiles: rack.name(tiles, id, label) }, rackText.isNow(label));
        const [next] = rack.unsure(store.state.tiles);
        if (!chosen.sure && next) tile(next.id);
      },
      move: (group) => done({ tiles: rack.change(tiles, id, { group }), winning: wins && group !== 0 ? null : state.winning }, rackText.moved),
      winning: () => done({ winning: wins ? null : id }, rackText.marked),
      remove: () => done({ tiles: rack.remove(tiles, id), winning: wins ? null : state.winning }, rackText.removed),
    }, mayHint(state, chosen) ? (label) => whatIf(state, id, label) : null);
  }

  function add(group) {
    opener = `add-${group}`;
    openAdd(dialog, group, (label) => {
      if (store.state.tiles.length >= rack.MOST_TILES) return false;
      store.set({ tiles: rack.add(store.state.tiles, label, group) });
      announce(rackText.isAdded(label));
      return true;
    });
  }

  return {
    tile, add,
    takeIn: (id) => {
      const { tiles, aside } = store.state;
      const found = aside.find((one) => one.id === id);
      store.set({ tiles: rack.takeIn(tiles, found), aside: aside.filter((one) => one !== found) });
      tile(store.state.tiles.at(-1).id);
    },
    byHand: () => {
      store.newHand();
      store.set({ tiles: [] });
      add(0);
    },
    startPicking: () => store.set({ picking: [] }),
    stopPicking: () => store.set({ picking: null }),
    pick: (id) => {
      const { picking } = store.state;
      store.set({ picking: picking.includes(id) ? picking.filter((other) => other !== id) : [...picking, id] });
    },
    makeExposure: () => {
      const { tiles, picking, winning } = store.state;
      store.set({ tiles: rack.expose(tiles, picking), picking: null, winning: picking.includes(winning) ? null : winning });
      announce(rackText.exposed);
    },
    asShown: () => store.set({ laid: true }),
    noneExposed: () => store.set({ tiles: rack.conceal(store.state.tiles), laid: true }),
  };
}
