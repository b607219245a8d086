// Which taught set photos are read by.

import { h } from "./dom.js";

const NEW = "\u0000new";

/** The choice of set. `actions`: chooseSet(name or null), teachSet(name or ""), forgetSet(name). */
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
    state.set !== null && h("div", { class: "row" },
      h("button", { type: "button", class: "plain small", "data-key": "set-more", onclick: () => actions.teachSet(state.set) }, "Teach it more"),
      h("button", { type: "button", class: "plain small danger", "data-key": "set-forget", onclick: () => actions.forgetSet(state.set) }, "Forget it")));
}
