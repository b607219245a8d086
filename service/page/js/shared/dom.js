// Make elements, and sections and dialogs that follow the state.

import { legible, sentence } from "./texts.js";

const SVG = "http://www.w3.org/2000/svg";
const HANDLERS = ["onclick", "onchange", "onkeydown", "oninput"];

const SPOKEN = ["aria-label", "placeholder"];

function fill(node, props, children) {
  for (const [name, value] of Object.entries(props ?? {})) {
    if (value === null || value === undefined || value === false) continue;
    if (HANDLERS.includes(name) || name === "value") node[name] = value;
    else node.setAttribute(name, value === true ? "" : SPOKEN.includes(name) ? legible(value) : String(value));
  }
  node.append(...nodesOf(children));
  return node;
}

/** Flatten nested lists of nodes and texts. Texts become text nodes, so that typed text is never parsed as markup. */
export function nodesOf(children) {
  const there = children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false);
  return there.map((child) => (child instanceof Node ? child : new Text(legible(String(child)))));
}

/** Make an HTML element. */
export function element(tag, props, ...children) {
  return fill(document.createElement(tag), props, children);
}

/** Make an SVG element. */
export function svg(tag, props, ...children) {
  return fill(document.createElementNS(SVG, tag), props, children);
}

export const byId = (id) => document.getElementById(id);

const said = byId("said"); // the place of the announcements

function alike(node, other) {
  return node.nodeName === other.nodeName && node.dataset?.key === other.dataset?.key && node.id === other.id;
}

/** Make an element of the page like a new one, but leave the focused field and opened details as they are. */
function update(node, wanted) {
  if (node.nodeType === Node.TEXT_NODE) {
    if (node.nodeValue !== wanted.nodeValue) node.nodeValue = wanted.nodeValue;
    return;
  }
  for (const { name, value } of wanted.attributes) if (node.getAttribute(name) !== value) node.setAttribute(name, value);
  for (const { name } of [...node.attributes]) {
    const opened = name === "open" && node.nodeName === "DETAILS";
    if (!wanted.hasAttribute(name) && !opened) node.removeAttribute(name);
  }
  for (const handler of HANDLERS) node[handler] = wanted[handler];
  patch(node, [...wanted.childNodes]);
  // Only after all options are in place: an option that moved from the new list brings its old selected state.
  if (node.nodeName === "SELECT") node.selectedIndex = Math.max(0, [...node.options].findIndex((one) => one.hasAttribute("selected")));
  if (node.nodeName !== "INPUT") return;
  if (["radio", "checkbox"].includes(node.type)) node.checked = wanted.hasAttribute("checked");
  else if (node !== document.activeElement && node.value !== wanted.value) node.value = wanted.value;
}

/**
 * Make the children of `parent` like the new nodes. Matching elements stay in the page, so that a tap ends on the
 * button on which it began, and the field in which the player types keeps the focus.
 */
function patch(parent, nodes) {
  let at = parent.firstChild;
  const dropUntil = (end) => {
    while (at !== end) {
      const gone = at;
      at = at.nextSibling;
      if (gone !== said) gone.remove(); // it visits the open dialog, whose views do not know it
    }
  };
  for (const node of nodes) {
    let match = at;
    while (match && !alike(match, node)) match = match.nextSibling;
    if (!match) {
      parent.insertBefore(node, at);
      continue;
    }
    dropUntil(match);
    update(match, node);
    at = match.nextSibling;
  }
  dropUntil(null);
}

const TAP = 700; // most ms of a tap: under a finger that rests longer we redraw
const waiting = new Set(); // what to draw once the finger is up
let down = null; // the timer of the tap under way

function lift() {
  down = null;
  const draws = [...waiting];
  waiting.clear();
  draws.forEach((draw) => draw());
}

window.addEventListener("pointerdown", () => {
  clearTimeout(down);
  down = setTimeout(lift, TAP);
}, { capture: true });
for (const end of ["pointerup", "pointercancel"]) {
  window.addEventListener(end, () => {
    clearTimeout(down);
    down = null; // the effect of the tap is drawn at once,
    setTimeout(() => down === null && lift()); // and afterwards the changes that came during the tap
  }, { capture: true });
}

/** Call `draw()` now, or after the tap under way: it could move the button from under the finger, or put another in its place. */
export function afterTap(draw) {
  if (down === null) draw();
  else waiting.add(draw);
}

/** Keep a section's height while it waits for its answer, so that the content below does not move. */
function hold(root, nodes) {
  root.style.minHeight = nodes.some((one) => one.className === "busy") ? `${root.offsetHeight}px` : "";
}

function isInView(node) {
  const { top, bottom } = node.getBoundingClientRect();
  return bottom > 0 && top < window.innerHeight;
}

/** Scroll to what has the focus, for players without a pointer; for others the page stays where a finger has left it. */
function lookAtFocus() {
  const at = document.activeElement;
  // A section may be taller than the window: a part of it is enough.
  if (at.matches(":focus-visible") && !(at.matches("section") && isInView(at))) at.scrollIntoView({ block: "nearest" });
}

