// Actions of the entry form: open it, fill it in, enter what it says.

import { attempt, rulings as rulingsIn } from "../../shared/api.js";
import { announce } from "../../shared/dom.js";
import { go } from "../../shared/navigation.js";
import { bookText } from "../../shared/texts.js";
import { isHeldUp, oldestOf, places } from "../ledger-store.js";
import { betsIn, fromForm, formTitle } from "./entry.js";
import { missing, rulingsOf, seatsOf } from "./entry-form.js";

function newForm(kind, game) {
  const { players, waiting, east } = game.sitting;
  return { kind, basedOn: game.version, ...(kind === "seats" ? { seats: places(players), waiting: places(waiting), east } : {}) };
}

/** Load the rulings of the open game whenever the form is a penalty, also after a reload. */
export function followRulings(store) {
  store.listen(({ form, game, rulings }) => {
    if (form?.kind !== "penalty" || !game || rulings?.game === game.id) return;
    const { id } = game;
    const answered = (answer) => store.state.rulings?.game === id && store.set({ rulings: { ...answer, game: id } });
    store.set({ rulings: { game: id } });
    attempt(async () => answered(await rulingsIn(game.ruleset, game)), (trouble) => answered({ trouble }));
  });
}

export function formActions(store, outbox) {
  return {
    open: (kind, said = {}) => store.set({ form: { ...newForm(kind, store.state.game), ...said } }),
    change: (patch) => store.set({ form: { ...store.state.form, ...patch } }),
    close: () => store.set({ form: null }),
    rulingsAgain: () => store.set({ rulings: null }),
    submit: () => {
      const { form, game } = store.state;
      const wanted = missing(store.state);
      if (wanted) {
        // The line beside the button turns red: the head of a long form may be out of sight.
        store.set({ form: { ...form, tried: true } });
        announce(wanted);
        return;
      }
      const list = rulingsOf(store.state) ?? [];
      const [entry, title] = [fromForm(form, seatsOf(store.state), list), formTitle(form, list)];
      // We close the form only after we have the entry: closing loses its answers.
      store.set({ form: null });
      outbox.put(game.id, entry, form.basedOn, title, form);
      if (form.changes !== undefined) outbox.drop(form.changes); // only now: who leaves the form keeps the entry as it was
    },
  };
}

/**
 * Enter a ruling with its facts and bets [{name, bet_on}], without asking again: the player has seen the answer, and can
 * undo the entry. Return why the book cannot take it yet, or null.
 */
export function enterPenalty(store, outbox, ruling, facts, bets, title) {
  const { game } = store.state;
  if (!game) return bookText.opening;
  if (isHeldUp(oldestOf(store.state, game.id))) return bookText.rulingWaits;
  const form = { ...newForm("penalty", game), ruling, facts, bets: betsIn(bets) };
  outbox.put(game.id, { kind: "penalty", outcome: { kind: "error", ruling, ...facts }, bets }, game.version, title, form);
  go("book");
  return null;
}
