// The list of cards: the server's cards, and the drafts on this phone.

import { button, filePicker, fine, heading, keptButtons, keptItem } from "../../shared/controls.js";
import { element } from "../../shared/dom.js";
import { withoutServer } from "../../shared/page-state.js";
import { cardsText, keptText } from "../../shared/texts.js";
import { lines } from "../card-form.js";
import { lastSaid } from "../said.js";

function draftItem(draft, actions) {
  const title = draft.card.title.trim() || cardsText.untitled;
  return keptItem(`draft-${draft.key}`, { title }, cardsText.draftFacts(lines(draft.card).length),
    button(`go-on-${draft.key}`, cardsText.goOn, () => actions.openDraft(draft.key), { class: "small", "aria-label": cardsText.goOnWith(title) }),
    button(`drop-${draft.key}`, cardsText.drop, () => actions.dropDraft(draft.key), { class: "plain small danger", "aria-label": cardsText.dropNamed(title) }));
}

function cardItem(card, state, actions) {
  const used = state.played === card.id;
  const act = keptButtons("", card);
  const file = element("a", { class: "button plain small", "data-key": `file-${card.id}`, href: `/api/v1/cards/${encodeURIComponent(card.id)}/file`, download: `${card.id}.toml`,
    "aria-label": keptText.doWith(keptText.file, card.title) }, keptText.file);
  return keptItem(`card-${card.id}`, card, cardsText.cardFacts(card, used),
    !card.error && [
      act("play", used ? keptText.playing : keptText.play, () => actions.play(card), { class: "small", "aria-pressed": String(used) }),
      !card.shipped && act("edit", keptText.change, () => actions.openCard(card.id)),
      act("copy", cardsText.copy, () => actions.copyCard(card)),
      act("share", cardsText.share, () => actions.shareCard(card))],
    file,
    !card.shipped && act("remove", keptText.remove, () => actions.removeCard(card), { class: "plain small danger" }));
}

/** Show the list; `state.played` is the id of the card that the table plays. */
export function listView(actions) {
  return (state) => {
    if (state.open) return null;
    const kept = Object.values(state.drafts).filter((draft) => draft.dirty);
    return [
      heading("cards-title", cardsText.title, { tabindex: "-1" }),
      fine(withoutServer ? cardsText.leadHere : cardsText.lead),
      lastSaid(state, actions),
      element("div", { class: "row" },
        button("new-card", cardsText.newCard, actions.newCard, { class: "main" }),
        button("paste-card", cardsText.pasteCard, actions.openPaste),
        filePicker("card-photo", cardsText.photoCard, actions.openPhoto, { capture: true }),
        button("read-codes", cardsText.readCodes, actions.readCodes),
        filePicker("card-file", cardsText.openFile, actions.openFile, { accept: ".toml,.txt,.csv,.tsv,text/*" })),
      kept.length > 0 && [element("h3", {}, cardsText.drafts), element("ul", { class: "card-items" }, kept.map((draft) => draftItem(draft, actions)))],
      element("h3", {}, cardsText.all),
      element("ul", { class: "card-items" }, state.cards.map((card) => cardItem(card, state, actions))),
    ];
  };
}
