// The parts of sections and dialogs: buttons, fields, questions, notes.

import { element } from "./dom.js";
import { keptText, pageText } from "./texts.js";

/** Return a button; `key` identifies it when the section is redrawn. */
export function button(key, text, onclick, more = {}) {
  return element("button", { type: "button", "data-key": key, onclick, ...more }, text);
}

/**
 * Return a button for each thing, with its picture: a tap puts the thing into the set `left`, the next takes it out again.
 * `left` never holds more than `most` things.
 */
export function leaveOut(things, left, { picture, name, most = things.length }) {
  return things.map((thing, at) => {
    const one = button(null, picture(thing), () => {
      if (!left.delete(thing) && left.size < most) left.add(thing);
      one.setAttribute("aria-pressed", String(!left.has(thing)));
    }, { class: "like", "aria-pressed": "true", "aria-label": name(thing, at) });
    return one;
  });
}

export const heading = (id, text, more = {}) => element("h2", { id, ...more }, text);
export const fine = (...text) => element("p", { class: "fine" }, ...text);
export const busy = (text) => element("p", { class: "busy", role: "status" }, text);

/** Show an error, or nothing if `message` is empty. */
export const alert = (message, more = {}) => message && element("p", { class: "note bad", role: "alert", ...more }, message);

/** Say that the browser does not store what this part of the page has, if it has `anything` that a player entered. */
export const lostOnClosing = ({ lasts }, anything = true) => alert(!lasts && anything && pageText.lostOnClosing);

const PAUSE = 400; // ms after the last letter before a draft takes it in

let typing = null; // the field whose text nobody has heard of yet
let pressed = null; // the field in which the player was typing when a press left the focus in it
let pause = 0; // the timer of the pause in the typing
const hear = () => typing?.isConnected && typing.dispatchEvent(new Event("change", { bubbles: true }));
document.addEventListener("input", ({ target }) => {
  typing = target;
  pressed = null;
  clearTimeout(pause);
  // A system may end a page on view too. What a field outside drafts says has an effect, so it must be whole; a name may be half.
  if (target.closest("[data-draft]")) pause = setTimeout(hear, PAUSE);
});
document.addEventListener("change", (event) => {
  typing = null;
  // The browser tells the same text once more when the field loses the focus, or goes with what the press has closed.
  if (event.isTrusted && event.target === pressed) event.stopImmediatePropagation();
}, { capture: true });
// Phones end hidden pages without a word: what the player has typed so far must be kept by then.
document.addEventListener("visibilitychange", () => document.hidden && hear());
// Voice control and some phones press a button without taking the focus from the field.
document.addEventListener("click", ({ target }) => {
  if (!typing || target === typing) return;
  pressed = typing;
  hear();
}, { capture: true });

/** Return a text field; it calls `onInput(text)` when the player leaves it or hides the page, and in a draft at each pause. */
export function field(label, key, value, onInput, more = {}) {
  return element("label", { class: "field" }, label,
    element("input", { type: "text", autocomplete: "off", value: value ?? "", "data-key": key,
      onchange: (event) => onInput(event.target.value.trim()), ...more }));
}

export const LONGEST_NAME = { maxlength: "40" }; // longest name of a player that the book takes

export const isNumber = (text) => /^\d+$/.test(text ?? "");

/** Return a typed whole number; any other text as it is, so that the server says what is wrong with it. */
export const wholeNumber = (text) => (isNumber(text) ? Number(text) : text);

export const numberField = (label, key, value, onInput, more = {}) =>
  field(label, key, value, onInput, { inputmode: "numeric", pattern: "[0-9]*", maxlength: "6", ...more });

/** Return a list to choose one value from. `options`: [[value, text]], none before they have loaded; the empty value is null. */
export function select(label, key, options, value, onInput, more = {}) {
  const [, chosen] = options.find(([one]) => one === value) ?? options[0] ?? [];
  return element("div", { class: "field" },
    element("label", {}, label,
      element("select", { "data-key": key, disabled: options.length === 0, onchange: ({ target }) => {
        target.closest(".field").querySelector(".chosen").textContent = target.selectedOptions[0].textContent;
        onInput(target.value || null);
      }, ...more },
        options.map(([one, text]) => element("option", { value: one ?? "", selected: one === value }, text)))),
    element("span", { class: "chosen", "aria-hidden": "true" }, chosen));
}

/** Return names as options. */
export const same = (names) => names.map((name) => [name, name]);

/** Return a checkbox. */
export function check(label, key, checked, onInput) {
  return element("label", { class: "check" },
    element("input", { type: "checkbox", checked: Boolean(checked), "data-key": key, onchange: (event) => onInput(event.target.checked) }),
    element("span", {}, label));
}

function question(title, inputs, options) {
  return element("fieldset", { class: "choice" },
    element("legend", {}, title),
    element("div", { class: "options", "data-count": options.length },
      options.map(([value, text]) => element("label", { class: "option" }, element("input", inputs(value)), element("span", {}, text)))));
}

