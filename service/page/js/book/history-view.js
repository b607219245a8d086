// The entries of the open game.

import { button, fine, heading } from "../shared/controls.js";
import { element } from "../shared/dom.js";
import { bookText, clock, commas, pageText } from "../shared/texts.js";
import { entryTitle, formOf } from "./entering/entry.js";
import { isGone, oldestOf } from "./ledger-store.js";

/** Return what an entry moved, by name: points, or in a tournament the sheet. */
const moved = ({ settlement }, { tournament }) => Object.entries((tournament ? settlement?.sheet : settlement?.net) ?? {}).filter(([, value]) => value);

/** Return why a penalty is paid: the source of its ruling, or what the table agreed on, if anybody said it. */
const reason = ({ question, settlement: { source, transfers } }) => (question ? source : commas([...new Set(transfers.map(({ why }) => why))].filter((why) => why !== source)));

function line(entry, hand, { entries, rules, evidence = [] }, photos, actions, waits) {
  const kept = evidence.find((one) => one.entry === entry.seq);
  const title = entryTitle(entry, entries);
  const net = moved(entry, rules);
  const why = entry.kind === "penalty" && reason(entry);
  return element("li", { class: `entry ${entry.in_effect ? "" : "gone"}`, "data-key": `entry-${entry.seq}` },
    fine(bookText.facts({ ...entry, hand }, clock(entry.entered_at))),
    element("p", {}, entry.in_effect ? title : element("s", {}, title)),
    entry.in_effect ? net.length > 0 && fine(bookText.net(net)) : fine(bookText.takenOut),
    why && fine(why),
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
