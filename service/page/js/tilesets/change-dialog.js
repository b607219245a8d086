// A taught set gets another name, or learns the faces of another set.

import * as api from "../shared/api.js";
import { announce, h } from "../shared/dom.js";
import { nameTrouble, typedName } from "./set-name.js";
import { list, tileName } from "../shared/words.js";

const BUSY = "The machine is busy with other photos. This is done in a moment …";

const faces = (count) => `${count} ${count === 1 ? "face" : "faces"}`;

/** ["J", "F", "F"] as "Joker and 2 × Flower". */
function kinds(labels) {
  const counts = new Map();
  for (const label of labels) counts.set(label, (counts.get(label) ?? 0) + 1);
  return list([...counts].map(([label, count]) => (count === 1 ? tileName(label) : `${count} × ${tileName(label)}`)));
}

/** What comes from the other set, as it would be or as it was done, a paragraph each. */
function effectOf({ set, kept, taken, issues }) {
  return [
    issues.map(({ message }) => h("p", { class: "note warn" }, message)),
    taken.map((one) => [
      one.faces.length > 0 && h("p", {}, `${faces(one.faces.length)} ${kept ? "came" : "would come"} from ${one.set}: ${kinds(one.faces.map(({ label }) => label))}.`),
      one.known > 0 && h("p", { class: "fine" }, `${set} ${kept ? "knew" : "knows"} ${faces(one.known)} of it already.`),
      one.otherwise.map(({ label, there }) => h("p", { class: "note" },
        `A face that is ${tileName(there)} in ${one.set} stays ${tileName(label)} in ${set}.`)),
    ]),
  ];
}

/**
 * The dialog in which it is done. `heard.renamed(was, now)` is told of a new name, `heard.learnt(name)` of faces that came
 * or went; both are waited for.
 */
export class SetChange {
  #dialog;
  #heard;
  #looks = 0; // which comparison is the last one: the answer to an earlier one comes too late

  constructor(dialog, heard) {
    this.#dialog = dialog;
    this.#heard = heard;
  }

  #show(title, ...nodes) {
    this.#dialog.replaceChildren(
      h("div", { class: "grip", "aria-hidden": "true" }),
      h("header", {}, h("h2", { id: "change-title", class: "grow", tabindex: "-1" }, title),
        h("button", { type: "button", class: "close", "aria-label": "Close", onclick: () => this.#dialog.close() }, "✕")),
      ...nodes.flat(Infinity).filter(Boolean));
    if (!this.#dialog.open) this.#dialog.showModal();
    this.#dialog.scrollTop = 0;
    // Whoever listens to the page, or has no pointer, goes on from what is new.
    (this.#dialog.querySelector("input, select") ?? this.#dialog.querySelector("h2")).focus();
  }

  /** The answer of `work`, or null once `refused(message)` has told why there is none. */
  async #trying(work, refused) {
    try {
      return await work();
    } catch (problem) {
      if (!problem.error) throw problem;
      refused(problem.error.message);
      return null;
    }
  }

  #wait(title, text) {
    this.#show(title, h("p", { class: "busy", role: "status" }, text));
  }

  /** Ask for another name of a set. */
  rename(name, typed = name, trouble = null) {
    const field = h("input", { type: "text", id: "set-new-name", maxlength: "64", autocomplete: "off", value: typed });
    const go = (event) => {
      event.preventDefault();
      this.#renamed(name, typedName(field));
    };
    const form = h("form", { class: "stack" },
      trouble && h("p", { class: "note bad", role: "alert" }, trouble),
      h("label", { class: "field" }, "What to call the set", field),
      h("p", { class: "fine" }, "It keeps all its faces. Every phone sees the new name."),
      h("button", { type: "submit", class: "main wide" }, "Rename it"));
    form.addEventListener("submit", go);
    this.#show(`Rename ${name}`, form);
    field.select();
  }

  async #renamed(name, typed) {
    const trouble = nameTrouble(typed);
    if (trouble) {
      this.rename(name, typed, trouble);
      return;
    }
    const answer = await this.#trying(() => api.renameSet(name, typed), (message) => this.rename(name, typed, message));
    if (!answer) return;
    await this.#heard.renamed(answer.was, answer.set);
    this.#dialog.close();
    announce(`${answer.was} is now called ${answer.set}.`);
  }

