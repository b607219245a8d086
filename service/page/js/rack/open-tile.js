// The dialog of a tile of the rack: its answers change the rack, and the next question follows the answer.

import { byId, takeFocus } from "../shared/dom.js";
import { view } from "../shared/navigation.js";
import { rackText, verdictText } from "../shared/texts.js";
import { step } from "./history.js";
import * as rack from "./rack.js";
import { openCompared, openTile } from "./tile-dialog.js";
import { asked, confirmable } from "./to-check.js";

/** Let a tap beside the dialog close it, and focus afterwards what opened it. */
function followClosing(dialog) {
  // The page may have redrawn the section behind the dialog: we find the element to focus by its key. A removed tile
  // is not there any more, and a full rack takes no tile more.
  dialog.addEventListener("close", () => {
    if (dialog.open) return;
    const { opener, within } = dialog.dataset;
    delete dialog.dataset.opener;
    if (!opener) return;
    const found = document.querySelector(`[data-key="${CSS.escape(opener)}"]`);
    if (!found || found.disabled) {
      const home = found?.closest("section") ?? byId(within);
      takeFocus(home.hidden ? byId("tiles") : home);
      return;
    }
    found.focus({ preventScroll: true });
    // The page stays where a finger has left it; who goes by keyboard looks at what has the focus.
    if (found.matches(":focus-visible")) found.scrollIntoView({ block: "center" });
  });
  dialog.addEventListener("click", (event) => {
    if (event.target === dialog) dialog.close();
  });
}

/** Return a function that promises what a label would mean, by the verdict's question or a new check; or null. */
function hints(state, chosen, whatIf) {
  const question = state.verdict?.ask?.find((one) => one.tile === chosen.id);
  if (question) {
    const told = new Map(question.means.map((one) => [one.label, verdictText.meant(one)]));
    return async (label) => told.get(label) ?? "";
  }
  const alone = state.card !== null && rack.unsure(state.tiles).every((other) => other === chosen);
  return alone ? (label) => whatIf(state, chosen.id, label) : null;
}

/** Return {tile(id), look()}: they open the dialog of a tile, and of the tiles that the verdict asks about. */
export function tileOpener(store, dialog, whatIf) {
  let asking = null; // the hand of which the player answers one question after the other, or null
  followClosing(dialog);

  // One answer may settle the other questions: we ask the next one only if the new verdict still wants it.
  store.listen((state) => {
    if (asking === null || !state.verdict) return;
    const other = asking !== state.hand;
    asking = null;
    // If the player has gone on to something else, the question stays on the rack.
    if (other || view() !== "scan" || document.querySelector("dialog[open]")) return;
    look();
  });

  /** Change the rack by an answer, and ask what the next verdict still asks if this `goesOn`. */
  function answer(patch, text, goesOn) {
    asking = goesOn ? store.state.hand : null;
    // The verdict with the earlier questions is out of date.
    step(store, { ...patch, ...(goesOn ? { verdict: null } : {}) }, text);
    dialog.close();
  }

  /** Ask what the verdict asks first: about all its tiles at once if they are many, else about one. */
  function look() {
    const { state } = store;
    const many = confirmable(state);
    const [next] = asked(state);
    if (many.length) {
      openCompared(dialog, state, many, tile, () => {
        const named = rack.change(state.tiles, many.map((one) => one.id), { sure: true, said: true });
        answer({ tiles: named }, rackText.areRight(many.length), rack.unsure(named).length > 0);
      });
      dialog.dataset.opener ||= "bar";
    } else if (next) tile(next.id);
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
        answer({ tiles: named }, rackText.isNow(label, also.length + 1), asked(state).includes(chosen) && rack.unsure(named).length > 0);
      },
      move: (group) => done({ tiles: rack.change(tiles, [id], { group }), winning: wins && group !== 0 ? null : state.winning }, rackText.moved),
      expose: (ids) => done({ tiles: rack.expose(tiles, ids), laid: true, winning: rack.wonStill(store.state, ids) }, rackText.exposed),
      takeApart: (group) => done({ tiles: rack.putBack(tiles, tiles.filter((one) => one.group === group).map((one) => one.id)), laid: true }, rackText.moved),
      winning: () => done({ winning: wins ? null : id }, rackText.marked),
      notMine: () => {
        const row = rack.rowOf(tiles, id).map((one) => one.id);
        done(rack.laidAside(store.state, row), rackText.rowAside(row.length));
      },
      remove: () => done({ tiles: rack.without(tiles, [id]), winning: rack.wonStill(store.state, [id]) }, rackText.removed(1)),
    }, hints(state, chosen, whatIf));
    dialog.dataset.opener ||= `chip-${id}`;
  }
  return { tile, look };
}
