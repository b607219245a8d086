// The sheet in which a hand, a ruling, a note or a change of seats is entered. A form is {kind, basedOn, error, ...}.

import { betFields, same, select } from "./fields.js";
import { h } from "../shared/dom.js";
import { choice } from "../card/win-form.js";

export const AGREED = "agreed"; // the choice of a payment no ruling asks for

const TITLES = { win: "A win by hand", wall: "Wall game", penalty: "Penalty from a ruling", note: "Note", seats: "Change of seats" };
const SUBMIT = { win: "Enter the win", wall: "Enter a wall game", penalty: "Enter it", note: "Enter the note", seats: "Change the seats" };

function field(label, key, value, onInput, more = {}) {
  return h("label", { class: "field" }, label,
    h("input", { type: "text", autocomplete: "off", value: value ?? "", "data-key": `form-${key}`,
      onchange: (event) => onInput(event.target.value.trim()), ...more }));
}

const numberField = (label, key, value, onInput) => field(label, key, value, onInput, { inputmode: "numeric", maxlength: "6" });

function flag(label, key, value, onInput) {
  return h("label", { class: "check" },
    h("input", { type: "checkbox", checked: Boolean(value), "data-key": `form-${key}`, onchange: (event) => onInput(event.target.checked) }),
    h("span", {}, label));
}

function worth(form, state, set) {
  if (!counts(state)) {
    return [numberField("Value of the hand, in points", "value", form.value, (value) => set({ value })),
      flag("No joker in the hand", "jokerless", form.jokerless, (jokerless) => set({ jokerless })),
      flag("A hand of the section singles and pairs", "singles", form.singles, (singles) => set({ singles }))];
  }
  const limits = [[null, "no limit hand"], ["full", "a limit hand"], ["half", "half a limit"]];
  return [select("Limit", "form-limit", limits, form.limit ?? null, (limit) => set({ limit })),
    !form.limit && numberField("Points", "points", form.points, (value) => set({ points: value })),
    !form.limit && numberField("Bonuses", "bonuses", form.bonuses, (bonuses) => set({ bonuses }))];
}

function win(form, state, set) {
  const { players, waiting } = state.game.sitting;
  const others = players.filter((name) => name !== form.winner);
  return [
    choice("Who won?", "form-winner", same(players), form.winner ?? null,
      (winner) => set({ winner, discarder: form.discarder === winner ? null : form.discarder })),
    choice("How?", "form-how", [["self-pick", "Self-picked"], ["discard", "From a discard"]], form.how ?? null, (how) => set({ how })),
    form.how === "discard" && choice("Whose discard?", "form-discarder", same(others), form.discarder ?? null, (discarder) => set({ discarder })),
    worth(form, state, set),
    betFields(waiting, players, (name) => form.bets?.[name] ?? null, (name, on) => set({ bets: { ...form.bets, [name]: on } })),
  ];
}

/** The field for one fact that a ruling asks for. */
function fact(input, value, sitting, set) {
  const label = input.help[0].toUpperCase() + input.help.slice(1);
  const key = `fact-${input.name}`;
  switch (input.kind) {
    case "flag": return flag(label, key, value ?? input.default, set);
    case "points": return numberField(label, key, value, set);
    case "choice": return select(label, key, [[null, "not said"], ...input.choices.map((one) => [one, one.replaceAll("-", " ")])], value ?? null, set);
    case "players": return h("fieldset", {}, h("legend", {}, label), sitting.players.map((name) =>
      flag(name, `${key}-${name}`, value?.includes(name), (yes) => set([...(value ?? []).filter((one) => one !== name), ...(yes ? [name] : [])]))));
    default: return select(label, key, [[null, "nobody named"], ...same(input.kind === "bettor" ? sitting.waiting : sitting.players)], value ?? null, set);
  }
}

