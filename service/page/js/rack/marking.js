// Mark several tiles, and change them together.

import { rackText } from "../shared/texts.js";
import { step } from "./history.js";
import * as rack from "./rack.js";

export function markingActions(store) {
  /** Change the marked tiles by `work(tiles, ids)`, as a step named `text(count)`. */
  function withMarked(work, text) {
    const { tiles, picking } = store.state;
    if (picking?.length) step(store, { winning: rack.wonStill(store.state, picking), ...work(tiles, picking) }, text(picking.length));
  }

  return {
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
    asideMarked: () => withMarked((_, ids) => rack.laidAside(store.state, ids), rackText.rowAside),
    swap: () => withMarked((tiles, ids) => ({ tiles: rack.swapped(tiles, ids), winning: store.state.winning }), () => rackText.swapped),
  };
}
