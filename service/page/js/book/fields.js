// Fields that several parts of the book have.

import { h } from "../shared/dom.js";

/** `options`: [[value, text]]; the empty value is null. */
export function select(label, key, options, value, onInput) {
  return h("label", { class: "field" }, label,
    h("select", { "data-key": key, onchange: (event) => onInput(event.target.value || null) },
      options.map(([one, text]) => h("option", { value: one ?? "", selected: one === value }, text))));
}

/** Names as options. */
export const same = (names) => names.map((name) => [name, name]);

/** One choice for each person who waits: on whom they bet. `chosen(name)` is a name or null. */
export function betFields(waiting, players, chosen, onBet) {
  return waiting.map((name) =>
    select(`${name} bet on`, `bet-on-${name}`, [[null, "nobody"], ...same(players)], chosen(name), (on) => onBet(name, on)));
}
