// One line above the parts of the page: what could not be saved, and how the program loads and is stored.

import { button } from "../shared/controls.js";
import { afterTap, element, goOnAt } from "../shared/dom.js";
import { localText, pageText } from "../shared/texts.js";

const SHOWN = 6000; // ms for which a passing message stays

export class Notice {
  #place;
  #timer = 0;
  #told = []; // the nodes of a message that ends by itself
  #offered = new Map(); // text: nodes of a message that the player closes; the last one shows, and hides all others

  constructor(place) {
    this.#place = place;
  }

  #tell(...nodes) {
    clearTimeout(this.#timer);
    this.#told = nodes;
    afterTap(this.#draw);
  }

  #draw = () => {
    this.#place.replaceChildren(...([...this.#offered.values()].at(-1) ?? this.#told));
    this.#place.hidden = this.silent;
  };

  /** Show a message until the next one, or until `clear()`. */
  say(text) {
    this.#tell(element("p", { role: "status" }, text));
  }

  /** Show a message for `SHOWN` ms. */
  pass(text) {
    this.say(text);
    this.#timer = setTimeout(() => this.clear(), SHOWN);
  }

  /** Show how much of the program has loaded, in bytes. */
  progress(loaded, size) {
    const [text, bar] = this.#told;
    if (bar?.nodeName !== "PROGRESS") {
      this.#tell(element("p", {}, localText.loading(loaded, size)), element("progress", { max: size, "aria-label": localText.starting }));
      return;
    }
    bar.value = loaded;
    text.textContent = localText.loading(loaded, size);
  }

  /** Show a message until the player closes it; a `label` adds a button that closes it too and calls `act()`. */
  offer(text, label = null, act = null) {
    const close = (then) => () => {
      this.#offered.delete(text);
      afterTap(this.#draw);
      goOnAt();
      then?.();
    };
    this.#offered.set(text, [element("p", { role: "status" }, text),
      ...(label ? [button("local-act", label, close(act), { class: "small" })] : []),
      button("local-close", pageText.close, close(), { class: "small plain" })]);
    afterTap(this.#draw);
  }

  /** Whether there is no message. */
  get silent() {
    return this.#told.length + this.#offered.size === 0;
  }

  /** End the message that `say`, `pass` or `progress` shows. */
  clear() {
    this.#tell();
  }
}
