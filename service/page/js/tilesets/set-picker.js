// Which taught set photos are read by.

import { setFile } from "../shared/api.js";
import { h } from "../shared/dom.js";

const NEW = "\u0000new";

/** That a newer reader has made the chosen set over, until a person has read it; nothing where it has not. */
function renewed(state, actions) {
  const chosen = state.sets.find(({ set }) => set === state.set);
  if (!chosen?.renewed_from || state.renewalsRead[chosen.set] === chosen.reader) return null;
  const kept = chosen.faces === 1 ? "Its face was kept" : `All ${chosen.faces} faces were kept`;
  return h("div", { class: "note", "data-key": "renewed" },
    h("p", {}, `The set ${chosen.set} was made over for ${chosen.reader}, the reader in use; before it was ${chosen.renewed_from}'s. ${kept}: nothing has to be taught again.`),
    h("button", { type: "button", class: "plain small", "data-key": "renewed-read", onclick: () => actions.renewalRead(chosen) }, "Good"));
}

/** The choice of set. `actions`: chooseSet(name or null), teachSet(name or ""), mergeSet(name), renameSet(name), forgetSet(name), renewalRead(entry of the list). */
export function setPicker(state, actions) {
  const pick = (event) => {
    const { value } = event.target;
    if (value !== NEW) {
      actions.chooseSet(value || null);
      return;
    }
    event.target.value = state.set ?? "";
    actions.teachSet("");
  };
  return h("div", { class: "sets" },
    h("label", { class: "field" }, "Tile set",
      h("select", { "data-key": "set", onchange: pick },
        h("option", { value: "", selected: state.set === null }, "Any set"),
        state.sets.map(({ set }) => h("option", { value: set, selected: set === state.set }, set)),
        h("option", { value: NEW }, "Teach a new set …"))),
    renewed(state, actions),
    state.set !== null && h("div", { class: "row" },
      h("button", { type: "button", class: "plain small", "data-key": "set-more", onclick: () => actions.teachSet(state.set) }, "Teach it more"),
      h("button", { type: "button", class: "plain small", "data-key": "set-rename", onclick: () => actions.renameSet(state.set) }, "Rename it"),
      state.sets.length > 1 && h("button", { type: "button", class: "plain small", "data-key": "set-merge", onclick: () => actions.mergeSet(state.set) }, "Add another set's faces"),
      h("a", { class: "button plain small", "data-key": "set-file", href: setFile(state.set), download: `${state.set}.json` }, "Save as a file"),
      h("button", { type: "button", class: "plain small danger", "data-key": "set-forget", onclick: () => actions.forgetSet(state.set) }, "Forget it")));
}
