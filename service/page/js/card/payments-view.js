// Who pays whom.

import { alert, busy, fine, gain, heading, payment } from "../shared/controls.js";
import { wanted } from "../shared/claim.js";
import { element } from "../shared/dom.js";
import { moneyText, paidFor, points, signed, winText } from "../shared/texts.js";

/** List the payments of a settlement, with the reason for each. */
export function transfers(list) {
  return element("ul", { class: "transfers" }, list.map((one) => payment(one, moneyText.pays, points(one.points), paidFor(one.why))));
}

function net(amounts, caption, money) {
  return element("table", { class: "net" },
    element("caption", {}, caption),
    element("tbody", {}, Object.entries(amounts).map(([name, value]) =>
      element("tr", {}, element("th", { scope: "row" }, name), element("td", { class: gain(value) }, signed(value)), money && element("td", {}, money[name])))));
}

/** Show who pays whom, or the score sheet if nobody pays and the table keeps one. */
function owed(settlement) {
  if (settlement.transfers.length === 0 && settlement.sheet) return net(settlement.sheet, moneyText.score);
  return [transfers(settlement.transfers), net(settlement.net, moneyText.together, settlement.money)];
}

function answer(state) {
  const { settlement } = state;
  const missing = wanted(state);
  const { seatedOut } = state;
  if (missing) return [seatedOut.length > 0 && element("p", { class: "note warn" }, winText.seatedOut(seatedOut)), element("p", { class: "lead" }, winText[missing])];
  if (!settlement) return busy(moneyText.counting);
  if (settlement.error) return alert(settlement.error.message);
  return [owed(settlement), settlement.source && fine(settlement.source)];
}

/** Return who pays whom in one line, for screen readers; null until that is known. */
export const paymentsLine = (state) => (state.verdict?.win && !wanted(state) && state.settlement?.transfers?.length ? moneyText.paid(state.settlement.transfers) : null);

export function moneyView(state) {
  return state.verdict?.win ? [heading("money-title", moneyText.title), answer(state)] : null;
}
