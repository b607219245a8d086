// From what a person has entered to what the book is asked to enter: pure functions.

import { AGREED } from "./entry-form.js";
import { circumstances, withoutCard } from "../card/cardless.js";
import { rackText } from "../rack/rack.js";
import { playerNames } from "../shared/page-state.js";
import { handName, points } from "../shared/words.js";

const number = (text) => (/^\d+$/.test(text ?? "") ? Number(text) : undefined);
const names = (list) => list.map((name) => name.trim()).filter(Boolean);

function limit(form) {
  return { full: true, half: "half" }[form.limit];
}

function won(form, sitting) {
  const outcome = {
    winner: form.winner, won_by: form.how, discarder: form.how === "discard" ? form.discarder : undefined,
    value: number(form.value), points: number(form.points), bonuses: number(form.bonuses), limit: limit(form),
    jokerless: form.jokerless || undefined, singles_and_pairs: form.singles || undefined,
  };
  const bets = sitting.waiting.filter((name) => form.bets?.[name]).map((name) => ({ name, bet_on: form.bets[name] }));
  return { kind: "win", outcome, bets };
}

function ruled(form, rulings) {
  if (form.ruling === AGREED) {
    return { kind: "penalty", transfers: [{ from: form.from, to: form.to, points: number(form.points), why: form.why || undefined }] };
  }
  const asked = rulings.find((one) => one.id === form.ruling).inputs;
  const facts = asked.map(({ name, kind }) => [name, kind === "points" ? number(form.facts?.[name]) : form.facts?.[name]]);
  const told = facts.filter(([, value]) => value !== undefined && value !== null && !(Array.isArray(value) && !value.length));
  return { kind: "penalty", outcome: { kind: "error", ruling: form.ruling, ...Object.fromEntries(told) } };
}

/** The entry that a form asks for. */
export function fromForm(form, sitting, rulings) {
  switch (form.kind) {
    case "win": return won(form, sitting);
    case "penalty": return ruled(form, rulings);
    case "seats": return { kind: "seats", players: names(form.seats), waiting: names(form.waiting), east: form.east ?? undefined };
    case "note": return { kind: "note", note: form.note };
    default: return { kind: "wall" };
  }
}

/** That entry in words. */
export function formTitle(form, rulings) {
  switch (form.kind) {
    case "win": return `${form.winner} won${form.value ? ` ${points(Number(form.value))}` : ""}, ${form.how === "discard" ? `from ${form.discarder}` : "self-picked"}`;
    case "penalty": return form.ruling === AGREED ? `${form.from} pays ${form.to} ${points(Number(form.points))}`
      : rulings.find((one) => one.id === form.ruling).title;
    case "seats": return `Seats: ${names(form.seats).join(", ")}`;
    case "note": return `Note: ${form.note}`;
    default: return "Wall game: nobody won";
  }
}

/** The win on the scan page; the book judges its rack itself. */
export function fromScan(state) {
  const seated = playerNames(state);
  const by = state.how === "discard" ? seated[state.discarder] : undefined;
  const rack = rackText(state.tiles, state.winning, state.how).replace("<Discarder", () => `<"${by}"`);
  return {
    kind: "win",
    outcome: { winner: seated[state.winner], won_by: state.how, discarder: by },
    // The book knows who is East, and the round: of a game without a card only the way of winning is new to it.
    check: withoutCard(state) ? { rack, options: { won_by: circumstances(state).won_by } }
      : { rack, card: state.card, options: { joker_was_used: state.jokerWasUsed } },
    bets: state.bettors.map(({ name, on }) => ({ name, bet_on: seated[on] })),
    model: state.scan?.model ?? undefined,
  };
}

/** The win on the scan page in words. */
export function scanTitle(state) {
  const seated = playerNames(state);
  const way = state.how === "discard" ? `from ${seated[state.discarder]}` : "self-picked";
  return `${seated[state.winner]} won ${points(state.verdict.value)} with ${handName(state.verdict.matches[0])}, ${way}`;
}
