// One line about the program itself: its loading, its storing, a newer version.

import { button } from "../shared/controls.js";
import { element } from "../shared/dom.js";
import { localText } from "../shared/texts.js";

const SHOWN = 6000; // ms for which a passing message stays

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

  /** Show a message until the next one. */
  say(text) {
    this.#show(element("p", { role: "status" }, text));
  }

  /** Show a message for `SHOWN` ms. */
  pass(text) {
    this.say(text);
    this.#timer = setTimeout(() => this.clear(), SHOWN);
  }

  /** Show how much of the program has loaded, in bytes. */
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

  /** Show a message with a button that calls `act()`. */
  offer(text, label, act) {
    this.#show(element("p", { role: "status" }, text),
      button("local-act", label, act, { class: "small" }),
      button("local-close", localText.dismiss, () => this.clear(), { class: "small plain" }));
  }

  /** Whether there is no message. */
  get silent() {
    return this.#place.hidden;
  }

  clear() {
    this.#show();
  }
}
