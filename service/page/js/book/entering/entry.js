// Turn forms into ledger entries and back, and name entries in words. Pure functions.

import { WAYS, betsOf, circumstances, discardedBy, discarderOf, factsOf, unknownToBook, withoutCard } from "../../shared/claim.js";
import { wholeNumber } from "../../shared/controls.js";
import { playerNames } from "../../shared/page-state.js";
import { bookText, handName, inOrder, points } from "../../shared/texts.js";
import { notation } from "../../rack/to-check.js";
import { AGREED, isJudged } from "./entry-form.js";

const number = (text) => (text ? wholeNumber(text) : undefined);
const names = (list) => list.map((name) => name.trim()).filter(Boolean);
const isGiven = (value) => value !== undefined && value !== null && !(Array.isArray(value) && !value.length);

const betsOn = (form, { waiting }) => waiting.filter((name) => form.bets?.[name]).map((name) => ({ name, bet_on: form.bets[name] }));

/** Return the bets of a question as a form has them: on whom by name. */
export const betsIn = (bettors = []) => Object.fromEntries(bettors.map(({ name, bet_on: on }) => [name, on]));

const worth = (form) => ({
  value: number(form.value),
  // A limit takes the place of the points, which the player may have typed before.
  ...(form.limit ? { limit: { full: true, half: "half" }[form.limit] } : { points: number(form.points), bonuses: number(form.bonuses) }),
  jokerless: form.jokerless || undefined, singles_and_pairs: form.singles || undefined,
});

