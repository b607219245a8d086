// The dialogs that pass a card to another phone: one shows QR codes, the other reads them with the camera.

import { alert, button, dialogHead, fine } from "../shared/controls.js";
import { element, svg } from "../shared/dom.js";
import { cardsText } from "../shared/texts.js";
import { encodeQR } from "../vendor/qr/index.js";

const QUIET = 4; // modules of white around a code, which the standard asks for

/** Draw a QR code, dark on white in every colour scheme, since cameras need that. */
export function picture(text, label) {
  const rows = encodeQR(text, "raw", { ecc: "low", border: QUIET });
  const size = rows.length;
  const dark = rows.flatMap((row, y) => row.map((on, x) => (on ? `M${x} ${y}h1v1h-1z` : ""))).join("");
  return svg("svg", { viewBox: `0 0 ${size} ${size}`, class: "qr", role: "img", "aria-label": label, "shape-rendering": "crispEdges" },
    svg("rect", { width: size, height: size, fill: "#fff" }), svg("path", { d: dark, fill: "#000" }));
}

/** Return the view that shows codes; `state.shared` is {title, codes, at, file, trouble}. */
export function shareView(actions) {
  return ({ shared }) => {
    if (!shared) return null;
    const many = shared.codes.length > 1;
    return [
      dialogHead("share-title", cardsText.shareTitle(shared.title), actions.closeShare),
      fine(cardsText.shareLead(shared.codes.length)),
      alert(shared.trouble),
      shared.file && button("share-file", cardsText.sendFile, actions.send, { class: "wide" }),
      shared.codes.length > 0 && picture(shared.codes[shared.at], cardsText.codeName(shared.at + 1, shared.codes.length)),
      many && element("div", { class: "row between" },
        button("code-before", cardsText.before, () => actions.turn(-1), { class: "small" }),
        element("span", { "data-key": "which" }, cardsText.which(shared.at + 1, shared.codes.length)),
        button("code-after", cardsText.after, () => actions.turn(1), { class: "small" })),
      many && button("code-still", shared.still ? cardsText.turnAgain : cardsText.holdStill, actions.still, { class: "plain small" }),
    ];
  };
}

/** Return the view that reads codes; `state.reading` is {got, newer, trouble, refused}. `video` shows the camera's picture. */
export function readView(close, video) {
  return ({ reading }) => {
    if (!reading) return null;
    const card = reading.got.at(-1);
    const told = reading.newer ? cardsText.newerCode : card ? cardsText.got(card.have, card.of) : cardsText.noCode;
    return [
      dialogHead("codes-title", cardsText.readCodes, close),
      !reading.refused && [fine(cardsText.readLead), video],
      alert(reading.trouble),
      !reading.refused && element("p", { role: "status", "data-key": "got" }, told),
    ];
  };
}