/**
 * Focus a section that has lost the focus: players without a pointer would begin at the top of the page again. `control`
 * had it, and gets it back if it is still there; else what the section marks as `data-first` gets it, else its title.
 */
export function takeFocus(root, control = null) {
  const first = root.contains(control) ? control : root.querySelector("[data-first]") ?? root.querySelector("h2[tabindex]");
  if (!first) root.tabIndex = -1;
  (first ?? root).focus({ preventScroll: true });
  lookAtFocus();
}

/** Focus a section if the control that had the focus is gone. */
export function focusIfLost(root) {
  const at = document.activeElement;
  if (at === document.body || !at.getClientRects().length) takeFocus(root);
}

const firstOnView = () => document.querySelector("main:not([hidden])").querySelector("section:not([hidden])");

/** After what had the focus has gone for good, focus a section: without `root` the first one on view. */
export const goOnAt = (root = firstOnView()) => afterTap(() => focusIfLost(root));

let left = null; // {root, control}: the control that had the focus when it was disabled or its section hid, until something else takes the focus
window.addEventListener("focusin", () => { left = null; });

/** The event at a part of the page that has come on view. */
export const SHOWN = "shown";

/**
 * Draw a section into `root`: `view(state)` returns nodes, or null to hide the section.
 * We redraw it only when one of the named parts of the state changes, not during a tap, and in a part of the page out of
 * view once that comes on view.
 */
export function section(store, root, parts, view) {
  const main = root.closest("main");
  let last = null;
  let drawing = false;
  const show = (drawn) => {
    const nodes = nodesOf(drawn ?? []);
    if (root.classList.contains("still")) hold(root, nodes);
    const at = document.activeElement; // before the section hides or the control is disabled: a browser drops the focus then
    const waits = left?.root === root;
    const control = waits ? left.control : root.contains(at) && at;
    const seen = control && isInView(control);
    root.hidden = drawn === null;
    patch(root, nodes);
    if (!control) return;
    if (root.hidden || (root.contains(control) && control.matches(":disabled"))) {
      if (!root.hidden && !waits) takeFocus(root); // until the control is back
      left = { root, control };
    } else if (waits || !root.contains(document.activeElement)) takeFocus(root, control);
    else if (seen) lookAtFocus(); // what came before it has moved it
  };
  const draw = () => {
    const { state } = store;
    const now = parts.map((part) => state[part]);
    if (drawing || main?.hidden || (last && now.every((value, at) => value === last[at]))) return;
    last = now;
    drawing = true;
    try {
      show(view(state));
    } finally {
      drawing = false;
    }
    // A field that goes while the player types in it changes the state in the middle of the drawing.
    draw();
  };
  store.listen(() => afterTap(draw));
  main?.addEventListener(SHOWN, draw);
  draw();
}

/**
 * Open a dialog while `shows(state)`, and call `opened()` then. Escape, the back button and another part of the page call
 * `leave()`, which changes the state so that the dialog shows no more.
 */
export function followDialog(store, dialog, shows, leave, opened = () => {}) {
  store.listen((state) => {
    const wanted = Boolean(shows(state));
    if (!wanted && dialog.open) dialog.close();
    if (!wanted || dialog.open) return;
    dialog.showModal();
    opened();
  });
  dialog.addEventListener("cancel", (event) => {
    event.preventDefault();
    document.activeElement.blur(); // ends the typing in a field, as a tap on a button does
    if (shows(store.state)) leave();
  });
  // Some browsers close a dialog without asking us.
  dialog.addEventListener("close", () => {
    if (shows(store.state)) leave();
    goOnAt(); // what had the focus before may be gone, and a reload that brought the dialog back has forgotten it
  });
}

/**
 * Call `submit()` on Enter in a field of `root`, as forms do; the key also ends the typing. The focus stays in the field
 * while the field stays.
 */
export function submitByEnter(root, submit) {
  root.addEventListener("keydown", (event) => {
    const { target } = event;
    if (event.key !== "Enter" || event.isComposing || !target.matches("input")) return;
    event.preventDefault();
    target.blur();
    submit();
    target.focus();
  });
}

const NOTICED = 100; // ms after which screen readers have followed the place of the announcements, or have a text from it
const coming = []; // the texts of that time: one would take the place of the other before it is heard
let announcing = false;

const noticed = () => new Promise((done) => { setTimeout(done, NOTICED); });

const topmost = () => [...document.querySelectorAll("dialog[open]")].at(-1) ?? document.body;

async function announceAll() {
  announcing = true;
  while (coming.length) {
    const place = topmost();
    said.textContent = ""; // the same text may follow once more
    if (said.parentNode !== place) place.append(said);
    await noticed();
    if (place === topmost()) {
      said.textContent = coming.splice(0).map(sentence).join(" ");
      await noticed();
    }
  }
  announcing = false;
}

/** Announce a text to screen readers. They hear only the topmost dialog while one is open, so the place goes along. */
export function announce(text) {
  coming.push(legible(text));
  if (!announcing) announceAll();
}
