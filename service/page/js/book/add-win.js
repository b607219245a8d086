// The win on the scan page, straight into the open game.

import { betFields } from "./fields.js";
import { h } from "../shared/dom.js";
import { playerNames } from "../shared/page-state.js";

/** Who waits in the open game, and on whom they bet. `actions`: bet(name, player or null). */
export function betView(state, actions) {
  const names = playerNames(state);
  const chosen = (name) => names[state.bettors.find((one) => one.name === name)?.on] ?? null;
  return [
    h("p", { class: "fine" }, `The players are those of ${state.table.title} in the book.`),
    betFields(state.table.waiting, names, chosen, (name, on) => actions.bet(name, on === null ? null : names.indexOf(on))),
  ];
}

/** The button that enters the win. `actions`: add(). */
export function keepView(actions) {
  return (state) => {
    const { table, verdict, settlement } = state;
    if (!verdict?.win || !settlement || settlement.error) return null;
    const title = h("h2", { id: "keep-title" }, "The book");
    if (!table) return [title, h("p", {}, h("a", { href: "#book", class: "button wide" }, "Begin a game, and the score keeps itself"))];
    if (verdict.ruleset !== table.ruleset) {
      return [title, h("p", { class: "note warn" }, `This hand was judged by other rules than ${table.title} is played by. Choose those of the game above to add it.`)];
    }
    return [title, h("button", { type: "button", class: "main wide", "data-key": "keep", onclick: actions.add }, `Add this win to ${table.title}`)];
  };
}
