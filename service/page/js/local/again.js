// Open the page again where one of its scripts did not come on a first visit: without it the frame stays empty. This is
// no module, so that it is in place before the modules load.

const PAUSE = 3000; // ms; a busy host or a lost network needs a moment

// Only a script that was not loaded has this event; what fails while it runs tells the window.
window.addEventListener("error", ({ target }) => {
  if (target.localName === "script") setTimeout(() => window.location.reload(), PAUSE);
}, { capture: true });
