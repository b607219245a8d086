// The card editor: sections and lines as the card prints them, with the faults beside each line.

import { button, check, field, filePicker, fine, heading, select } from "../../shared/controls.js";
import { element } from "../../shared/dom.js";
import { cardsText, keptText, pageText, sentence } from "../../shared/texts.js";
import { lines } from "../card-form.js";
import { errors, foundOf } from "../checking.js";
import { groupsOf, rulesOf, worthOf } from "../line/printed-line.js";
import { lastSaid } from "../said.js";
import { trial } from "../trial.js";
import { handle } from "./reorder.js";

const SMALL = { class: "plain small" };

function lineItem(one, state, actions) {
  const { line, number } = one;
  const { card } = state.drafts[state.open];
  const found = foundOf(state.report, card, line.key);
  const wrong = found?.faults.filter((fault) => fault.level !== "note") ?? [];
  const name = cardsText.lineName(number + 1);
  // The ways to make a line may differ in their suits.
  const ofWays = (what) => [...new Set(found?.hands.map((hand) => hand[what]))].filter(Boolean).join(` ${cardsText.or} `);
  return element("li", { class: `card-line ${wrong.length ? "wrong" : ""} ${line.look ? "unsure" : ""}`, "data-key": line.key, "data-line": line.key },
    handle(line, name, actions),
    button(`line-${line.key}`, [
      element("span", { class: "prints" }, groupsOf(line.text, { faults: found?.faults }), rulesOf(line.text, ofWays("suits"))),
      worthOf(line.text)], () => actions.openLine(line.key), { class: "printed-line", "aria-label": cardsText.lineSays(number + 1, ofWays("words") || line.text, line.look, wrong.length) }),
    (line.look || wrong.length > 0) && element("p", { class: "flaw" }, line.look ? sentence(line.look[0]) : sentence(wrong[0].message)));
}

function sectionItem(card, at, all, state, actions) {
  const section = card.sections[at];
  const own = all.filter((one) => one.section === at);
  const name = section.title || cardsText.sectionName(at + 1);
  return element("li", { class: "card-section", "data-key": section.key, "data-empty": own.length === 0 && section.key },
    element("div", { class: "row section-head" },
      element("input", { type: "text", class: "section-title", "aria-label": cardsText.sectionTitle(at + 1), placeholder: cardsText.sectionExample, value: section.title,
        "data-key": `title-${section.key}`, onchange: ({ target }) => actions.nameSection(at, target.value.trim()) }),
      card.sections.length > 1 && element("span", { class: "row whole" },
        button(`up-${section.key}`, "↑", () => actions.moveSection(at, -1), { ...SMALL, "aria-label": cardsText.sectionUp(name), disabled: at === 0 }),
        button(`down-${section.key}`, "↓", () => actions.moveSection(at, 1), { ...SMALL, "aria-label": cardsText.sectionDown(name), disabled: at === card.sections.length - 1 }),
        button(`drop-${section.key}`, "✕", () => actions.removeSection(at), { class: "plain small danger", "aria-label": cardsText.removeSection(name) }))),
    own.length > 0 && element("ol", { class: "card-lines", start: own[0].number + 1 }, own.map((one) => lineItem(one, state, actions))),
    button(`add-${section.key}`, cardsText.addLine, () => actions.addLine(at), { class: "small", "aria-label": cardsText.addLineTo(name) }));
}

function standing(state, card, all) {
  const unsure = all.filter(({ line }) => line.look).length;
  const wrong = errors(state.report);
  const checked = state.report?.of === card;
  const head = wrong.filter((fault) => fault.hand === null && fault.line !== undefined);
  return element("div", { class: "standing", role: "status" },
    fine(cardsText.standing(all.length, checked ? new Set(wrong.map((fault) => fault.hand)).size : null, unsure)),
    checked && head.slice(0, 3).map((fault) => element("p", { class: "note warn" }, sentence(fault.message))));
}

/** Show the editor of the open draft. */
export function editorView(actions) {
  return (state) => {
    const draft = state.drafts[state.open];
    if (!draft) return null;
    const { card } = draft;
    const all = lines(card);
    return [
      element("div", { class: "row between" },
        button("cards-back", cardsText.back, actions.closeCard, SMALL),
        element("span", { class: "row" },
          button("card-undo", pageText.undo, actions.undo, { ...SMALL, disabled: state.past.length === 0 }),
          button("card-redo", cardsText.redo, actions.redo, { ...SMALL, disabled: state.future.length === 0 }))),
      heading("editor-title", card.title || cardsText.untitled, { tabindex: "-1" }),
      element("div", { class: "pickers" },
        field(cardsText.name, "card-title", card.title, actions.title, { placeholder: cardsText.nameExample, maxlength: "80" }),
        select(cardsText.playedBy, "card-ruleset", state.rulesets.filter((one) => one.takes_card).map((one) => [one.id, one.title]), card.ruleset, actions.ruleset)),
      check(cardsText.wildFlowers, "card-flowers", card.flowers === "wild", actions.wildFlowers),
      lastSaid(state, actions),
      standing(state, card, all),
      element("ul", { class: "card-sections" }, card.sections.map((_, at) => sectionItem(card, at, all, state, actions))),
      element("div", { class: "row" },
        button("add-section", cardsText.addSection, actions.addSection, { class: "small" }),
        button("paste-more", cardsText.pasteMore, actions.openPaste, { class: "small" }),
        filePicker("more-photo", cardsText.photoMore, actions.openPhoto, { capture: true, style: "small" })),
      trial("try-card", cardsText.tryCard, state.trial?.line === null && state.trial, actions.tryCard),
      element("div", { class: "row" },
        button("keep-card", draft.dirty ? cardsText.keep : cardsText.kept, actions.keep, { class: "main grow", disabled: !draft.dirty || all.length === 0 || state.keeping !== null }),
        button("share-draft", cardsText.share, actions.shareDraft, { disabled: all.length === 0 }),
        button("save-file", keptText.file, actions.saveFile, { disabled: all.length === 0 }),
        button("print-card", pageText.print, () => window.print(), { disabled: all.length === 0 })),
    ];
  };
}
