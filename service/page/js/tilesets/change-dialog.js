// The dialog that renames a taught tile set, or lets it learn the faces of another.

import * as api from "../shared/api.js";
import { alert, busy, button, dialogHead, fine, select } from "../shared/controls.js";
import { announce, element, goOnAt, nodesOf } from "../shared/dom.js";
import { withoutServer } from "../shared/page-state.js";
import { changeText, pageText, setText, teachText } from "../shared/texts.js";
import { nameField, nameTrouble, typedName } from "./set-name.js";

const TROUBLE = "rename-trouble";

/** Show the effect of learning from other tile sets, before or after it is done (`kept`), a paragraph each. */
function effectOf({ set, kept, taken, issues }) {
  const [comes, knows] = kept ? [changeText.came, changeText.knew] : [changeText.would, changeText.knows];
  return [
    issues.map(({ message }) => element("p", { class: "note warn" }, message)),
    taken.map((one) => [
      one.faces.length > 0 && element("p", {}, comes(one.set, one.faces.map(({ label }) => label))),
      one.known > 0 && fine(knows(set, one.known)),
      one.otherwise.map(({ label, there }) => element("p", { class: "note" }, changeText.stays(there, one.set, label, set))),
    ]),
  ];
}

/**
 * The dialog. We call and await `heard.renamed(was, now)` after a new name, and `heard.learnt(name)` after faces were
 * added or removed; `heard.refused()` after a refusal, since another phone may have changed the list of tile sets.
 */
export class SetChange {
  #dialog;
  #heard;
  #looks = 0; // number of the last comparison: we ignore the answers to earlier ones

  constructor(dialog, heard) {
    this.#dialog = dialog;
    this.#heard = heard;
    dialog.addEventListener("close", () => goOnAt()); // the button that opened it goes with a set that is gone
  }

  #show(title, ...nodes) {
    this.#dialog.replaceChildren(...nodesOf([dialogHead("change-title", title, () => this.#dialog.close()), nodes]));
    if (!this.#dialog.open) this.#dialog.showModal();
    this.#dialog.scrollTop = 0;
    // For screen readers and players without a pointer we focus the new content.
    (this.#dialog.querySelector("input, select") ?? this.#dialog.querySelector("h2")).focus();
  }

  /** Return the answer of `work`; if it is refused, call `refused(message)` and return null. */
  #trying(work, refused) {
    return api.attempt(() => api.patiently(work, () => announce(changeText.busy)), ({ message }) => {
      refused(message);
      this.#heard.refused();
      return null;
    });
  }

  #done() {
    return button(null, pageText.done, () => this.#dialog.close(), { class: "main grow" });
  }

  /** Ask for a new name of a tile set. */
  rename(name, typed = name, trouble = null) {
    const label = nameField("set-new-name", typed, trouble && TROUBLE);
    const input = label.querySelector("input");
    const form = element("form", { class: "stack" },
      alert(trouble, { id: TROUBLE }),
      label,
      fine(changeText.keeps, !withoutServer && changeText.everywhere),
      element("button", { type: "submit", class: "main wide" }, setText.rename));
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.#renamed(name, typedName(input));
    });
    this.#show(changeText.renameTitle(name), form);
    input.select();
  }

  async #renamed(name, typed) {
    const again = (message) => this.rename(name, typed, message);
    const trouble = nameTrouble(typed);
    if (trouble) {
      again(trouble);
      return;
    }
    // We leave nothing to tap: a second tap would ask for the old name, which the first one takes away.
    this.#show(changeText.renameTitle(name), busy(changeText.renaming));
    const answer = await this.#trying(() => api.renameSet(name, typed), again);
    if (!answer) return;
    await this.#heard.renamed(answer.was, answer.set);
    this.#dialog.close();
    announce(changeText.renamed(answer.was, answer.set));
  }

  /** Ask from which of `others` (entries of the list of tile sets) a tile set should learn. */
  merge(name, others, chosen = null, trouble = null) {
    const effect = element("div", { class: "stack", role: "status" });
    const look = async (value) => {
      this.#looks += 1;
      const mine = this.#looks;
      const put = (...nodes) => mine === this.#looks && effect.replaceChildren(...nodesOf(nodes));
      put(value && element("p", { class: "busy" }, changeText.comparing));
      if (!value) return;
      const answer = await this.#trying(() => api.mergeSet(name, value, false), (message) => put(alert(message)));
      if (answer) put(this.#effect(answer, name, others, value));
    };
    const options = [...others.length > 1 ? [[null, changeText.choose]] : [], ...others.map(({ set, faces }) => [set, changeText.option(set, faces)])];
    this.#show(changeText.mergeTitle(name),
      alert(trouble),
      element("p", {}, changeText.merge(name)),
      select(changeText.which, "merge-from", options, chosen, look),
      effect);
    look(chosen ?? options[0][0]);
  }

  #effect(answer, name, others, value) {
    return [effectOf(answer), answer.added
      ? button(null, changeText.add(answer.added), () => this.#merged(name, others, value), { class: "main wide" })
      : element("p", {}, changeText.nothing(answer.set, value))];
  }

  async #merged(name, others, value) {
    this.#show(changeText.mergeTitle(name), busy(teachText.learning));
    const answer = await this.#trying(() => api.mergeSet(name, value, true), (message) => this.merge(name, others, value, message));
    if (!answer) return;
    await this.#heard.learnt(answer.set);
    this.#learnt(answer);
  }

  #learnt(answer, trouble = null) {
    this.#show(changeText.learnt(answer.set),
      alert(trouble),
      effectOf(answer),
      element("p", {}, changeText.nowKnows(answer.faces, answer.taken.map(({ set }) => set))),
      element("div", { class: "row" }, answer.added > 0 && button(null, pageText.undo, () => this.#undo(answer)), this.#done()));
  }

  async #undo(answer) {
    const ids = answer.taken.flatMap((one) => one.faces.map(({ id }) => id));
    this.#show(answer.set, busy(changeText.forgetting));
    const left = await this.#trying(() => api.forgetFaces(answer.set, ids), (message) => this.#learnt(answer, message));
    if (!left) return;
    await this.#heard.learnt(left.set);
    this.#show(left.set, element("p", { role: "status" }, changeText.forgotten(left.faces)), this.#done());
  }
}
