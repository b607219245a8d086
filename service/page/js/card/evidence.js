// Save an evidence bundle for a later dispute: photo, reading, claim, card, rule set and verdict in one file.

import * as api from "../shared/api.js";
import { betsOf, circumstances, discardedBy, discarderOf, eastOf, factsOf, withoutCard } from "../shared/claim.js";
import { alert, busy, button, fine, heading } from "../shared/controls.js";
import { announce, element } from "../shared/dom.js";
import { again, usedSet } from "../shared/kept-photo.js";
import { playerNames } from "../shared/page-state.js";
import { save } from "../shared/save-file.js";
import { evidenceText } from "../shared/texts.js";
import { exposures, unsure } from "../rack/rack.js";
import { notation } from "../rack/to-check.js";

const FILE = "rackcheck-evidence.zip";

/** Return the player's corrections and exposures for a photo with open tiles; the open tiles stay open. */
function saidOfTiles({ tiles, scan, laid }) {
  const corrections = {};
  for (let number = 1; number <= scan.count; number += 1) {
    const tile = tiles.find((one) => one.number === number);
    if (!tile) corrections[number] = "NONE";
    else if (tile.said || tile.takenIn) corrections[number] = tile.label;
  }
  const groups = exposures(tiles).map((group) => tiles.filter((tile) => tile.group === group).map((tile) => tile.number));
  return { corrections, ...(laid ? { exposures: groups } : {}) };
}

/** Return whether a claim can state the whole rack: every tile is sure and judged, or every tile is from the photo. */
const isTold = ({ tiles, verdict }) => (unsure(tiles).length ? tiles.every((tile) => tile.number) : verdict.win !== null);

/** Return whether there is a photo with an answer to keep. */
export const isEvidence = ({ photo, scan, verdict, tiles }) => Boolean(photo && scan && tiles?.length && verdict && !verdict.error && isTold({ tiles, verdict }));

/** Return the player's claim about the photo: the rack as it stands on the page, and who won how. */
export function claim(state) {
  const names = playerNames(state);
  const told = state.winner !== null && (state.how !== "discard" || state.discarder !== null);
  const how = told ? state.how : null;
  const by = told ? discarderOf(state) : undefined;
  const open = unsure(state.tiles).length > 0;
  const won = open && how && state.tiles.find((tile) => tile.id === state.winning && tile.sure);
  return {
    card: withoutCard(state) ? undefined : state.card,
    ruleset: state.ruleset ?? undefined,
    options: circumstances(state),
    ...(open ? saidOfTiles(state) : { rack: discardedBy(notation(state.tiles, state.winning, how), by) }),
    table: {
      winning_tile: won ? won.label : undefined,
      players: names,
      won_by: how ?? undefined,
      discarder: by,
      winner: told ? names[state.winner] : undefined,
      east: eastOf(state) ?? undefined,
      bettors: betsOf(state).filter(({ cancelled }) => !cancelled), // a cancelled bet pays nothing
      dead: state.table?.dead,
      balances: state.table?.balances,
      ...(told ? factsOf(state) : {}),
    },
  };
}

/** Return the section's action: ask for the bundle, and let the browser save it. */
export function keepEvidence(store) {
  return async () => {
    const { state } = store;
    const same = () => store.state.scan === state.scan; // false once the page shows another hand
    const gathering = { busy: true };
    store.set({ evidence: gathering });
    const done = api.attempt(async () => {
      const { blob, scale } = await again(state.photo, state.scan);
      save(await api.patiently(() => api.evidence(blob, claim(state), usedSet(state.scan), state.table)), FILE);
      if (same()) store.set({ evidence: { saved: true, small: scale < 1 } });
      announce(evidenceText.done);
    }, (error) => store.set(same() ? { evidence: { trouble: error.message } } : { trouble: error }));
    // After any failure the player can try again.
    await done.finally(() => store.state.evidence === gathering && store.set({ evidence: null }));
  };
}

/** Show the button, once there is a verdict on a photo. */
export function evidenceView(act) {
  return (state) => {
    const { tiles, evidence } = state;
    if (!isEvidence(state)) return null;
    const { busy: gathering, saved, small, trouble } = evidence ?? {};
    return [
      heading("evidence-title", evidenceText.title),
      alert(trouble),
      gathering ? busy(evidenceText.gathering) : button("evidence", saved ? evidenceText.again : evidenceText.keep, act, { class: "wide" }),
      saved && small && element("p", { class: "note warn" }, evidenceText.small),
      fine(saved ? evidenceText.saved(FILE) : evidenceText.holds, !saved && unsure(tiles).length > 0 && evidenceText.open),
    ];
  };
}
