// One line about the program itself: how far it is loaded, that it is stored, that there is a newer one.

import { button } from "../shared/controls.js";
import { element } from "../shared/dom.js";
import { localText } from "../shared/texts.js";

const SHOWN = 6000; // ms that good news stays

export class Notice {
  #place;
  #timer = 0;

  constructor(place) {
    this.#place = place;
  }

  #show(...nodes) {
    clearTimeout(this.#timer);
    this.#place.replaceChildren(...nodes);
    this.#place.hidden = nodes.length === 0;
  }

  /** Say something until something else is said. */
  say(text) {
    this.#show(element("p", { role: "status" }, text));
  }

  /** Say something for a while. */
  pass(text) {
    this.say(text);
    this.#timer = setTimeout(() => this.clear(), SHOWN);
  }

  /** Show how much of the program has come. */
  progress(loaded, size) {
    const bar = this.#place.querySelector("progress");
    if (!bar) {
      const text = element("p", {}, localText.loading(loaded, size));
      this.#show(text, element("progress", { max: size, "aria-label": localText.starting }));
      return;
    }
    bar.value = loaded;
    this.#place.querySelector("p").textContent = localText.loading(loaded, size);
  }

  /** Say something, with a button for what there is to do. */
  offer(text, label, act) {
    this.#show(element("p", { role: "status" }, text),
      button("local-act", label, act, { class: "small" }),
      button("local-close", localText.dismiss, () => this.clear(), { class: "small plain" }));
  }

  /** Whether it says nothing. */
  get silent() {
    return this.#place.hidden;
  }

  clear() {
    this.#show();
  }
}
