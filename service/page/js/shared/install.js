// Installing the page: a worker keeps it, and it is offered for the home screen once it has answered somebody.

import { button, heading } from "./controls.js";
import { element, svg } from "./dom.js";
import { withoutServer } from "./page-state.js";
import { installText } from "./texts.js";

const SHARE = "M12 3v12M8 7l4-4 4 4M7 10H5v11h14V10h-2"; // the sign on the share button of Apple's phones

/** Let the browser keep the page, where it may: over plain http from another machine it may not. */
export function install() {
  // What cannot be kept is loaded each time: nothing else changes for a person.
  navigator.serviceWorker?.register("/worker.js").catch(() => {});
}

/** Know whether the page can go to the home screen: `offer` in the state is the browser's own question, or "share". */
export function followOffer(store) {
  // Safari on a phone asks nothing by itself; `standalone` is its own word.
  if (navigator.standalone === false) store.set({ offer: "share" });
  window.addEventListener("beforeinstallprompt", (event) => {
    event.preventDefault();
    store.set({ offer: event });
  });
  window.addEventListener("appinstalled", () => store.set({ offer: null }));
}

const shareSign = () => svg("svg", { class: "share-sign", viewBox: "0 0 24 24", "aria-hidden": "true" },
  svg("path", { d: SHARE, fill: "none", stroke: "currentColor", "stroke-width": 2 }));

/** The offer, beneath the money of the first hand and until a person has answered it. */
export function offerView(store) {
  const close = () => store.set({ offer: null, offerRead: true });
  const ask = (offer) => {
    close();
    offer.prompt();
  };
  return ({ offer, offerRead, settlement }) => (offer && !offerRead && settlement && !settlement.error ? [
    heading("install-title", installText.title),
    // Safari drops what a page has stored when nobody opens it for a week, but not that of the home screen.
    element("p", {}, offer === "share" ? [shareSign(), " ", installText.share] : installText.lead, withoutServer && installText.stays),
    element("div", { class: "row" },
      offer !== "share" && button("install-yes", installText.yes, () => ask(offer), { class: "main" }),
      button("install-no", offer === "share" ? installText.done : installText.no, close))] : null);
}