  /** Ask which of `others`, entries of the list of sets, a set is to learn the faces of. */
  merge(name, others, chosen = null, trouble = null) {
    const effect = h("div", { class: "stack", role: "status" });
    const look = async ({ value }) => {
      this.#looks += 1;
      const mine = this.#looks;
      const put = (...nodes) => mine === this.#looks && effect.replaceChildren(...nodes);
      put(...(value ? [h("p", { class: "busy" }, "Comparing the two …")] : []));
      if (!value) return;
      const answer = await this.#trying(() => this.#patiently(() => api.mergeSet(name, value, false)),
        (message) => put(h("p", { class: "note bad", role: "alert" }, message)));
      if (answer) put(...this.#effect(answer, name, others, value));
    };
    const only = others.length === 1 ? others[0].set : "";
    const choice = h("select", { "data-key": "merge-from", onchange: (event) => look(event.target) },
      !only && h("option", { value: "" }, "Choose a set …"),
      others.map(({ set, faces: count }) => h("option", { value: set, selected: set === chosen }, `${set}, ${faces(count)}`)));
    this.#show(`Add to ${name}`,
      trouble && h("p", { class: "note bad", role: "alert" }, trouble),
      h("p", {}, `${name} learns the faces of another set, such as new jokers that were taught by themselves. The other set stays as it is.`),
      h("label", { class: "field" }, "Faces of which set?", choice),
      effect);
    look(choice);
  }

  #effect(answer, name, others, value) {
    const nodes = [effectOf(answer)];
    if (answer.added) {
      nodes.push(h("button", { type: "button", class: "main wide", onclick: () => this.#merged(name, others, value) }, `Add ${faces(answer.added)}`));
    } else {
      nodes.push(h("p", {}, `There is nothing to add: ${answer.set} knows all faces of ${value}.`));
    }
    return nodes.flat(Infinity).filter(Boolean);
  }

  async #merged(name, others, value) {
    this.#wait(`Add to ${name}`, "Learning …");
    const answer = await this.#trying(
      () => this.#patiently(() => api.mergeSet(name, value, true)), (message) => this.merge(name, others, value, message));
    if (!answer) return;
    await this.#heard.learnt(answer.set);
    this.#done(answer);
  }

  #done(answer, trouble = null) {
    this.#show(`${answer.set} has learnt`,
      trouble && h("p", { class: "note bad", role: "alert" }, trouble),
      effectOf(answer),
      h("p", {}, `It now knows ${faces(answer.faces)}. The set ${list(answer.taken.map(({ set }) => set))} is still there.`),
      h("div", { class: "row" },
        h("button", { type: "button", onclick: () => this.#undo(answer) }, "Undo"),
        h("button", { type: "button", class: "main grow", onclick: () => this.#dialog.close() }, "Done")));
  }

  async #undo(answer) {
    const ids = answer.taken.flatMap((one) => one.faces.map(({ id }) => id));
    this.#wait(answer.set, "Forgetting them again …");
    const left = await this.#trying(() => api.forgetFaces(answer.set, ids), (message) => this.#done(answer, message));
    if (!left) return;
    await this.#heard.learnt(left.set);
    this.#show(`${left.set} is as it was`,
      h("p", { role: "status" }, `The faces that came are forgotten again; it knows ${faces(left.faces)}.`),
      h("button", { type: "button", class: "main wide", onclick: () => this.#dialog.close() }, "Done"));
  }

  #patiently(work) {
    return api.patiently(work, () => announce(BUSY));
  }
}