function penalty(form, state, set) {
  const { sitting } = state.game;
  const rulings = state.rulings?.ruleset === state.game.ruleset ? state.rulings.rulings.filter((one) => !one.silent) : [];
  const ruling = rulings.find((one) => one.id === form.ruling);
  const everyone = same([...sitting.players, ...sitting.waiting]);
  return [
    select("What happened?", "form-ruling", [[null, "Choose …"], ...rulings.map((one) => [one.id, one.title]),
      [AGREED, "A payment the table agreed on"]], form.ruling ?? null, (id) => set({ ruling: id, facts: {} })),
    ruling?.inputs.map((input) =>
      fact(input, form.facts?.[input.name], sitting, (value) => set({ facts: { ...form.facts, [input.name]: value } }))),
    form.ruling === AGREED && [
      select("Who pays?", "form-from", [[null, "Choose …"], ...everyone], form.from ?? null, (from) => set({ from })),
      select("To whom?", "form-to", [[null, "Choose …"], ...everyone], form.to ?? null, (to) => set({ to })),
      numberField("Points", "points", form.points, (value) => set({ points: value })),
      field("What for?", "why", form.why, (why) => set({ why }), { maxlength: "80" })],
  ];
}

const PLACES = ["First", "Second", "Third", "Fourth"];

function seats(form, state, set) {
  const change = (list, at, name) => form[list].map((old, other) => (other === at ? name : old));
  const entered = [...new Set(form.seats.filter(Boolean))];
  return [
    h("p", { class: "fine" }, "In the order of turns: each sits to the right of the one before."),
    h("div", { class: "names" }, form.seats.map((name, at) =>
      field(`${PLACES[at]} seat`, `seat-${at}`, name, (value) => set({ seats: change("seats", at, value) }), { maxlength: "40" }))),
    h("div", { class: "names" }, form.waiting.map((name, at) =>
      field(at ? "Waits second" : "Waits", `waits-${at}`, name, (value) => set({ waiting: change("waiting", at, value) }), { maxlength: "40" }))),
    select("Who is East?", "form-east", [[null, "not known"], ...same(entered)], form.east, (east) => set({ east })),
  ];
}

function note(form, _state, set) {
  return field("What shall the book say?", "note", form.note, (value) => set({ note: value }), { maxlength: "500" });
}

function wall(_form, state) {
  return h("p", {}, `Nobody won hand ${state.game.hand}.`);
}

const FIELDS = { win, wall, penalty, note, seats };

/** Whether hands of the open game are counted in points and bonuses, by no card. */
function counts({ rulesets, game }) {
  return rulesets.find((one) => one.id === game.ruleset)?.takes_card === false;
}

/** What is still to be said, or null. */
export function missing(state) {
  const { form } = state;
  const unsaid = {
    win: () => (!form.winner && "Say who won.") || (!form.how && "Say how: self-picked, or from a discard.") ||
      (form.how === "discard" && !form.discarder && "Say whose discard it was.") ||
      (!counts(state) && !/^\d+$/.test(form.value ?? "") && "Say what the hand is worth, as a number."),
    penalty: () => (!form.ruling && "Say what happened.") ||
      (form.ruling === AGREED && !(form.from && form.to && /^\d+$/.test(form.points ?? "")) && "Say who pays whom how many points."),
    note: () => !form.note && "Write the note.",
  }[form.kind];
  return unsaid?.() || null;
}

/** `actions`: change(patch), close(), submit(). */
export function formView(actions) {
  return (state) => {
    const { form, game } = state;
    if (!form || !game) return null;
    const wanted = missing(state);
    return [
      h("div", { class: "grip", "aria-hidden": "true" }),
      h("header", {}, h("h2", { id: "form-title", class: "grow" }, TITLES[form.kind]),
        h("button", { type: "button", class: "close", "aria-label": "Close", onclick: actions.close }, "✕")),
      form.error && h("p", { class: "note bad", role: "alert" }, form.error.message),
      FIELDS[form.kind](form, state, actions.change),
      // Always a line of text: the button stays where it is while a last field is being left for it.
      h("p", { class: "fine", id: "form-wanted" }, wanted ?? "Ready to be entered."),
      // Never disabled: a tap on it is also what ends the typing in the last field.
      h("button", { type: "button", class: "main wide", "data-key": "submit", "aria-describedby": "form-wanted",
        onclick: actions.submit }, SUBMIT[form.kind]),
    ].flat(Infinity);
  };
}
