// Share files with other apps, and draw pictures to share.

import { save } from "./save-file.js";

/** Return whether this phone passes a file to other apps. */
export const canPass = (file) => Boolean(navigator.canShare?.({ files: [file] }));

/** Pass a file to another app that the player chooses; return false if the browser did not. */
export async function pass(file, title) {
  try {
    await navigator.share({ files: [file], title });
    return true;
  } catch (problem) {
    return problem.name === "AbortError"; // the player left the phone's own dialog, which is no fault
  }
}

/** Share a canvas as a PNG picture, or save it if sharing is impossible or fails; if the player cancels, do neither. */
export async function sharePicture(canvas, name, title) {
  const blob = await new Promise((done) => { canvas.toBlob(done, "image/png"); });
  const file = new File([blob], name, { type: blob.type });
  if (!canPass(file) || !await pass(file, title)) save(blob, name);
}

const INK = "#1f2b28";
const SOFT = "#5a6863";
const PAPER = "#fffdf8";
const SHARP = 2; // pixels of the picture for one of the drawing
const MARGIN = 24;
const GAP = 16; // least distance between the left and the right text of a row

/** Return a font of the page for a canvas; `size` in pixels. */
export const fontOf = (weight, size) => `${weight} ${size}px system-ui, sans-serif`;

/** Break a text into lines no wider than `width`: between words, and within a word that is too long for a line. */
function wrapped(text, width, measured) {
  const lines = [""];
  for (const word of text.split(" ")) {
    const longer = `${lines.at(-1)} ${word}`.trim();
    if (measured(longer) <= width) {
      lines[lines.length - 1] = longer;
      continue;
    }
    lines.push("");
    for (const letter of word) {
      if (lines.at(-1) && measured(lines.at(-1) + letter) > width) lines.push("");
      lines[lines.length - 1] += letter;
    }
  }
  // A first word that is too long for a line leaves the first line empty.
  return lines.length > 1 && !lines[0] ? lines.slice(1) : lines;
}

/** Return a function that measures the width of a text in a font. */
export function measure(font) {
  const context = document.createElement("canvas").getContext("2d");
  context.font = font;
  return (text) => context.measureText(text).width;
}

/** A sheet `width` wide: `text` and `row` go down it line by line, `done()` returns a canvas as high as needed. */
export class Sheet {
  #steps = [];
  #width;
  #at = MARGIN;
  margin = MARGIN;

  constructor(width) {
    this.#width = width;
  }

  get width() {
    return this.#width - 2 * this.margin;
  }

  /** Draw by `work(context, at)`, where `at` is the height reached so far, and move down by `high`. */
  draw(high, work) {
    const at = this.#at;
    this.#steps.push((context) => work(context, at));
    this.#at += high;
  }

  /** Add a text, broken into lines if it is too long. */
  text(text, size, { bold = false, soft = false } = {}) {
    const font = fontOf(bold ? 700 : 400, size);
    for (const line of wrapped(text, this.width, measure(font))) {
      this.draw(size * 1.4, (context, at) => {
        context.font = font;
        context.fillStyle = soft ? SOFT : INK;
        context.fillText(line, this.margin, at + size);
      });
    }
  }

  /** Add a text on the left, broken into lines if it is too long, and one on the right of its first line. */
  row(left, right, size) {
    const font = fontOf(500, size);
    const measured = measure(font);
    const lines = wrapped(left, this.width - measured(right) - GAP, measured);
    this.draw(size * (1.3 * lines.length + 0.4), (context, at) => {
      context.font = font;
      context.fillStyle = INK;
      lines.forEach((line, nth) => context.fillText(line, this.margin, at + size * (1 + 1.3 * nth)));
      context.textAlign = "right";
      context.fillText(right, this.#width - this.margin, at + size);
      context.textAlign = "left";
    });
  }

  done() {
    const canvas = document.createElement("canvas");
    [canvas.width, canvas.height] = [this.#width * SHARP, (this.#at + this.margin) * SHARP];
    const context = canvas.getContext("2d");
    context.scale(SHARP, SHARP);
    context.fillStyle = PAPER;
    context.fillRect(0, 0, canvas.width, canvas.height);
    for (const step of this.#steps) step(context);
    return canvas;
  }
}
