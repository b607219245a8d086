// Giving a card to another phone by QR codes: shown on one, read by the camera of the other.

import { alert, button, dialogHead, fine } from "../shared/controls.js";
import { element, svg } from "../shared/dom.js";
import { cardsText } from "../shared/texts.js";
import { encodeQR } from "../vendor/qr/index.js";

const QUIET = 4; // modules of white around a code, as its standard asks for

/** A QR code as a picture; dark on white in every colour scheme, as cameras want it. */
export function picture(text, label) {
  const rows = encodeQR(text, "raw", { ecc: "low", border: QUIET });
  const size = rows.length;
  const dark = rows.flatMap((row, y) => row.map((on, x) => (on ? `M${x} ${y}h1v1h-1z` : ""))).join("");
  return svg("svg", { viewBox: `0 0 ${size} ${size}`, class: "qr", role: "img", "aria-label": label, "shape-rendering": "crispEdges" },
    svg("rect", { width: size, height: size, fill: "#fff" }), svg("path", { d: dark, fill: "#000" }));
}

/** The nodes of the dialog that shows codes; `state.shared` is {title, codes, at, file, trouble}. */
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

/** The nodes of the dialog that reads codes; `state.reading` is {got, trouble}. The picture of the camera is `video`. */
export function readView(actions, video) {
  return ({ reading }) => {
    if (!reading) return null;
    return [
      dialogHead("codes-title", cardsText.readCodes, actions.closeRead),
      fine(cardsText.readLead),
      video,
      alert(reading.trouble),
      element("p", { role: "status", "data-key": "got" }, reading.got ? cardsText.got(reading.got.have, reading.got.of) : cardsText.noCode),
    ];
  };
}
