// Prepare pictures for the server, and make the small copies that the page shows.

import { element } from "./dom.js";
import { pictureAlone } from "./jpeg.js";

const MOST_BYTES = 12_000_000; // of a JPEG that we send as taken; a larger one would take long
const MOST_PIXELS = 40_000_000; // the server reads no progressive JPEG with more
const HEAD = 16; // first bytes of a file, which tell its kind
const LONG_SIDE = 2400; // pixels of a redrawn picture; tiles of a rack that fills it are more than 100 wide
const LOOK_SIDE = 1400; // pixels of the small copy

/** Draw a picture into a canvas whose long side is at most `longest` pixels. */
export function scaled(picture, width, height, longest) {
  const scale = Math.min(1, longest / Math.max(width, height));
  const canvas = document.createElement("canvas");
  canvas.width = Math.max(1, Math.round(width * scale));
  canvas.height = Math.max(1, Math.round(height * scale));
  const context = canvas.getContext("2d");
  context.imageSmoothingQuality = "high";
  context.drawImage(picture, 0, 0, canvas.width, canvas.height);
  return canvas;
}

/** Return the picture of a canvas as a JPEG, a blob. */
export function jpeg(canvas, quality) {
  return new Promise((done) => { canvas.toBlob(done, "image/jpeg", quality); });
}

/** Return a small copy for the page, as a data URL. */
export function lookOf(picture, width, height) {
  return scaled(picture, width, height, LOOK_SIDE).toDataURL("image/jpeg", 0.82);
}

/**
 * Prepare a photo: `upload` is the file to send, `look` a small copy (null if the browser cannot show the file).
 *
 * We send a JPEG as taken, since redrawing would hide the loss of a part. We redraw any other picture, and a very large
 * one. Of a file that the browser cannot show we send only the head, from which the server names its kind. Data about
 * the place where the photo was taken stays on the phone in each case.
 */
export async function prepare(file) {
  const alone = await pictureAlone(file);
  const plain = alone ?? file.slice(0, HEAD);
  let bitmap;
  try {
    bitmap = await createImageBitmap(file, { imageOrientation: "from-image" });
  } catch {
    return { upload: plain, look: null };
  }
  const { width, height } = bitmap;
  const asItIs = alone && alone.size <= MOST_BYTES && width * height <= MOST_PIXELS;
  const upload = asItIs ? alone : await jpeg(scaled(bitmap, width, height, LONG_SIDE), 0.92);
  const look = lookOf(bitmap, width, height);
  bitmap.close();
  return { upload: upload ?? plain, look };
}

/** Return a part x0, y0, x1, y1 of a photo, in pixels of the upright picture, as a JPEG. */
export async function partOf(file, [x0, y0, x1, y1]) {
  const bitmap = await createImageBitmap(file, { imageOrientation: "from-image" });
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [Math.max(1, Math.round(x1 - x0)), Math.max(1, Math.round(y1 - y0))];
  canvas.getContext("2d").drawImage(bitmap, -Math.round(x0), -Math.round(y0));
  bitmap.close();
  return jpeg(canvas, 0.95);
}

export const CLOSE = 1.08; // side of a close crop over that of its tile: it shows the small numeral

/** Return a canvas of `side` pixels with a tile of the small copy and its surroundings; empty without a copy. */
export function crop(look, scan, box, side, around = 1.35) {
  const canvas = element("canvas", { class: "crop", width: side, height: side, "aria-hidden": "true" });
  if (!look) return canvas;
  const picture = new Image();
  picture.addEventListener("load", () => {
    const scale = picture.naturalWidth / scan.width;
    const [x0, y0, x1, y1] = box.map((value) => value * scale);
    const from = Math.max(x1 - x0, y1 - y0) * around;
    canvas.getContext("2d").drawImage(picture, (x0 + x1 - from) / 2, (y0 + y1 - from) / 2, from, from, 0, 0, side, side);
  });
  picture.src = look;
  return canvas;
}
