// Ask again for what did not come of the page: for a stylesheet alone; for a script, without which the frame stays empty,
// by opening the page again. This is no module, so that it is in place before the modules load.

const PAUSES = [3, 9, 27, 81]; // s before each further try: a busy host needs time. Then only the frame's words remain.
const TRIES = "rackcheck.1.tries"; // how often this window has opened the page again in a row

const words = () => document.getElementById("unloaded"); // main.js removes them
const sheets = new Map(); // address of a stylesheet: how often we have asked for it again
let tries = PAUSES.length; // a browser that lets us count nothing opens nothing again
let opening = 0;

function askAgain(sheet) {
  const asked = sheets.get(sheet.href) ?? 0;
  sheets.set(sheet.href, asked + 1);
  // A browser asks for the same address only where the link is another.
  if (asked < PAUSES.length) setTimeout(() => sheet.replaceWith(sheet.cloneNode()), PAUSES[asked] * 1000);
}

function openAgain() {
  clearTimeout(opening);
  if (tries > 0) words().style.animation = "none"; // it was no moment's trouble: they show at once
  if (tries === PAUSES.length) return;
  opening = setTimeout(() => {
    // The page may be there by now, and a player in the middle of a word.
    if (!words()) return;
    sessionStorage.setItem(TRIES, tries + 1);
    window.location.reload();
  }, PAUSES[tries] * 1000);
}

try {
  tries = Number(sessionStorage.getItem(TRIES));
  window.addEventListener("pagehide", () => { if (!words()) sessionStorage.removeItem(TRIES); });
} catch {
  // Cookies are blocked.
}
// A script tag has this event where its script or a part of it did not come; the window, where main.js asked for one.
window.addEventListener("error", ({ target }) => {
  if (target.rel === "stylesheet") askAgain(target);
  else if (words() && (target === window || target.localName === "script")) openAgain();
}, { capture: true });
