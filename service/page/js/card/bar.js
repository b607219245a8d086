// The bar at the foot of the page: the answer in one line; a tap leads to the answer or to the next question.

import { isOfQuestion } from "../shared/api.js";
import { button } from "../shared/controls.js";
import { byId } from "../shared/dom.js";
import { cardText, verdictText } from "../shared/texts.js";
import { asked, hangsOnCount } from "../rack/to-check.js";
import { isUnsaid } from "./card-in-use.js";

/** Return the answer in one line, {kind, text}, for the bar and for screen readers; null while there is none. */
export function verdictLine(state) {
  const { cards, tiles, verdict } = state;
  if (!tiles?.length) return null;
  if (isUnsaid(state)) return { kind: "ask", text: cardText.question };
  // Before the cards have loaded we cannot name the card of the verdict.
  if (!verdict || !cards.length) return null;
  // A machine in trouble says nothing about the rack.
  if (verdict.error) return isOfQuestion(verdict.error) ? { kind: "no", text: verdictText.barBad } : { kind: "ask", text: verdictText.barGone };
  if (verdict.win === null) {
    const open = asked({ tiles, verdict }).length;
    return { kind: "ask", text: open ? verdictText.barOpen(open) : verdictText.barExposed };
  }
  if (verdict.win) return { kind: "good", text: verdictText.won(verdict) };
  if (hangsOnCount(state)) return { kind: "ask", text: verdictText.barCount };
  if (verdict.waits?.length) return { kind: "ask", text: verdictText.barWaits(verdict.waits.map((one) => one.tile)) };
  return verdict.unsaid ? { kind: "ask", text: verdictText.sayMore } : { kind: "no", text: verdictText.no };
}

/** `actions`: look(). */
export function barView(actions) {
  return (state) => {
    const line = verdictLine(state);
    if (!line) return null;
    const go = () => {
      if (asked(state).length) {
        actions.look();
        return;
      }
      const to = byId(isUnsaid(state) ? "card-in-use" : line.text === verdictText.sayMore ? "win" : "verdict");
      to.focus();
      to.scrollIntoView({ block: "start" });
    };
    return [button("bar", line.text, go, { class: `wide ${line.kind}` })];
  };
}
