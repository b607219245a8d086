// What a person does with the tiles of the rack.

import { announce } from "../shared/dom.js";
import { rackText, verdictText } from "../shared/texts.js";
import * as rack from "./rack.js";
import { openAdd, openTile } from "./tile-dialog.js";

const EXAMPLE_CARD = "practice";

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

  let asking = false; // a person answers one question after the other

  /** What a tile would mean: as the question has it, or asked for where nothing else about the rack is open. */
  function hints(state, chosen) {
    const question = state.verdict?.ask?.find((one) => one.tile === chosen.id);
    if (question) {
      const told = new Map(question.means.map((one) => [one.label, verdictText.meant(one)]));
      return async (label) => told.get(label) ?? "";
    }
    const alone = state.card !== null && rack.unsure(state.tiles).every((other) => other === chosen);
    return alone ? (label) => whatIf(state, chosen.id, label) : null;
  }

  // The answer to one question may be the answer to the others: the next is asked once the verdict still wants it.
  store.listen((state) => {
    if (!asking || !state.verdict || dialog.open) return;
    asking = false;
    const [next] = rack.asked(state);
    if (next) tile(next.id);
  });

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
        const named = rack.name(tiles, id, label);
        asking = rack.asked(state).includes(chosen) && rack.unsure(named).length > 0;
        // What was asked before this answer is asked no more.
        done({ tiles: named, ...(asking ? { verdict: null } : {}) }, rackText.isNow(label));
      },
      move: (group) => done({ tiles: rack.change(tiles, id, { group }), winning: wins && group !== 0 ? null : state.winning }, rackText.moved),
      expose: (ids) => done({ tiles: rack.expose(tiles, ids), laid: true, winning: ids.includes(state.winning) ? null : state.winning }, rackText.exposed),
      takeApart: (group) => done({ tiles: rack.takeApart(tiles, group), laid: true }, rackText.moved),
      winning: () => done({ winning: wins ? null : id }, rackText.marked),
      notMine: () => {
        const row = rack.rowOf(tiles, id);
        const left = tiles.filter((one) => !row.includes(one));
        done({ tiles: rack.tidy(left), aside: [...state.aside, ...row.map((one) => ({ ...one, group: null }))],
          winning: row.some((one) => one.id === state.winning) ? null : state.winning }, rackText.rowAside(row.length));
      },
      remove: () => done({ tiles: rack.remove(tiles, id), winning: wins ? null : state.winning }, rackText.removed),
    }, hints(state, chosen));
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
    /** A rack to try the program with: a hand of the practice card, judged by it where no card is chosen. */
    example: () => {
      store.newHand();
      const { tiles, winning } = rack.example();
      store.set({ tiles, winning, laid: true, ...(store.state.cardChosen ? {} : { card: EXAMPLE_CARD, ruleset: null }) });
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
