// Making elements, and sections that follow the state.

import { legible } from "./texts.js";

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

/** Nested lists of nodes and texts as nodes. Texts become text nodes: nothing a person typed is read as markup. */
export function nodesOf(children) {
  const there = children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false);
  return there.map((child) => (child instanceof Node ? child : new Text(legible(String(child)))));
}

/** An HTML element. */
export function element(tag, props, ...children) {
  return fill(document.createElement(tag), props, children);
}

/** An SVG element. */
export function svg(tag, props, ...children) {
  return fill(document.createElementNS(SVG, tag), props, children);
}

export const byId = (id) => document.getElementById(id);

function alike(node, other) {
  return node.nodeName === other.nodeName && node.dataset?.key === other.dataset?.key && node.id === other.id;
}

/** Make an element that is in the page like a new one, and leave what a person is doing with it alone. */
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
  // Only once all options are there: one that moves over brings what its old list made of it.
  if (node.nodeName === "SELECT") node.selectedIndex = Math.max(0, [...node.options].findIndex((one) => one.hasAttribute("selected")));
  if (node.nodeName !== "INPUT") return;
  if (["radio", "checkbox"].includes(node.type)) node.checked = wanted.hasAttribute("checked");
  else if (node !== document.activeElement && node.value !== wanted.value) node.value = wanted.value;
}

/**
 * Make the children of `parent` like the new nodes. Elements that stay what they are stay in the page: a tap that has
 * begun ends on the same button, and the field being typed in keeps its focus.
 */
function patch(parent, nodes) {
  let at = parent.firstChild;
  const dropUntil = (end) => {
    while (at !== end) {
      const gone = at;
      at = at.nextSibling;
      gone.remove();
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

const TAP = 700; // ms a tap takes at most: who rests a finger longer sees what has changed meanwhile
const waiting = new Set(); // what is to be drawn once the finger is up
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
    down = null; // what the tap does is drawn at once,
    setTimeout(() => down === null && lift()); // what came while it lasted after that
  }, { capture: true });
}

/** While a section waits for its answer it keeps its height, so that what lies below stays where it is. */
function hold(root, nodes) {
  root.style.minHeight = nodes.some((one) => one.className === "busy") ? `${root.offsetHeight}px` : "";
}

/**
 * Draw a section into `root`: `view(state)` returns nodes, or null to hide the section.
 * It is drawn again only when one of the named parts of the state changes, and not while a tap is under way: an answer
 * that arrives then would move the button from under the finger, or lay another over it, and the tap would be lost.
 */
export function section(store, root, parts, view) {
  let last = null;
  const draw = () => {
    if (down !== null && last) {
      waiting.add(draw);
      return;
    }
    const { state } = store;
    const now = parts.map((part) => state[part]);
    if (last && now.every((value, at) => value === last[at])) return;
    last = now;
    const drawn = view(state);
    const nodes = nodesOf(drawn ?? []);
    if (root.classList.contains("still")) hold(root, nodes);
    root.hidden = drawn === null;
    patch(root, nodes);
  };
  store.listen(draw);
  draw();
}

/** Say something to people who listen to the page. */
export function announce(text) {
  byId("said").textContent = legible(text);
}
