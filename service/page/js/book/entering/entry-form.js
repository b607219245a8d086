// The dialog to enter a hand, a ruling, a note or a change of seats. A form is {kind, basedOn, tried, error, ...}; a correction
// has the seats and the number of its hand too, as `sitting` and `hand`.

import { LONGEST_NAME, alert, busy, button, check, choice, dialogHead, field, fine, isNumber, lostOnClosing, numberField, same, select } from "../../shared/controls.js";
import { factsToAsk, unknownToBook } from "../../shared/claim.js";
import { element } from "../../shared/dom.js";
import { bookText, capital, disputeText, entryText, handName, pageText, spoken, winText } from "../../shared/texts.js";
import { isGone, oldestOf } from "../ledger-store.js";
import { betFields } from "./add-win.js";

export const AGREED = "agreed"; // the choice for a payment that the table agreed on, without a ruling

/** Return the seats that a form is about: players and those who wait may have changed places since a corrected hand. */
export const seatsOf = ({ form, game }) => form.sitting ?? game.sitting;

/** Return whether a form of a win goes on with the rack that the book has judged. */
export const isJudged = ({ check: judged, otherSum }) => Boolean(judged && !otherSum);

/** Return whether the open game has no card, so that its hands count in points and bonuses. */
const isCounted = ({ game }) => !game.rules.takes_card;

function worth(form, state, set) {
  if (!isCounted(state)) {
    return [numberField(entryText.value, "form-value", form.value, (value) => set({ value })),
      check(entryText.jokerless, "form-jokerless", form.jokerless, (jokerless) => set({ jokerless })),
      check(entryText.singles, "form-singles", form.singles, (singles) => set({ singles }))];
  }
  const { none, full, half } = entryText.limits;
  return [select(entryText.limit, "form-limit", [[null, none], ["full", full], ["half", half]], form.limit ?? null, (limit) => set({ limit })),
    !form.limit && numberField(entryText.points, "form-points", form.points, (points) => set({ points })),
    !form.limit && numberField(entryText.bonuses, "form-bonuses", form.bonuses, (bonuses) => set({ bonuses }))];
}

/** Ask each waiting person for a bet, if the rules take bets: a win pays it, and a penalty where bettors share it. */
const bets = (form, state, set) =>
  betFields(state.game.rules, seatsOf(state), (name) => form.bets?.[name] ?? null, (name, on) => set({ bets: { ...form.bets, [name]: on } }));

function win(form, state, set) {
  const { players } = seatsOf(state);
  const others = players.filter((name) => name !== form.winner);
  return [
    choice(winText.who, "form-winner", same(players), form.winner ?? null,
      (winner) => set({ winner, discarder: form.discarder === winner ? null : form.discarder })),
    choice(winText.how, "form-how", Object.entries(winText.ways), form.how ?? null, (how) => set({ how })),
    form.how === "discard" && choice(winText.whose, "form-discarder", same(others), form.discarder ?? null, (discarder) => set({ discarder })),
    form.check && fine(entryText.judged(handName(form.check.match))),
    form.check && check(entryText.otherSum, "form-other-sum", form.otherSum, (otherSum) => set({ otherSum })),
    !isJudged(form) && worth(form, state, set),
    // The book knows from its entries whether the hand follows a wall game.
    factsToAsk(state.game.rules.asks, form.how).filter((name) => name in winText.facts && name !== "after_wall")
      .map((name) => check(winText.facts[name], `form-${name}`, form[name], (yes) => set({ [name]: yes }))),
    bets(form, state, set),
  ];
}

/** Return the field for one fact that a ruling asks for. */
function fact(input, value, { players, waiting }, set) {
  const [label, key] = [capital(input.help), `form-fact-${input.name}`];
  const people = input.kind === "bettor" ? waiting : players;
  switch (input.kind) {
    case "flag": return check(label, key, value ?? input.default, set);
    case "points": return numberField(label, key, value, set);
    case "choice": return select(label, key, [[null, entryText.notSaid], ...input.choices.map((one) => [one, spoken(one)])], value ?? null, set);
    case "players": return element("fieldset", {}, element("legend", {}, label), people.map((name) =>
      check(name, `${key}-${name}`, value?.includes(name), (yes) => set([...(value ?? []).filter((one) => one !== name), ...(yes ? [name] : [])]))));
    default: return select(label, key, [[null, entryText.nobodyNamed], ...same(people)], value ?? null, set);
  }
}

function agreement(form, everyone, set) {
  const person = (label, name) => select(label, `form-${name}`, [[null, entryText.choose], ...everyone], form[name] ?? null, (value) => set({ [name]: value }));
  return [person(entryText.from, "from"), person(entryText.to, "to"),
    numberField(entryText.points, "form-sum", form.sum, (sum) => set({ sum })),
    field(entryText.why, "form-why", form.why, (why) => set({ why }), { maxlength: "80" })];
}

