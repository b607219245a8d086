// Install the page: a service worker keeps it, and after a first settlement we offer to put it on the home screen.

import { button, heading } from "./controls.js";
import { byId, element, goOnAt, svg } from "./dom.js";
import { withoutServer } from "./page-state.js";
import { installText } from "./texts.js";

const SHARE = "M12 3v12M8 7l4-4 4 4M7 10H5v11h14V10h-2"; // the sign on the share button of Apple's phones

/** Register the service worker, where the browser allows it: over plain http from another machine it does not. */
export function install() {
  // A page that the browser cannot keep is loaded each time; for the player nothing else changes.
  navigator.serviceWorker?.register("/worker.js").catch(() => {});
}

/** Set `offer` in the state if the page can go to the home screen: to the browser's own question, or to "share". */
export function followOffer(store) {
  // Safari on a phone has no such question; only Safari has `standalone`.
  if (navigator.standalone === false) store.set({ offer: "share" });
  window.addEventListener("beforeinstallprompt", (event) => {
    event.preventDefault();
    store.set({ offer: event });
  });
  window.addEventListener("appinstalled", () => store.set({ offer: null }));
}

const shareSign = () => svg("svg", { class: "share-sign", viewBox: "0 0 24 24", "aria-hidden": "true" },
  svg("path", { d: SHARE, fill: "none", stroke: "currentColor", "stroke-width": 2 }));

/** Show the offer beneath a settlement, until the player has answered it. */
export function offerView(store) {
  const close = () => {
    store.set({ offer: null, offerRead: true });
    goOnAt(byId("money"));
  };
  const ask = (offer) => {
    close();
    offer.prompt();
  };
  return ({ offer, offerRead, settlement }) => (offer && !offerRead && settlement && !settlement.error ? [
    heading("install-title", installText.title),
    // Safari deletes a page's data when nobody opens it for a week, but not for a page on the home screen.
    element("p", {}, offer === "share" ? [shareSign(), " ", installText.share] : installText.lead, withoutServer && installText.stays),
    element("div", { class: "row" },
      offer !== "share" && button("install-yes", installText.yes, () => ask(offer), { class: "main" }),
      button("install-no", offer === "share" ? installText.done : installText.no, close))] : null);
}
