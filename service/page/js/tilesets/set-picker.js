// The choice of the taught tile set for readings.

import { setFile } from "../shared/api.js";
import { button, same, select, told } from "../shared/controls.js";
import { element } from "../shared/dom.js";
import { pageText, setText } from "../shared/texts.js";

const SMALL = { class: "plain small" };

/** Say that the chosen tile set was converted for a newer classifier, until the player has confirmed that. */
function renewed(chosen, state, actions) {
  if (!chosen?.renewed_from || state.renewalsRead[chosen.set] === chosen.reader) return null;
  return element("div", { class: "note", "data-key": "renewed" },
    element("p", {}, setText.renewed(chosen)),
    button("renewed-read", setText.good, () => actions.renewalRead(chosen), SMALL));
}

function changes({ set, sets }, actions) {
  return [
    button("set-more", setText.teachMore, () => actions.teachSet(set), SMALL),
    button("set-rename", setText.rename, () => actions.renameSet(set), SMALL),
    sets.length > 1 && button("set-merge", setText.merge, () => actions.mergeSet(set), SMALL),
    element("a", { class: "button plain small", "data-key": "set-file", href: setFile(set), download: `${set}.json` }, pageText.saveFile),
    button("set-forget", setText.forget, () => actions.forgetSet(set), { class: "plain small danger" })];
}

/**
 * Return the view of the choice. `actions`: chooseSet(name or null), teachSet(name or ""), mergeSet(name),
 * renameSet(name), forgetSet(name), rememberSet() takes that back, renewalRead(entry of the list).
 */
export function setPicker(actions) {
  return (state) => {
    const { set, sets, forgotten } = state;
    const options = [[null, setText.any], ...same(sets.map((one) => one.set))];
    return element("div", { class: "sets" },
      select(setText.label, "set", options, set, actions.chooseSet),
      told(forgotten && { text: setText.forgotten(forgotten.name) }, actions.rememberSet),
      renewed(sets.find((one) => one.set === set), state, actions),
      element("div", { class: "row" },
        button("set-new", setText.teachNew, () => actions.teachSet(""), SMALL),
        set !== null && changes(state, actions)));
  };
}