/** Return the rulings of the open game's rule set, except those on which it is silent; null until they have loaded. */
export function rulingsOf({ game, rulings }) {
  return (rulings?.game === game.id && rulings.rulings?.filter((one) => !one.silent)) || null;
}

/** Say that the rulings are loading, or why they failed to load. */
function rulingsComing({ rulings }, again) {
  if (!rulings?.trouble) return busy(disputeText.opening);
  return [alert(rulings.trouble.message), button("rulings-again", pageText.tryAgain, again, { class: "small" })];
}

function penalty(form, state, set, { rulingsAgain }) {
  const sitting = seatsOf(state);
  const known = rulingsOf(state);
  const list = known ?? [];
  const ruling = list.find((one) => one.id === form.ruling);
  return [
    !known && rulingsComing(state, rulingsAgain),
    select(disputeText.what, "form-ruling", [[null, entryText.choose], ...list.map((one) => [one.id, one.title]), [AGREED, bookText.agreed]],
      form.ruling ?? null, (id) => set({ ruling: id, facts: {} })),
    ruling && unknownToBook(ruling).map((input) =>
      fact(input, form.facts?.[input.name], sitting, (value) => set({ facts: { ...form.facts, [input.name]: value } }))),
    ruling && bets(form, state, set),
    form.ruling === AGREED && agreement(form, same([...sitting.players, ...sitting.waiting]), set),
  ];
}

function seats(form, _state, set) {
  const names = (list, labels, key) => element("div", { class: "names" }, form[list].map((name, at) =>
    field(labels[at], `form-${key}-${at}`, name, (value) => set({ [list]: form[list].map((old, other) => (other === at ? value : old)) }), LONGEST_NAME)));
  const entered = [...new Set(form.seats.filter(Boolean))];
  return [
    fine(entryText.turns),
    names("seats", entryText.seats, "seat"),
    names("waiting", entryText.waits, "waits"),
    select(winText.east, "form-east", [[null, entryText.notKnown], ...same(entered)], form.east, (east) => set({ east })),
  ];
}

function note(form, _state, set) {
  return field(entryText.note, "form-note", form.note, (value) => set({ note: value }), { maxlength: "500" });
}

const wall = (form, { game }) => element("p", {}, entryText.wall(form.hand ?? game.hand));

/** Ask what a corrected or changed hand was. Answers of the other kinds stay in the form, in case the player comes back. */
const whatItWas = (form, set) => (form.insteadOf || form.changes) && form.kind in entryText.was &&
  select(entryText.whatItWas, "form-kind", Object.entries(entryText.was), form.kind, (kind) => set({ kind, tried: false, error: null }));

const FIELDS = { win, wall, penalty, note, seats };

/** Return the text that asks for the first missing answer, or null if the form is complete. */
export function missing(state) {
  const { form } = state;
  const unsaid = {
    win: () => (!form.winner && winText.sayWho) || (!form.how && winText.sayHow) ||
      (form.how === "discard" && !form.discarder && winText.sayWhose) ||
      (isJudged(form) ? null : isCounted(state) ? !form.limit && !(isNumber(form.points) && isNumber(form.bonuses)) && entryText.sayCounted
        : !isNumber(form.value) && entryText.sayWorth),
    penalty: () => {
      if (form.ruling === AGREED) return !(form.from && form.to && isNumber(form.sum)) && entryText.sayPayment;
      const list = rulingsOf(state);
      return (!list && entryText.waitForRulings) || (!list.some((one) => one.id === form.ruling) && entryText.sayWhat);
    },
    note: () => !form.note && entryText.sayNote,
  }[form.kind];
  return unsaid?.() || null;
}

/** `actions`: change(patch), close(), submit(), rulingsAgain(). */
export function formView(actions) {
  return (state) => {
    const { form, game, queued } = state;
    if (!form || !game) return null;
    const wanted = missing(state);
    const behind = queued.filter((one) => one.game === game.id && one !== oldestOf(state, game.id));
    return [
      dialogHead("form-title", form.insteadOf ? entryText.corrections[form.corrected ?? form.kind] : entryText.titles[form.kind], actions.close, { hint: form.insteadOf && entryText.corrects(form.corrects) }),
      isGone(state) && alert(bookText.goneForm),
      // Above the fields: a form that opens for a refusal is longer than a phone.
      alert(form.error && entryText.refused(form.error)),
      lostOnClosing(state),
      whatItWas(form, actions.change),
      FIELDS[form.kind](form, state, actions.change, actions),
      form.changes && behind.length > 0 && fine(entryText.behind(behind.length)),
      // We always show a line of text, so that the button does not move while the player leaves the last field for it.
      element("p", { class: form.tried && wanted ? "danger" : "fine", id: "form-wanted" }, wanted ?? entryText.ready),
      // We never disable the button: a tap on it also ends the typing in the last field.
      button("submit", form.insteadOf ? entryText.correct : entryText.submit[form.kind], actions.submit, { class: "main wide", "aria-describedby": "form-wanted" }),
    ];
  };
}
