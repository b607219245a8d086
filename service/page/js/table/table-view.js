// The view of the tables' own rules: the list of tables, and the options that a table may decide.

import { alert, button, check, field, fine, heading, keptButtons, keptItem, lostOnClosing, numberField, select, told, wholeNumber } from "../shared/controls.js";
import { element } from "../shared/dom.js";
import { keptText, ownRulesText } from "../shared/texts.js";

function tableItem(table, state, actions) {
  const used = state.played === table.id;
  const rules = state.rulesets.find((one) => one.id === table.parent);
  const act = keptButtons("table-", table);
  return keptItem(`table-${table.id}`, table, ownRulesText.by(rules?.title ?? table.parent, used),
    !table.error && [
      act("play", used ? keptText.playing : keptText.play, () => actions.play(table), { class: "small", "aria-pressed": String(used) }),
      act("edit", keptText.change, () => actions.open(table.id)),
      act("share", ownRulesText.share, () => actions.share(table.id)),
      act("file", keptText.file, () => actions.file(table.id))],
    act("remove", keptText.remove, () => actions.remove(table), { class: "plain small danger" }));
}

function list(state, actions) {
  const sources = state.rulesets.filter((one) => !one.parent).map((one) => [one.id, one.title]);
  return [
    heading("our-table-title", ownRulesText.title, { tabindex: "-1" }),
    fine(ownRulesText.lead),
    told(state.said, state.said?.removed && actions.takeBack),
    state.trouble && alert(state.trouble.message),
    state.tables.length > 0 && element("ul", { class: "card-items" }, state.tables.map((one) => tableItem(one, state, actions))),
    element("div", { class: "pickers", "data-draft": true },
      field(ownRulesText.name, "table-name", state.name, actions.name, { maxlength: "60", placeholder: ownRulesText.nameExample }),
      select(ownRulesText.rules, "table-rules", sources, state.parent, actions.parent)),
    lostOnClosing(state, state.name),
    button("table-new", ownRulesText.begin, () => actions.begin()),
  ];
}

/** Return the field of an option: a yes or no, a number, or one of several choices. */
function decision(option, set) {
  const key = `option-${option.key}`;
  if (option.kind === "flag") return check(option.say, key, option.value, set);
  if (option.kind === "choice") return select(option.say, key, option.choices.map(({ value, said }) => [value, said]), option.value, set);
  const range = ownRulesText.number(option.least, option.most);
  return element("div", { class: "option-number" }, element("p", {}, option.said),
    numberField(range, key, String(option.value), (text) => set(text === "" ? option.default : wholeNumber(text)),
      { "aria-label": keptText.doWith(option.said, range) }));
}

function optionItem(option, actions) {
  const changed = option.value !== option.default;
  const usual = option.kind === "flag" ? ownRulesText.usualFlag(option.default) : ownRulesText.usual(option.usual);
  return element("li", { class: `option-item${changed ? " changed" : ""}`, "data-key": `item-${option.key}` },
    decision(option, (value) => actions.decide(option.key, value)),
    fine(option.effect),
    changed && element("p", { class: "row between fine" }, element("span", {}, usual),
      button(`usual-${option.key}`, ownRulesText.back, () => actions.decide(option.key, option.default),
        { class: "plain small", "aria-label": ownRulesText.backTo(option.say.replace("{}", "…")) })));
}

function editor(state, actions) {
  const { table } = state;
  const groups = grouped(table.options);
  return [
    button("table-back", ownRulesText.all, actions.close, { class: "plain small back" }),
    heading("our-table-title", table.title, { tabindex: "-1" }),
    fine(ownRulesText.kept(state.rulesets.find((one) => one.id === table.parent)?.title ?? table.parent)),
    told(state.said, state.said?.removed && actions.takeBack),
    state.trouble && alert(state.trouble.message),
    field(ownRulesText.name, "table-title", table.title, actions.title, { maxlength: "60", "data-draft": true }),
    table.says_more ? element("p", { class: "note warn" }, ownRulesText.saysMore)
      : [...groups].map(([group, options]) => element("fieldset", { class: "option-group" }, element("legend", {}, group),
        element("ul", { class: "option-items" }, options.map((one) => optionItem(one, actions))))),
  ];
}

/** Return a map from each group to its options, in order. */
function grouped(options) {
  const found = new Map();
  for (const option of options) found.set(option.group, [...(found.get(option.group) ?? []), option]);
  return found;
}

/** `actions`: name, parent, begin, open, close, play, share, file, remove, takeBack, decide(key, value), title. */
export const tableView = (actions) => (state) => (state.table ? editor(state, actions) : list(state, actions));
