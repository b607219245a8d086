// Keeping what a verdict stands on: photo, reading, claim, card, rules and verdict in one file, for a later dispute.

import * as api from "../shared/api.js";
import { announce, h } from "../shared/dom.js";
import { circumstances, withoutCard } from "./cardless.js";
import { rackText, unsure } from "../rack/rack.js";
import { playerNames } from "../shared/page-state.js";
import { again } from "../shared/kept-photo.js";

const FILE = "rackcheck-evidence.zip";
const KEPT_FOR = 60_000; // ms that the browser may take to save the file

/** All that a person says of the photo: the rack as it stands on the page, and who won how. */
function claim(state) {
  const names = playerNames(state);
  const bare = withoutCard(state);
  const told = state.winner !== null && (state.how !== "discard" || state.discarder !== null);
  const how = told ? state.how : null;
  const by = how === "discard" ? names[state.discarder] : undefined;
  return {
    card: bare ? undefined : state.card,
    ruleset: state.ruleset ?? undefined,
    options: bare ? circumstances(state) : { joker_was_used: state.jokerWasUsed },
    rack: rackText(state.tiles, state.winning, how).replace("<Discarder", () => `<"${by}"`),
    table: {
      players: names,
      won_by: how ?? undefined,
      discarder: by,
      winner: told ? names[state.winner] : undefined,
      east: bare && state.seat.east !== null ? names[state.seat.east] : undefined,
      bettors: state.bettors.map(({ name, on }, at) => ({ name: name.trim() || `Bettor ${at + 1}`, bet_on: names[on] })),
    },
  };
}

function save(blob) {
  const link = h("a", { href: URL.createObjectURL(blob), download: FILE });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), KEPT_FOR);
}

/** The action of the section: ask for the file and hand it to the browser. */
export function keepEvidence(store) {
  return async () => {
    const { state } = store;
    const same = () => store.state.scan === state.scan; // else it is of another hand than the one on the page
    store.set({ evidence: { busy: true } });
    try {
      const { blob, scale } = await again(state.photo, state.scan.width);
      const set = state.scan.set?.used ? state.scan.set.name : null;
      save(await api.patiently(() => api.evidence(blob, claim(state), set)));
      if (same()) store.set({ evidence: { saved: true, small: scale < 1 } });
      announce("The evidence is saved.");
    } catch (problem) {
      if (!problem.error) throw problem;
      store.set(same() ? { evidence: { trouble: problem.error.message } } : { trouble: problem.error });
    }
  };
}

/** The button, once there is a verdict on a photo. */
export function evidenceView(act) {
  return (state) => {
    const { photo, scan, verdict, tiles } = state;
    if (!photo || !scan || !tiles?.length || unsure(tiles).length || !verdict || verdict.error || verdict.either) return null;
    const { busy, saved, small, trouble } = state.evidence ?? {};
    return [
      h("h2", { id: "evidence-title" }, "In case of a dispute"),
      trouble && h("p", { class: "note bad", role: "alert" }, trouble),
      busy ? h("p", { class: "busy", role: "status" }, "Gathering the evidence …")
        : h("button", { type: "button", class: "wide", "data-key": "evidence", onclick: act }, saved ? "Save it again" : "Keep as evidence"),
      saved && small && h("p", { class: "note warn" }, "It holds the small copy of the photo: the photo itself is no longer on this page. Take or choose it again to keep it whole."),
      h("p", { class: "fine" }, saved ? `Saved as ${FILE}. Send it to the others at the table: rackcheck evidence show opens it.`
        : "One file with the photo, the reading, the card, the rules and this verdict. It is saved on this phone."),
    ];
  };
}
