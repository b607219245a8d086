// Putting the page on the home screen: by the phone's own question where it has one, else in words with a picture.

import { svg } from "../shared/dom.js";
import { keep } from "../shared/persistent-store.js";
import { localText } from "../shared/texts.js";

const KEY = "rackcheck.1.install"; // set once a person has seen the hint
const APPLE = /iP(hone|ad|od)|Macintosh.*Mobile/;
const SHARE = "M12 3v12M8 7l4-4 4 4M7 10H5v11h14V10h-2"; // the sign of the share button there

let question = null; // what the browser lets a page ask

window.addEventListener("beforeinstallprompt", (event) => {
  event.preventDefault();
  question = event;
});

function seen() {
  try {
    return localStorage.getItem(KEY) !== null;
  } catch {
    return true; // what is forgotten would be said each time
  }
}

const picture = () => svg("svg", { class: "share-sign", viewBox: "0 0 24 24", "aria-hidden": "true" },
  svg("path", { d: SHARE, fill: "none", stroke: "currentColor", "stroke-width": 2 }));

/** Offer it once, where the page is not on the home screen yet. */
export function offerInstall(notice) {
  if (seen() || window.matchMedia("(display-mode: standalone)").matches || navigator.standalone) return;
  const done = () => keep(localStorage, KEY, "seen");
  if (question) {
    notice.offer(localText.install, localText.installIt, async () => {
      done();
      notice.clear();
      await question.prompt();
    }, { closed: done });
  } else if (APPLE.test(navigator.userAgent)) {
    notice.offer([picture(), localText.installHere], null, null, { closed: done });
  }
}
