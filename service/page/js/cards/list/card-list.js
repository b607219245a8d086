// The list of cards: the server's cards, and the drafts on this phone.

import { alert, button, filePicker, fine, heading } from "../../shared/controls.js";
import { element } from "../../shared/dom.js";
import { withoutServer } from "../../shared/page-state.js";
import { cardsText } from "../../shared/texts.js";
import { lines } from "../card-form.js";
import { told, unstored } from "../said.js";

const SMALL = { class: "plain small" };

function draftItem(draft, actions) {
  const title = draft.card.title.trim() || cardsText.untitled;
  return element("li", { class: "card-item", "data-key": `draft-${draft.key}` },
    element("div", { class: "grow" }, element("strong", {}, title), fine(cardsText.draftFacts(lines(draft.card).length))),
    element("div", { class: "row" },
      button(`go-on-${draft.key}`, cardsText.goOn, () => actions.openDraft(draft.key), { class: "small", "aria-label": cardsText.goOnWith(title) }),
      button(`drop-${draft.key}`, cardsText.drop, () => actions.dropDraft(draft.key), { class: "plain small danger", "aria-label": cardsText.dropNamed(title) })));
}

function cardItem(card, state, actions) {
  const used = state.played === card.id;
  const named = (text) => ({ "aria-label": cardsText.doWith(text, card.title) });
  const play = used ? cardsText.playing : cardsText.play;
  const file = element("a", { class: "button plain small", "data-key": `file-${card.id}`, href: `/api/v1/cards/${encodeURIComponent(card.id)}/file`, download: `${card.id}.toml`, ...named(cardsText.file) }, cardsText.file);
  const remove = !card.shipped && button(`remove-${card.id}`, cardsText.removeCard, () => actions.removeCard(card), { class: "plain small danger", ...named(cardsText.removeCard) });
  if (card.error) {
    return element("li", { class: "card-item", "data-key": `card-${card.id}` },
      element("div", { class: "grow" }, element("strong", {}, card.title), alert(card.error.message)),
      element("div", { class: "row" }, file, remove));
  }
  return element("li", { class: "card-item", "data-key": `card-${card.id}` },
    element("div", { class: "grow" }, element("strong", {}, card.title), fine(cardsText.cardFacts(card, used))),
    element("div", { class: "row" },
      button(`play-${card.id}`, play, () => actions.play(card.id), { class: "small", "aria-pressed": String(used), ...named(play) }),
      card.shipped
        ? button(`copy-${card.id}`, cardsText.copyCard, () => actions.copyCard(card), { ...SMALL, ...named(cardsText.copyCard) })
        : button(`edit-${card.id}`, cardsText.edit, () => actions.openCard(card.id), { ...SMALL, ...named(cardsText.edit) }),
      !card.shipped && button(`twin-${card.id}`, cardsText.copyCard, () => actions.copyCard(card), { ...SMALL, ...named(cardsText.copyCard) }),
      button(`share-${card.id}`, cardsText.share, () => actions.shareCard(card), { ...SMALL, ...named(cardsText.share) }),
      file, remove));
}

/** Show the list; `state.played` is the id of the card that the table plays. */
export function listView(actions) {
  return (state) => {
    if (state.open) return null;
    const kept = Object.values(state.drafts).filter((draft) => draft.dirty);
    return [
      heading("cards-title", cardsText.title, { tabindex: "-1" }),
      fine(withoutServer ? cardsText.leadHere : cardsText.lead),
      told(state, actions),
      unstored(state),
      state.trouble && alert(state.trouble.message),
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
