// Tile faces as pictures for a canvas: the SVG face with the rules of the style sheet in it.

import { face } from "./tile-face.js";

export const RATIO = 66 / 48; // height of a face of unit width

const STYLES = "tiles.css";
const made = new Map(); // label: promise of an image

function rules() {
  const sheet = [...document.styleSheets].find((one) => one.href?.endsWith(STYLES));
  return [...(sheet?.cssRules ?? [])].map((rule) => rule.cssText).join("");
}

/** Return the picture of a face, made once for each label. */
export function facePicture(label) {
  if (!made.has(label)) {
    const drawn = face(label);
    drawn.setAttribute("width", "144");
    drawn.setAttribute("height", "198");
    const style = document.createElementNS(drawn.namespaceURI, "style");
    style.textContent = rules();
    drawn.prepend(style);
    const picture = new Image();
    picture.src = `data:image/svg+xml,${encodeURIComponent(new XMLSerializer().serializeToString(drawn))}`;
    made.set(label, picture.decode().then(() => picture));
  }
  return made.get(label);
}