const WIN_MARK = /(\+[^\s,[\]<+"]+)(?:<(?:"[^"]*"|[^\s,[\]<+"]+))?/; // the winning tile of a rack, and who discarded it

/** Return the check of a corrected win: its rack as `form` says that the last tile came, for the book to judge again. */
function checkAgain(form) {
  const { question: { rack, card, options } } = form.check;
  const { how, discarder } = form.was;
  const isSameWay = how === form.how && (how !== "discard" || discarder === form.discarder);
  const marked = isSameWay ? rack : rack.replace(WIN_MARK, (_, tile) => (form.how === "discard" ? `${tile}<"${form.discarder}"` : tile));
  // The book knows the round and the seats: without East it judges no hand that winds count in.
  const { won_by: way, table_wind: _round, own_wind: _seat, dealer: _dealer, streak: _streak, ...told } = options;
  if (WAYS[form.how].includes(way)) told.won_by = way;
  return { rack: marked, card: card ?? undefined, options: told };
}

function won(form, sitting) {
  const judged = isJudged(form);
  const outcome = {
    winner: form.winner, won_by: form.how, discarder: form.how === "discard" ? form.discarder : undefined,
    ...(judged ? {} : worth(form)), // a judged rack says what it is worth
    redeemed_joker: (form.how === "discard" && form.redeemed_joker) || undefined, rolled_double: form.rolled_double || undefined, last_wall: form.last_wall || undefined,
  };
  return { kind: "win", outcome, bets: betsOn(form, sitting), ...(judged && { check: checkAgain(form), model: form.model ?? undefined }) };
}

function ruled(form, sitting, rulings) {
  if (form.ruling === AGREED) {
    return { kind: "penalty", transfers: [{ from: form.from, to: form.to, points: number(form.sum), why: form.why || undefined }] };
  }
  const asked = unknownToBook(rulings.find((one) => one.id === form.ruling));
  const facts = asked.map(({ name, kind }) => [name, kind === "points" ? number(form.facts?.[name]) : form.facts?.[name]]);
  return { kind: "penalty", outcome: { kind: "error", ruling: form.ruling, ...Object.fromEntries(facts.filter(([, value]) => isGiven(value))) }, bets: betsOn(form, sitting) };
}

/** Return a change of seats; if East's name is gone from the seats, the form shows that East is not known. */
function seated({ seats, waiting, east }) {
  const players = names(seats);
  return { kind: "seats", players, waiting: names(waiting), east: players.includes(east) ? east : undefined };
}

/** Return the form that corrects an entry, filled in; null if the entry can only be undone. */
export function formOf(entry) {
  const { kind, question, note } = entry;
  const outcome = question?.outcome ?? {};
  const text = (value) => (value === undefined || value === null ? undefined : String(value));
  if (kind === "win") {
    return {
      kind, note, winner: outcome.winner, how: outcome.won_by, discarder: outcome.discarder ?? null, value: text(outcome.value),
      jokerless: outcome.jokerless, singles: outcome.singles_and_pairs, redeemed_joker: outcome.redeemed_joker, rolled_double: outcome.rolled_double, last_wall: outcome.last_wall, points: text(outcome.points), bonuses: text(outcome.bonuses),
      limit: { true: "full", full: "full", half: "half" }[outcome.limit] ?? null,
      bets: betsIn(question.bettors), check: entry.check, model: entry.model,
      was: { how: outcome.won_by, discarder: outcome.discarder },
    };
  }
  if (kind === "wall") return { kind: "win", note, bets: {} }; // somebody won that hand after all
  if (kind !== "penalty") return null;
  const { transfers: [paid, ...others], source } = entry.settlement;
  if (!question && !others.length) {
    return { kind, note, ruling: AGREED, from: paid.from, to: paid.to, sum: String(paid.points), why: paid.why === source ? undefined : paid.why };
  }
  if (outcome.kind !== "error") return null;
  const { kind: _kind, ruling, ...facts } = outcome;
  return { kind, note, ruling, facts, bets: betsIn(question.bettors) };
}

/** Return the entry that a form asks for. A correction names the entry that it replaces (`instead_of`), and keeps its note. */
export function fromForm(form, sitting, rulings) {
  const entry = asked(form, sitting, rulings);
  return form.insteadOf ? { ...entry, instead_of: form.insteadOf, note: form.note } : entry;
}

function asked(form, sitting, rulings) {
  switch (form.kind) {
    case "win": return won(form, sitting);
    case "penalty": return ruled(form, sitting, rulings);
    case "seats": return seated(form);
    case "note": return { kind: "note", note: form.note };
    default: return { kind: "wall" };
  }
}

/** Return the title of a form's entry. */
export function formTitle(form, rulings) {
  switch (form.kind) {
    case "win": return bookText.by(bookText.won(form.winner, form.value && points(Number(form.value))), form.how === "discard" && form.discarder);
    case "penalty": return form.ruling === AGREED ? bookText.agreedTitle(form.from, form.to, Number(form.sum))
      : rulings.find((one) => one.id === form.ruling).title;
    case "seats": return bookText.seatsTitle(names(form.seats));
    case "note": return bookText.noteTitle(form.note);
    default: return bookText.nobody;
  }
}

/** Return the entry for the win on the scan page; the book judges its rack itself. */
export function fromScan(state) {
  const [winner, discarder] = [playerNames(state)[state.winner], discarderOf(state)];
  const rack = discardedBy(notation(state.tiles, state.winning, state.how), discarder);
  const options = circumstances(state);
  return {
    kind: "win",
    outcome: { winner, won_by: state.how, discarder, ...factsOf(state) },
    // The book knows East and the round: without a card we send only the way of winning.
    check: withoutCard(state) ? { rack, options: { won_by: options.won_by } } : { rack, card: state.card, options },
    bets: betsOf(state),
    model: state.scan?.model ?? undefined,
  };
}

/** Return whether an entry is a win with the rack on the scan page. */
export const isOfRack = ({ check }, state) => Boolean(check && state.tiles) && fromScan(state).check.rack === check.rack;

/**
 * Return whether an entry is the win on the scan page: by its key we find the hand even if it changed since, by the rack
 * we find it photographed once more.
 */
export const isOnScanPage = (entry, state) => entry.key === state.entryKey || isOfRack(entry, state);

/** Return the title of the win on the scan page. */
export function scanTitle(state) {
  const { matches: [best], value } = state.verdict;
  return bookText.by(bookText.wonWith(playerNames(state)[state.winner], value, handName(best)), discarderOf(state));
}

/** Return the title of a ledger entry; `entries` are all entries of its game. */
export function entryTitle(entry, entries) {
  const undone = entries.find((one) => one.seq === entry.undoes);
  switch (entry.kind) {
    case "win": return bookText.win(entry);
    case "wall": return bookText.nobody;
    case "penalty": return entry.settlement.ruling ? inOrder(entry.settlement.ruling.text) : bookText.agreed;
    case "seats": return entry.east_goes ? bookText.eastGoesTitle(entry.east_goes) : bookText.seated(entry.sitting.players, entry.sitting.east);
    case "undo": return bookText.undone(undone && entryTitle(undone, entries));
    default: return entry.note;
  }
}
