// Actions of the tiles of the rack.

import { byId } from "../shared/dom.js";
import { view } from "../shared/navigation.js";
import { step, takeBack } from "./history.js";
import { rackText, verdictText } from "../shared/texts.js";
import * as rack from "./rack.js";
import { openAdd, openTile } from "./tile-dialog.js";

const EXAMPLE_CARD = "practice";

/** `dialog` shows one tile; `whatIf(state, id, label)` promises what the hand would be if the tile were `label`. */
export function rackActions(store, dialog, whatIf) {
  // The page may have redrawn the section behind the dialog: we find the element to focus by its key. A removed tile
  // is not there any more.
  dialog.addEventListener("close", () => {
    if (dialog.open) return;
    const { opener } = dialog.dataset;
    delete dialog.dataset.opener;
    if (opener) (document.querySelector(`[data-key="${CSS.escape(opener)}"]`) ?? byId("tiles-title"))?.focus({ preventScroll: true });
  });
  // A tap beside the dialog closes it.
  dialog.addEventListener("click", (event) => {
    if (event.target === dialog) dialog.close();
  });

  let asking = null; // the hand of which the player answers one question after the other, or null

  /** Return a function that promises what a label would mean, by the verdict's question or a new check; or null. */
  function hints(state, chosen) {
    const question = state.verdict?.ask?.find((one) => one.tile === chosen.id);
    if (question) {
      const told = new Map(question.means.map((one) => [one.label, verdictText.meant(one)]));
      return async (label) => told.get(label) ?? "";
    }
    const alone = state.card !== null && rack.unsure(state.tiles).every((other) => other === chosen);
    return alone ? (label) => whatIf(state, chosen.id, label) : null;
  }

  // One answer may settle the other questions: we ask the next one only if the new verdict still wants it.
  store.listen((state) => {
    if (asking === null || !state.verdict) return;
    const other = asking !== state.hand;
    asking = null;
    // If the player has gone on to something else, the question stays on the rack.
    if (other || view() !== "scan" || document.querySelector("dialog[open]")) return;
    const [next] = rack.asked(state);
    if (next) tile(next.id);
  });

  /** Return the winning tile's id, or null if it is one of `ids`. */
  const wonStill = (ids) => (ids.includes(store.state.winning) ? null : store.state.winning);

  /** Return the patch that lays tiles aside, as tiles of another rack. */
  function laidAside(ids) {
    const { tiles, aside } = store.state;
    const gone = tiles.filter((one) => ids.includes(one.id) && one.quad).map((one) => ({ ...one, group: null, laidAside: true }));
    return { tiles: rack.without(tiles, ids), aside: [...aside, ...gone], winning: wonStill(ids) };
  }

  /** Change the marked tiles by `work(tiles, ids)`, as a step named `text(count)`. */
  function withMarked(work, text) {
    const { tiles, picking } = store.state;
    if (picking?.length) step(store, { winning: wonStill(picking), ...work(tiles, picking) }, text(picking.length));
  }

  function tile(id) {
    const { state } = store;
    const { tiles } = state;
    const chosen = tiles.find((one) => one.id === id);
    const wins = state.winning === id;
    const done = (patch, text) => {
      step(store, patch, text);
      dialog.close();
    };
    openTile(dialog, state, chosen, {
      label: (label, also) => {
        const named = rack.name(tiles, [id, ...also], label);
        const more = rack.asked(state).includes(chosen) && rack.unsure(named).length > 0;
        asking = more ? state.hand : null;
        // The verdict with the earlier questions is out of date.
        done({ tiles: named, ...(more ? { verdict: null } : {}) }, rackText.isNow(label, also.length + 1));
      },
      move: (group) => done({ tiles: rack.change(tiles, id, { group }), winning: wins && group !== 0 ? null : state.winning }, rackText.moved),
      expose: (ids) => done({ tiles: rack.expose(tiles, ids), laid: true, winning: wonStill(ids) }, rackText.exposed),
      takeApart: (group) => done({ tiles: rack.takeApart(tiles, group), laid: true }, rackText.moved),
      winning: () => done({ winning: wins ? null : id }, rackText.marked),
      notMine: () => {
        const row = rack.rowOf(tiles, id).map((one) => one.id);
        done(laidAside(row), rackText.rowAside(row.length));
      },
      remove: () => done({ tiles: rack.without(tiles, [id]), winning: wonStill([id]) }, rackText.removed(1)),
    }, hints(state, chosen));
    dialog.dataset.opener ||= `chip-${id}`;
  }

  function add(group) {
    openAdd(dialog, rackText.addTo(group), (label) => {
      if (store.state.tiles.length >= rack.MOST_TILES) return false;
      step(store, { tiles: rack.add(store.state.tiles, label, group) }, rackText.isAdded(label));
      return true;
    });
    dialog.dataset.opener = `add-${group}`;
  }

  return {
    tile, add,
    takeIn: (id) => {
      const { tiles, aside } = store.state;
      const found = aside.find((one) => one.id === id);
      step(store, { tiles: rack.takeIn(tiles, found), aside: aside.filter((one) => one !== found) }, rackText.isAdded(found.label));
      tile(store.state.tiles.at(-1).id);
    },
    byHand: () => {
      store.newHand();
      store.set({ tiles: [] });
      add(0);
    },
    /** Show an example: a hand of the practice card, judged by that card unless the player has chosen one. */
    example: () => {
      store.newHand();
      const { tiles, winning } = rack.example();
      store.set({ tiles, winning, laid: true, ...(store.state.cardChosen ? {} : { card: EXAMPLE_CARD, ruleset: null }) });
    },
    startPicking: (pickingOn) => store.set({ picking: [], pickingOn, tool: null }),
    stopPicking: () => store.set({ picking: null }),
    /** Mark exactly these tiles. */
    mark: (picking) => store.set({ picking }),
    pick: (id) => {
      const { picking } = store.state;
      store.set({ picking: picking.includes(id) ? picking.filter((other) => other !== id) : [...picking, id] });
    },
    makeExposure: () => withMarked((tiles, ids) => ({ tiles: rack.expose(tiles, ids), laid: true }), () => rackText.exposed),
    putBack: () => withMarked((tiles, ids) => ({ tiles: rack.putBack(tiles, ids), laid: true, winning: store.state.winning }), () => rackText.moved),
    removeMarked: () => withMarked((tiles, ids) => ({ tiles: rack.without(tiles, ids) }), rackText.removed),
    asideMarked: () => withMarked((_, ids) => laidAside(ids), rackText.rowAside),
    swap: () => withMarked((tiles, ids) => ({ tiles: rack.swapped(tiles, ids), winning: store.state.winning }), () => rackText.swapped),
    takeBack: () => takeBack(store),
    asShown: () => step(store, { laid: true }, rackText.asShown),
    noneExposed: () => step(store, { tiles: rack.conceal(store.state.tiles), laid: true }, rackText.noneExposed),
  };
}
