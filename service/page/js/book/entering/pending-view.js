// The entries on their way to the book.

import { isOfQuestion } from "../../shared/api.js";
import { alert, busy, button, fine, heading } from "../../shared/controls.js";
import { element } from "../../shared/dom.js";
import { bookText, entryText } from "../../shared/texts.js";
import { isHeldUp } from "../ledger-store.js";
import { entryTitle } from "./entry.js";

const warning = (text) => element("p", { class: "note warn", role: "alert" }, text);

/** Show the entries that are not in the book yet. `actions`: again(), changes(pending), change(), drop(key). */
export function pendingView(actions) {
  return ({ pending, queued, game, lasts }) => {
    if (!pending) return null;
    const behind = queued.length > 0 && [fine(isHeldUp({ pending }) ? bookText.behindHeld(queued.every((one) => one.game === pending.game)) : bookText.behind), element("ul", { class: "newer", "aria-label": bookText.behind }, queued.map(({ title: text, entry }) =>
      element("li", { class: "row between" }, text, button(`forget-${entry.key}`, bookText.drop, () => actions.drop(entry.key), { class: "small plain", "aria-label": bookText.dropIt(text) }))))];
    const { status, title, error, newer } = pending;
    const shown = (text, ...nodes) => [heading("pending-title", text), ...nodes, behind];
    const yours = element("p", {}, element("strong", {}, game && pending.game !== game.id ? bookText.yoursElsewhere : bookText.yours), title);
    // What was typed is at fault: the same once more would be refused again.
    const mends = status === "refused" && isOfQuestion(error);
    const again = (text) => button("again", text, actions.again, mends ? {} : { class: "main" });
    const change = (text) => actions.changes(pending) && button("change", text, actions.change, mends ? { class: "main" } : {});
    const drop = button("drop", bookText.drop, () => actions.drop(pending.entry.key), { class: "danger" });
    const row = (...buttons) => element("div", { class: "row" }, ...buttons, drop);
    switch (status) {
      case "sending": return shown(bookText.entering, busy(title));
      case "waiting": return shown(lasts ? bookText.kept : bookText.leaveOpen, yours, warning(bookText.sentAgain(error?.message ?? "")), row(again(bookText.sendNow)));
      case "conflict": return shown(bookText.faster, warning(bookText.lookAtNewer),
        element("ul", { class: "newer", "aria-label": bookText.newerEntries }, newer.map((entry) =>
          element("li", {}, bookText.newer(entry, entryTitle(entry, [...(game?.entries ?? []), ...newer]))))),
        yours, row(again(bookText.enterToo), change(bookText.changeMine)));
      default: return shown(bookText.notEntered, yours, alert(entryText.refused(error)), row(again(bookText.sendNow), change(bookText.change)));
    }
  };
}
