// The entries of the open game.

import { button, fine, heading } from "../shared/controls.js";
import { element } from "../shared/dom.js";
import { bookText, clock, pageText } from "../shared/texts.js";
import { entryTitle, formOf } from "./entering/entry.js";
import { isGone, oldestOf } from "./ledger-store.js";

function line(entry, hand, { entries, evidence = [] }, photos, actions, waits) {
  const kept = evidence.find((one) => one.entry === entry.seq);
  const title = entryTitle(entry, entries);
  const net = Object.entries(entry.settlement?.net ?? {}).filter(([, value]) => value);
  return element("li", { class: `entry ${entry.in_effect ? "" : "gone"}`, "data-key": `entry-${entry.seq}` },
    fine(bookText.facts({ ...entry, hand }, clock(entry.entered_at))),
    element("p", {}, entry.in_effect ? title : element("s", {}, title)),
    entry.in_effect ? net.length > 0 && fine(bookText.net(net)) : fine(bookText.takenOut),
    entry.kind === "penalty" && fine(entry.settlement.source),
    entry.note && entry.kind !== "note" && element("p", {}, entry.note),
    actions.photo(entry.seq, title, kept, photos.find((one) => one.seq === entry.seq)),
    entry.in_effect && element("div", { class: "row" }, formOf(entry) && button(`correct-${entry.seq}`, bookText.correct, () => actions.correct(entry), { class: "small plain", disabled: waits, "aria-label": bookText.correctIt(title) }),
      button(`undo-${entry.seq}`, pageText.undo, () => actions.undo(entry), { class: "small plain", disabled: waits, "aria-label": bookText.undo(title) })));
}

/** Show the entries, newest first. `actions`: correct(entry), undo(entry), photo(seq, title, kept, coming). */
export function historyView(actions) {
  return ({ game, gone, evening, queued, fault, photos }) => {
    if (!game) return null;
    const waits = Boolean(oldestOf({ queued }, game.id)) || fault !== null || isGone({ game, gone });
    // After the undo of an earlier hand the chart numbers the hands anew, as the table above does.
    const hands = new Map(evening?.chart.hands.map((one) => [one.seq, one.hand]));
    return [
      heading("history-title", bookText.entries),
      game.entries.length > 0
        ? element("ol", { class: "entries", reversed: true }, [...game.entries].reverse().map((entry) =>
          line(entry, hands.get(entry.seq) ?? entry.hand, game, photos.filter((one) => one.game === game.id), actions, waits)))
        : fine(bookText.noEntries),
    ];
  };
}
