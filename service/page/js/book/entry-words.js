// Entries in words.

import { bookText } from "../shared/texts.js";

/** What an entry of the book says, in one line; `entries` are those of its game. */
export function entryTitle(entry, entries) {
  const undone = entries.find((one) => one.seq === entry.undoes);
  switch (entry.kind) {
    case "win": return bookText.win(entry);
    case "wall": return bookText.nobody;
    case "penalty": return entry.settlement.ruling?.text ?? bookText.agreed;
    case "seats": return bookText.seated(entry.sitting.players, entry.sitting.east);
    case "undo": return bookText.undone(undone && entryTitle(undone, entries));
    default: return entry.note;
  }
}
