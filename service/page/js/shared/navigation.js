// The parts of the page, one shown at a time: each `main` with a data-view is one, in the order they stand.
// The part is named in the address, so that a reload, a bookmark and the back button come back to it.

import { byId, element } from "./dom.js";
import { pageText } from "./texts.js";

const parts = [...document.querySelectorAll("main[data-view]")];

/** The part that is shown. */
export function view() {
  return parts.find((part) => !part.hidden).dataset.view;
}

/** Show a part. */
export function go(name) {
  window.location.hash = name;
}

const closers = []; // {part, close}: what closes that which is open within a part
const isBackAt = (name) => !window.history.state?.opened && (window.location.hash || `#${parts[0].dataset.view}`) === `#${name}`;

/** Let the back button call `close()`, which closes what is open within a part, or does nothing. */
export function onBack(part, close) {
  closers.push({ part, close });
}

/** Something has been opened within the part that is shown: the back button comes back from it. */
export function opened() {
  if (!window.history.state?.opened) window.history.pushState({ opened: true }, "");
}

const closeOpen = () => closers.filter(({ part }) => part === view()).forEach(({ close }) => close());

/** Close what is open within the part that is shown, as the back button does. */
export function goBack() {
  if (window.history.state?.opened) window.history.back();
  else closeOpen();
}

/** Follow the address from now on; `onChange(name)` is called for every part shown. */
export function follow(onChange) {
  const links = parts.map((part) => element("a", { href: `#${part.dataset.view}` }, pageText.view[part.dataset.view]));
  byId("views").replaceChildren(...links);
  const show = () => {
    // Other anchors, such as the skip link's, lie in the part that is shown.
    const wanted = parts.find((part) => `#${part.dataset.view}` === window.location.hash);
    if (!wanted && document.body.dataset.view) return;
    parts.forEach((part, at) => {
      part.hidden = part !== (wanted ?? parts[0]);
      if (part.hidden) links[at].removeAttribute("aria-current");
      else links[at].setAttribute("aria-current", "page");
    });
    document.body.dataset.view = view();
    onChange(view());
  };
  window.addEventListener("hashchange", show);
  window.addEventListener("popstate", () => isBackAt(view()) && closeOpen());
  show();
}
