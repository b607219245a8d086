// The entries on their way to the book.

import { isOfQuestion } from "../../shared/api.js";
import { alert, button, fine, heading, lostOnClosing } from "../../shared/controls.js";
import { element } from "../../shared/dom.js";
import { bookText, entryText } from "../../shared/texts.js";
import { isHeldUp, shownFirst } from "../ledger-store.js";
import { entryTitle } from "./entry.js";

const warning = (text) => element("p", { class: "note warn", role: "alert" }, text);

function list(label, text, queued, drop) {
  return queued.length > 0 && [fine(text), element("ul", { class: "newer", "aria-label": label }, queued.map(({ title, entry }) =>
    element("li", { class: "row between" }, title, button(`forget-${entry.key}`, bookText.drop, () => drop(entry.key), { class: "small plain", "aria-label": bookText.dropIt(title) }))))];
}

const titleOf = ({ games }, pending) => games.find(({ id }) => id === pending.game)?.title;

/** Say whose game an entry on its way is for, unless it is for the open one. */
function lead(state, pending) {
  if (state.open === pending.game) return bookText.yours;
  const title = titleOf(state, pending);
  return title ? bookText.yoursIn(title) : state.open ? bookText.yoursElsewhere : bookText.yours;
}

/** Show the entries that are not in the book yet. `actions`: again(pending), changes(pending), change(pending), open(game), drop(key). */
export function pendingView(actions) {
  return (state) => {
    const pending = shownFirst(state);
    if (!pending) return null;
    const { queued, game, lasts } = state;
    const others = queued.filter((one) => one !== pending);
    const ofGame = (one) => one.game === pending.game;
    const { status, title, error, newer } = pending;
    const shown = (text, ...nodes) => [heading("pending-title", text), ...nodes, lostOnClosing(state, isHeldUp(pending)),
      list(bookText.behind, isHeldUp(pending) ? bookText.behindHeld : bookText.behind, others.filter(ofGame), actions.drop),
      list(bookText.beside, bookText.beside, others.filter((one) => !ofGame(one)), actions.drop)];
    const yours = element("p", {}, element("strong", {}, lead(state, pending)), title);
    // What was typed is at fault: the same once more would be refused again.
    const mends = status === "refused" && isOfQuestion(error);
    const again = (text) => button("again", text, () => actions.again(pending), mends ? {} : { class: "main" });
    const change = (text) => actions.changes(pending) && button("change", text, () => actions.change(pending), mends ? { class: "main" } : {});
    const drop = button("drop", bookText.drop, () => actions.drop(pending.entry.key), { class: "danger" });
    // Only in its game can a form's entry be changed.
    const open = pending.game !== state.open && titleOf(state, pending) && button("open-game", bookText.openIt, () => actions.open(pending.game));
    // A row of its own for each entry: a second press of Enter must not drop the next one.
    const row = (...buttons) => element("div", { class: "row", "data-key": `row-${pending.entry.key}` }, ...buttons, open, drop);
    switch (status) {
      // Not `busy`, which would say the title: once the book has the entry, the page announces it.
      case "sending": return shown(bookText.entering, element("p", { class: "busy" }, title));
      case "waiting": return shown(lasts ? bookText.kept : bookText.leaveOpen, yours, warning(bookText.sentAgain(error?.message ?? "")), row(again(bookText.sendNow)));
      case "conflict": return shown(bookText.faster, warning(bookText.lookAtNewer),
        element("ul", { class: "newer", "aria-label": bookText.newerEntries }, newer.map((entry) =>
          element("li", {}, bookText.newer(entry, entryTitle(entry, [...(game && ofGame({ game: game.id }) ? game.entries : []), ...newer]))))),
        yours, row(again(bookText.enterToo), change(bookText.changeMine)));
      default: return shown(bookText.notEntered, yours, alert(entryText.refused(error)), row(again(bookText.sendNow), change(bookText.change)));
    }
  };
}
