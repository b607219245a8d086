// Enter the win on the scan page into the open game.

import { button, check, fine, heading, same, select } from "../../shared/controls.js";
import { mostBets } from "../../shared/claim.js";
import { element } from "../../shared/dom.js";
import { playerNames, withoutServer } from "../../shared/page-state.js";
import { bookText } from "../../shared/texts.js";

/**
 * Return one select for each waiting player, on whom they bet, as long as `rules` take a bet more. `chosen(name)` is a
 * player's name or null.
 */
export function betFields(rules, { waiting, players }, chosen, onBet) {
  const most = mostBets(rules, players.length);
  const betting = waiting.filter((name) => chosen(name) !== null);
  const asked = betting.length < most ? waiting : betting;
  return most > 0 && [
    asked.map((name) =>
      select(bookText.betOn(name), `bet-on-${name}`, [[null, bookText.nobodyBet], ...same(players)], chosen(name), (on) => onBet(name, on))),
    asked.length < waiting.length && fine(bookText.mostBet(most)),
  ];
}

/** Show who waits in the open game, and on whom they bet. `actions`: bet(name, player or null). */
export function betView(actions) {
  return ({ table, bettors, ...state }) => {
    const names = playerNames(state);
    const chosen = (name) => names[bettors.find((one) => one.name === name)?.on] ?? null;
    return [fine(bookText.theirNames(table.title)),
      betFields(table.rules, { waiting: table.waiting, players: names }, chosen, (name, on) => actions.bet(name, on === null ? null : names.indexOf(on)))];
  };
}

function keep(state, actions) {
  const { table, verdict, keepPhoto, bookWaits } = state;
  if (!table) return element("p", {}, element("a", { href: "#book", class: "button wide" }, bookText.beginToKeep));
  if (verdict.ruleset !== table.ruleset) return element("p", { class: "note warn" }, bookText.otherRules(table.title));
  if (bookWaits) return [fine(bookText.winWaits[bookWaits]), element("a", { href: "#book", class: "button wide" }, bookText.look)];
  return [
    button("keep", bookText.add(table.title), actions.add, { class: "main wide" }),
    actions.offersPhoto(state) && check(bookText.keepPhoto, "keep-photo", keepPhoto, actions.keepPhoto),
    actions.offersPhoto(state) && fine(withoutServer ? bookText.photoHere : bookText.photoSeen)];
}

/** Show the button that enters the win. `actions`: add(), keepPhoto(yes), offersPhoto(state). */
export function keepView(actions) {
  return (state) => (state.verdict?.win && state.settlement && !state.settlement.error
    ? [heading("keep-title", bookText.title), keep(state, actions)] : null);
}
