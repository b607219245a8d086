// Begin a game that the book has lost once more. All phones that saw the same of it begin the same game.

import { attempt } from "../../shared/api.js";
import { bookText } from "../../shared/texts.js";
import * as api from "../ledger-api.js";
import { openGame } from "../loading.js";

/**
 * Return the entry that brings the points of a game into the one begun anew, as payments to and from who leads. Null if
 * everybody is even, or if somebody with points has left the table. A score sheet, which no payment moves, begins at zero.
 */
export function asItStood({ standings, sitting: { players, waiting } }) {
  const [first, ...others] = standings.filter(({ points }) => points !== 0).sort((one, other) => other.points - one.points);
  const here = [...players, ...waiting];
  if (!first || ![first, ...others].every(({ player }) => here.includes(player))) return null;
  const transfers = others.map(({ player, points }) =>
    (points < 0 ? { from: player, to: first.player, points: -points } : { from: first.player, to: player, points }));
  return { kind: "penalty", transfers, note: bookText.stood };
}

/** Begin the open game anew, at zero or with the entry `stood`, then move there what waits. */
export function beginAnew(store, outbox, stood = null) {
  const { id, version, title, ruleset, ruleset_title: rules, card, sitting: { players, waiting, east } } = store.state.game;
  const why = { "key-reused": bookText.anewElsewhere, "unknown-card": bookText.anewLacks(card), "unknown-ruleset": bookText.anewLacks(rules) };
  return attempt(async () => {
    const begun = await api.begin({ title, ruleset, card: card ?? undefined, players, waiting, east: east ?? undefined, key: `anew-${id}` });
    if (store.state.open === id) await openGame(store, begun.id); // else the player has gone on to another one meanwhile
    // With the same key on every phone that saw the same, so that the points go in once.
    if (stood) outbox.put(begun.id, stood, 0, stood.note, null, `stood-${version}-${id}`);
    outbox.move(id, begun.id);
  }, (trouble) => store.set({ trouble: { ...trouble, message: why[trouble.code] ?? trouble.message } }));
}
