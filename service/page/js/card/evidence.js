// Keeping what a verdict stands on: photo, reading, claim, card, rules and verdict in one file, for a later dispute.

import * as api from "../shared/api.js";
import { betsOf, circumstances, discardedBy, discarderOf, withoutCard } from "../shared/claim.js";
import { alert, busy, button, fine, heading } from "../shared/controls.js";
import { announce, element } from "../shared/dom.js";
import { again } from "../shared/kept-photo.js";
import { playerNames } from "../shared/page-state.js";
import { evidenceText } from "../shared/texts.js";
import { notation, unsure } from "../rack/rack.js";

const FILE = "rackcheck-evidence.zip";
const KEPT_FOR = 60_000; // ms that the browser may take to save the file

/** All that a person says of the photo: the rack as it stands on the page, and who won how. */
function claim(state) {
  const names = playerNames(state);
  const bare = withoutCard(state);
  const told = state.winner !== null && (state.how !== "discard" || state.discarder !== null);
  const how = told ? state.how : null;
  const by = told ? discarderOf(state) : undefined;
  return {
    card: bare ? undefined : state.card,
    ruleset: state.ruleset ?? undefined,
    options: circumstances(state),
    rack: discardedBy(notation(state.tiles, state.winning, how), by),
    table: {
      players: names,
      won_by: how ?? undefined,
      discarder: by,
      winner: told ? names[state.winner] : undefined,
      east: bare && state.seat.east !== null ? names[state.seat.east] : undefined,
      bettors: betsOf(state),
    },
  };
}

function save(blob) {
  const link = element("a", { href: URL.createObjectURL(blob), download: FILE });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), KEPT_FOR);
}

/** The action of the section: ask for the file and hand it to the browser. */
export function keepEvidence(store) {
  return async () => {
    const { state } = store;
    const same = () => store.state.scan === state.scan; // else it is of another hand than the one on the page
    store.set({ evidence: { busy: true } });
    await api.attempt(async () => {
      const { blob, scale } = await again(state.photo, state.scan.width);
      const set = state.scan.set?.used ? state.scan.set.name : null;
      save(await api.patiently(() => api.evidence(blob, claim(state), set)));
      if (same()) store.set({ evidence: { saved: true, small: scale < 1 } });
      announce(evidenceText.done);
    }, (error) => store.set(same() ? { evidence: { trouble: error.message } } : { trouble: error }));
  };
}

/** The button, once there is a verdict on a photo. */
export function evidenceView(act) {
  return ({ photo, scan, verdict, tiles, evidence }) => {
    if (!photo || !scan || !tiles?.length || unsure(tiles).length || !verdict || verdict.error || verdict.win === null) return null;
    const { busy: gathering, saved, small, trouble } = evidence ?? {};
    return [
      heading("evidence-title", evidenceText.title),
      alert(trouble),
      gathering ? busy(evidenceText.gathering) : button("evidence", saved ? evidenceText.again : evidenceText.keep, act, { class: "wide" }),
      saved && small && element("p", { class: "note warn" }, evidenceText.small),
      fine(saved ? evidenceText.saved(FILE) : evidenceText.holds),
    ];
  };
}
