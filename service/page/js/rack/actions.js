// Actions of the tiles of the rack.

import { ownChoice } from "../shared/claim.js";
import { announce } from "../shared/dom.js";
import { rackText } from "../shared/texts.js";
import { step, takeBack } from "./history.js";
import { tileOpener } from "./open-tile.js";
import * as rack from "./rack.js";
import { openAdd } from "./tile-dialog.js";

const EXAMPLE_CARD = "practice";

/** `dialog` shows one tile; `whatIf(state, id, label)` promises what the hand would be if the tile were `label`. */
export function rackActions(store, dialog, whatIf) {
  const { tile, look } = tileOpener(store, dialog, whatIf);

  function add(group) {
    openAdd(dialog, rackText.addTo(group), (label) => {
      if (store.state.tiles.length >= rack.MOST_TILES) return false;
      step(store, { tiles: rack.add(store.state.tiles, label, group) }, rackText.isAdded(label));
      return true;
    });
    dialog.dataset.opener = `add-${group}`;
  }

  /** Change the marked tiles by `work(tiles, ids)`, as a step named `text(count)`. */
  function withMarked(work, text) {
    const { tiles, picking } = store.state;
    if (picking?.length) step(store, { winning: rack.wonStill(store.state, picking), ...work(tiles, picking) }, text(picking.length));
  }

  return {
    tile, look, add,
    startPicking: (pickingOn) => {
      store.set({ picking: [], pickingOn, tool: null });
      announce(rackText.pick);
    },
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
    asideMarked: () => withMarked((_, ids) => rack.laidAside(store.state, ids), rackText.rowAside),
    swap: () => withMarked((tiles, ids) => ({ tiles: rack.swapped(tiles, ids), winning: store.state.winning }), () => rackText.swapped),
    takeIn: (id) => {
      const { tiles, aside } = store.state;
      const found = aside.find((one) => one.id === id);
      const others = aside.filter((one) => one !== found);
      step(store, { tiles: rack.takeIn(tiles, found, others), aside: others }, rackText.isAdded(found.label));
      tile(store.state.tiles.at(-1).id);
    },
    byHand: () => {
      store.newHand();
      store.set({ tiles: [] });
      add(0);
    },
    /** Show an example: a hand of the practice card, judged by that card; in an open game of the book by what the game plays. */
    example: () => {
      store.newHand();
      const { tiles, winning } = rack.example();
      const { table } = store.state;
      const isSettled = table && (table.card || !table.rules.takes_card);
      const byItsCard = { before: ownChoice(store.state), card: EXAMPLE_CARD, cardChosen: false, ruleset: table?.ruleset ?? null };
      store.set({ tiles, winning, laid: true, ...isSettled ? {} : byItsCard });
    },
    takeBack: () => takeBack(store),
    asShown: () => step(store, { laid: true }, rackText.asShown),
    noneExposed: () => step(store, { tiles: rack.putBack(store.state.tiles, store.state.tiles.map((one) => one.id)), laid: true }, rackText.noneExposed),
  };
}
