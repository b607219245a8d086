// One line about the program itself: its loading, its storing, a newer version.

import { button } from "../shared/controls.js";
import { afterTap, element } from "../shared/dom.js";
import { localText } from "../shared/texts.js";

const SHOWN = 6000; // ms for which a passing message stays

export class Notice {
  #place;
  #timer = 0;
  #nodes = [];

  constructor(place) {
    this.#place = place;
  }

  #show(...nodes) {
    clearTimeout(this.#timer);
    this.#nodes = nodes;
    afterTap(this.#draw);
  }

  #draw = () => {
    this.#place.replaceChildren(...this.#nodes);
    this.#place.hidden = this.silent;
  };

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
    const [text, bar] = this.#nodes;
    if (bar?.nodeName !== "PROGRESS") {
      this.#show(element("p", {}, localText.loading(loaded, size)), element("progress", { max: size, "aria-label": localText.starting }));
      return;
    }
    bar.value = loaded;
    text.textContent = localText.loading(loaded, size);
  }

  /** Show a message that the player closes, and, if it has a `label`, a button that calls `act()`. */
  offer(text, label = null, act = null) {
    this.#show(element("p", { role: "status" }, text),
      ...(label ? [button("local-act", label, act, { class: "small" })] : []),
      button("local-close", localText.dismiss, () => this.clear(), { class: "small plain" }));
  }

  /** Whether there is no message. */
  get silent() {
    return this.#nodes.length === 0;
  }

  clear() {
    this.#show();
  }
}
