// Entries in words.

import { points } from "../shared/words.js";

const KINDS = { win: "Win", wall: "Wall game", penalty: "Ruling", seats: "Seats", note: "Note", undo: "Undo" };
const DENOMINATIONS = [200, 25, 5, 1];

export const kindName = (kind) => KINDS[kind];

/** 80 as "+80", -40 as "−40". */
export function signed(value) {
  return value > 0 ? `+${value}` : String(value).replace("-", "−");
}

/** Points in chips of 200, 25 and 5: "5 × 200, 3 × 25"; what no chip is worth comes last. */
export function chips(value) {
  let left = Math.max(0, value);
  const parts = DENOMINATIONS.map((worth) => {
    const number = Math.floor(left / worth);
    left -= number * worth;
    return number && (worth === 1 ? `${points(number)} over` : `${number} × ${worth}`);
  });
  return parts.filter(Boolean).join(", ") || "no chips";
}

function won(outcome, check) {
  const hand = check?.match?.hand ? ` with hand ${check.match.hand}` : "";
  const way = outcome.won_by === "discard" ? `from ${outcome.discarder ?? "a discard"}` : "self-picked";
  const counted = [outcome.value ?? outcome.points, outcome.bonuses];
  const worth = outcome.limit ? `, ${outcome.limit === "half" ? "half a limit" : "a limit hand"}`
    : counted.map((number, at) => (number ? `, ${at ? `${number} in bonuses` : points(number)}` : "")).join("");
  return `${outcome.winner} won${hand}${worth}, ${way}`;
}

/** What an entry of the book says, in one line. */
export function entryTitle(entry) {
  const outcome = entry.question?.outcome;
  switch (entry.kind) {
    case "win": return won(outcome, entry.check);
    case "wall": return "Wall game: nobody won";
    case "penalty": return entry.settlement.ruling?.text ?? "A payment the table agreed on";
    case "seats": return `Seats: ${entry.sitting.players.join(", ")}; East is ${entry.sitting.east ?? "not known"}`;
    case "undo": return `Undo of entry ${entry.undoes}`;
    default: return entry.note;
  }
}

/** "19:04" of the time of an entry. */
export function clock(moment) {
  return new Date(moment).toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" });
}

/** "Sat 21 Nov" of a time. */
export function day(moment) {
  return new Date(moment).toLocaleDateString([], { weekday: "short", day: "numeric", month: "short" });
}
