// Who owes what.

import { h } from "../shared/dom.js";
import { withoutCard } from "./cardless.js";
import { points } from "../shared/words.js";

/** One payment as a list item. */
export function transfer(one) {
  return h("li", { class: "transfer" },
    h("p", { class: "row between" },
      h("span", {}, h("strong", {}, one.from), " pays ", h("strong", {}, one.to)),
      h("span", { class: "amount" }, points(one.points))),
    one.why && h("p", { class: "fine" }, one.why));
}

function net(settlement) {
  return h("table", { class: "net" },
    h("caption", {}, "Together"),
    h("tbody", {}, Object.entries(settlement.net).map(([name, value]) =>
      h("tr", {}, h("th", { scope: "row" }, name),
        h("td", { class: value > 0 ? "good" : value < 0 ? "no" : "" }, value > 0 ? `+${value}` : String(value).replace("-", "−"))))));
}

function missing(state) {
  if (withoutCard(state) && state.seat.east === null) return "Say who is East.";
  if (state.winner === null) return "Say who won.";
  if (state.how === null) return "Say how: self-picked, or from a discard.";
  if (state.how === "discard" && state.discarder === null) return "Say whose discard it was.";
  return null;
}

export function moneyView(state) {
  if (!state.verdict?.win) return null;
  const title = h("h2", { id: "money-title" }, "Who owes what");
  const wanted = missing(state);
  if (wanted) return [title, h("p", { class: "lead" }, wanted)];
  const { settlement } = state;
  if (!settlement) return [title, h("p", { class: "busy" }, "Counting …")];
  if (settlement.error) return [title, h("p", { class: "note bad", role: "alert" }, settlement.error.message)];
  return [
    title,
    h("ul", { class: "transfers" }, settlement.transfers.map(transfer)),
    net(settlement),
    settlement.source && h("p", { class: "fine" }, settlement.source),
  ];
}
