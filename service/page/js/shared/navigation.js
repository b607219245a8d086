// The parts of the page, of which one shows at a time: each `main` with a data-view, in the order of the document.
// The address names the part, so that a reload, a bookmark and the back button come back to it.
//
// The history has one entry more for each thing that is open within a part ({opened: how many}), and while a dialog is
// open ({dialog}), so that the back button closes it and the page stays. Browsers with a CloseWatcher close dialogs alone.
// An entry that the page has shown is marked ({seen}).

import { SHOWN, byId, element, focusIfLost } from "./dom.js";
import { pageText } from "./texts.js";

const parts = [...document.querySelectorAll("main[data-view]")];
const dialogs = [...document.querySelectorAll("dialog")];
const shown = []; // the open dialogs, the topmost last
let leaving = false; // the browser is still going back from the entry of something closed
const waiting = []; // changes of the history that wait for that
const address = () => window.location.hash || `#${parts[0].dataset.view}`; // the first part needs no name
const byHistory = () => !window.CloseWatcher;

/** Return the name of the part on view. */
export function view() {
  return parts.find((part) => !part.hidden).dataset.view;
}

/** Call `move()`, which changes the history, once the browser is done with going back. */
function settled(move) {
  if (leaving) waiting.push(move);
  else move();
}

/** Show a part. */
export function go(name) {
  settled(() => {
    // From a dialog the part replaces the dialog's entry, so that back leads to the part beneath.
    if (window.history.state?.dialog && window.location.hash !== `#${name}`) window.location.replace(`#${name}`);
    else window.location.hash = name;
  });
}

const closers = []; // {part, isOpen, close}: what can be open within the parts, the last opened last
const openIn = (part) => closers.filter((one) => one.part === part && one.isOpen());
const depth = () => Number(window.history.state?.opened ?? 0); // for how many of them the history has an entry

/**
 * Let the back button call `close()` while `isOpen()`. Return {opened, leave}: call `opened()` once it has opened, and
 * `leave()` to close it as the back button does.
 */
export function onBack(part, isOpen, close) {
  const closer = { part, isOpen, close };
  closers.push(closer);
  return {
    opened: () => settled(() => {
      // The answer that opened it may come when the player has gone to another part.
      if (view() !== part || depth() >= openIn(part).length) return;
      closers.push(...closers.splice(closers.indexOf(closer), 1));
      if (window.history.state?.dialog) window.history.replaceState({ seen: true, opened: depth() + 1 }, "");
      while (depth() < openIn(part).length) window.history.pushState({ seen: true, opened: depth() + 1 }, "");
    }),
    leave: () => settled(() => {
      close();
      if (depth() <= openIn(part).length) return;
      leaving = true;
      window.history.back();
    }),
  };
}

/** Close what is open within the part on view and has no entry in the history, the last opened first. */
function closeOver() {
  const over = openIn(view()).slice(depth());
  if (!over.length) return;
  leaveAll();
  document.activeElement.blur(); // ends the typing in a field, as a tap on a button does
  over.reverse().forEach(({ close }) => close());
}

/** Give the history an entry for a dialog while one is open, and only then. */
function followDialogs() {
  const open = dialogs.filter((one) => one.open);
  shown.splice(0, shown.length, ...shown.filter((one) => one.open), ...open.filter((one) => !shown.includes(one)));
  if (leaving || !byHistory()) return;
  const { state } = window.history;
  if (open.length && !state?.dialog) window.history.pushState({ ...state, dialog: true }, "");
  if (open.length || !state?.dialog) return;
  leaving = true;
  window.history.back();
}

/** Close a dialog as Escape does: the dialog may refuse, and go a step back within itself. */
function leave(dialog) {
  if (dialog.dispatchEvent(new Event("cancel", { cancelable: true }))) dialog.close();
}

function leaveAll() {
  for (const dialog of dialogs.filter((one) => one.open)) {
    leave(dialog);
    dialog.close();
  }
}

/** Handle a move in the history: back, forward, or to another part. */
function moved() {
  if (leaving) {
    leaving = false;
    waiting.splice(0).forEach((move) => move());
  } else if (byHistory() && shown.length && !window.history.state?.dialog) {
    leave(shown.at(-1));
  } else if (address() === `#${view()}`) {
    closeOver();
  }
  followDialogs();
}

/** Follow the address; call `onChange(name)` for every part that comes on view. */
export function follow(onChange) {
  const links = parts.map((part) => element("a", { href: `#${part.dataset.view}` }, pageText.view[part.dataset.view]));
  links.forEach((link, at) => link.addEventListener("click", (event) => {
    if (!leaving) return;
    event.preventDefault();
    go(parts[at].dataset.view);
  }));
  byId("views").replaceChildren(...links);
  const show = () => {
    // Other anchors, such as the skip link's, lie in the part on view.
    const wanted = parts.find((part) => `#${part.dataset.view}` === address());
    const before = document.body.dataset.view;
    if (before && (!wanted || (!wanted.hidden && window.history.state?.seen))) return;
    parts.forEach((part, at) => {
      part.hidden = part !== (wanted ?? parts[0]);
      if (part.hidden) links[at].removeAttribute("aria-current");
      else links[at].setAttribute("aria-current", "page");
    });
    parts.find((part) => !part.hidden).dispatchEvent(new Event(SHOWN));
    document.body.dataset.view = view();
    document.title = pageText.titleOf(pageText.view[view()]);
    // A dialog belongs to the part that opened it.
    leaveAll();
    onChange(view());
    const { state } = window.history;
    // A link or a button leads to the top of a part, the back button to where the player was.
    if (before && !state?.seen) window.scrollTo(0, 0);
    window.history.replaceState({ ...state, seen: true }, "");
    // The pressed button is out of view now.
    if (before) focusIfLost((wanted ?? parts[0]).querySelector("section:not([hidden])"));
  };
  window.addEventListener("hashchange", show);
  window.addEventListener("popstate", () => {
    moved();
    // Going back, the browser may scroll to where the player was before it tells of the new address.
    show();
  });
  const observer = new MutationObserver(followDialogs);
  dialogs.forEach((one) => observer.observe(one, { attributeFilter: ["open"] }));
  show();
  followDialogs();
}
