// The dialog to paste or photograph a card: the text, and the result of the reading before the player takes it.

import { alert, busy, button, dialogHead, fine } from "../../shared/controls.js";
import { element } from "../../shared/dom.js";
import { withoutServer } from "../../shared/page-state.js";
import { cardsText } from "../../shared/texts.js";

const MOST_SHOWN = 8; // most left-over rows in the list

/** Return the view of the dialog; `state.paste` is {text, busy, trouble, found}. */
export function pasteView(actions) {
  return ({ paste }) => {
    if (!paste) return null;
    const area = element("textarea", { rows: "8", "data-key": "paste-text", spellcheck: "false", onchange: ({ target }) => actions.pasteText(target.value) });
    area.value = paste.text;
    area.placeholder = cardsText.pasteExample; // of several lines, which an attribute of `element` would join
    return [
      dialogHead("paste-title", paste.photo ? cardsText.photoCard : cardsText.pasteCard, actions.closePaste),
      fine(paste.photo ? cardsText.photoLead : cardsText.pasteLead),
      !paste.photo && element("label", { class: "field" }, cardsText.pasteLabel, area),
      alert(paste.trouble),
      paste.busy && busy(cardsText.reading),
      paste.busy && paste.photo && withoutServer && fine(cardsText.photoFetches),
      paste.found && element("div", { class: "note", role: "status", "data-key": "found" },
        element("p", {}, cardsText.pasteFound(paste.found.lines, paste.found.look)),
        paste.found.unread > 0 && element("p", {}, cardsText.unread(paste.found.unread)),
        paste.found.left.length > 0 && element("details", {}, element("summary", {}, cardsText.leftOver(paste.found.left.length)),
          element("ul", {}, paste.found.left.slice(0, MOST_SHOWN).map(({ text }) => element("li", {}, text))))),
      element("div", { class: "row" },
        !paste.photo && button("paste-read", cardsText.readIt, actions.readPasted, { class: paste.found ? "" : "main" }),
        paste.found?.lines > 0 && button("paste-take", cardsText.take(paste.found.lines), actions.takePasted, { class: "main" })),
    ];
  };
}