/** Ask for one of several answers, as large buttons. `options`: [[value, text]]. */
export function choice(title, key, options, chosen, onChoose) {
  return question(title, (value) => ({ type: "radio", name: key, value: String(value), checked: value === chosen,
    "data-key": `${key}-${value}`, onchange: () => onChoose(value) }), options);
}

/** Ask for any of several answers, as large buttons. */
export function several(title, key, options, chosen, onChoose) {
  const toggle = (value) => onChoose(chosen.includes(value) ? chosen.filter((one) => one !== value) : [...chosen, value]);
  return question(title, (value) => ({ type: "checkbox", checked: chosen.includes(value), "data-key": `${key}-${value}`, onchange: () => toggle(value) }), options);
}

/** Return a button that takes a file. */
export function filePicker(id, text, onFile, { style = "", capture = false, accept = "image/*" } = {}) {
  const take = ({ target }) => {
    const [file] = target.files;
    target.value = "";
    if (file) onFile(file);
  };
  return element("span", { class: "pick" },
    element("input", { type: "file", accept, id, class: "unseen", "data-key": id, capture: capture && "environment", onchange: take }),
    element("label", { for: id, class: `button ${style}` }, text));
}

/** Return one payment as a list item; `more` stands beneath it. */
export function payment(one, pays, amount, more) {
  return element("li", { class: "transfer" },
    element("p", { class: "row between" },
      element("span", {}, element("strong", {}, one.from), pays, element("strong", {}, one.to)),
      element("span", { class: "amount" }, amount)),
    more && fine(more));
}

/** Return a table that scrolls on its own, by keyboard too: it may be wider than a small phone with large text. */
export const wide = (name, ...rows) =>
  element("div", { class: "scroll", tabindex: "0", role: "group", "aria-label": name }, element("table", { class: "net standings" }, rows));

/** Return the CSS class of an amount won or lost. */
export const gain = (value) => (value > 0 ? "good" : value < 0 ? "no" : "");

/** After a `pointerdown`, call `move(event)` until the pointer is lifted or cancelled, then `end(event)`. */
export function followPointer({ currentTarget: node, pointerId }, move, end) {
  const released = new AbortController();
  const { signal } = released;
  node.setPointerCapture(pointerId);
  node.addEventListener("pointermove", move, { signal });
  for (const name of ["pointerup", "pointercancel"]) {
    node.addEventListener(name, (event) => {
      released.abort();
      end(event);
    }, { signal });
  }
}

const PULLED = 60; // px of a pull downwards that closes a dialog
const TAPPED = 8; // px that a finger may slip during a tap

/** Return the bar on top of a dialog: a tap or a pull downwards closes the dialog, within reach of either thumb. */
function grip(leave) {
  const node = element("div", { class: "grip", "aria-hidden": "true" });
  node.addEventListener("pointerdown", (down) => {
    const dialog = node.closest("dialog");
    followPointer(down, ({ clientY }) => { dialog.style.translate = `0 ${Math.max(0, clientY - down.clientY)}px`; }, ({ type, clientY }) => {
      dialog.style.translate = "";
      const pulled = clientY - down.clientY;
      if (type === "pointerup" && (pulled > PULLED || Math.abs(pulled) < TAPPED)) leave();
    });
  });
  return node;
}

/** Return the head of a dialog: its title, `look` before and `hint` below it, and the close button. */
export function dialogHead(id, title, leave, { look = null, hint = null, label = pageText.close, sign = "✕" } = {}) {
  return [
    grip(leave),
    element("div", { class: "head" }, look,
      element("div", { class: "grow" }, heading(id, title, { tabindex: "-1" }), hint && element("p", {}, hint)),
      element("button", { type: "button", class: "close", "aria-label": label, onclick: leave }, sign))];
}

/** Show what came of the last tap on a card or a table, {text}; `takeBack` undoes it, if it can be undone. */
export const told = (said, takeBack) => said && element("p", { class: "note row between", role: "status", "data-key": "said" },
  element("span", {}, said.text), takeBack && button("undo-said", pageText.undo, () => takeBack(), { class: "small", "aria-label": pageText.undoThat(said.text) }));

/** Show a card or a table in its list: its title, `about` it, or why it cannot be read, and its buttons. */
export const keptItem = (key, { title, error }, about, ...buttons) => element("li", { class: "card-item", "data-key": key },
  element("div", { class: "grow" }, element("strong", {}, title), error ? alert(error.message) : fine(about)),
  element("div", { class: "row" }, buttons));

/** Return `act(key, text, onclick, more)`, which makes a small button for a card or a table, named by its title too. */
export const keptButtons = (kind, { id, title }) => (key, text, onclick, more = { class: "plain small" }) =>
  button(`${kind}${key}-${id}`, text, onclick, { ...more, "aria-label": keptText.doWith(text, title) });
