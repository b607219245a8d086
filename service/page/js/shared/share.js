// Handing a picture on: to another app where the phone offers that, else as a file.

import { save } from "./save-file.js";

/** Share a canvas as a PNG picture; says whether it was shared or saved. One that a person breaks off is neither. */
export async function sharePicture(canvas, name, title) {
  const blob = await new Promise((done) => { canvas.toBlob(done, "image/png"); });
  const file = new File([blob], name, { type: blob.type });
  if (!navigator.canShare?.({ files: [file] })) {
    save(blob, name);
    return;
  }
  try {
    await navigator.share({ files: [file], title });
  } catch (problem) {
    if (problem.name !== "AbortError") save(blob, name);
  }
}

const INK = "#1f2b28";
const SOFT = "#5a6863";
const PAPER = "#fffdf8";
const SHARP = 2; // pixels of the picture for one of the drawing
const GAP = 16; // least distance of what stands left and right on a row

const fontOf = (weight, size) => `${weight} ${size}px system-ui, sans-serif`;

/** The largest part of a word that is no wider than `width`, one character at least, and what is left of it. */
function split(word, width, measured) {
  const all = [...word];
  let fits = 1;
  while (fits < all.length && measured(all.slice(0, fits + 1).join("")) <= width) fits += 1;
  return [all.slice(0, fits).join(""), all.slice(fits).join("")];
}

/** A text as lines no wider than `width`: broken between words, and within one that fills a line by itself. */
function wrapped(text, width, measured) {
  const lines = [""];
  for (const word of text.split(" ")) {
    const longer = `${lines.at(-1)} ${word}`.trim();
    if (measured(longer) <= width) {
      lines[lines.length - 1] = longer;
      continue;
    }
    let left = word;
    while (left && measured(left) > width) {
      const [part, more] = split(left, width, measured);
      lines.push(part);
      left = more;
    }
    if (left) lines.push(left);
  }
  // A first word that fills lines by itself leaves the first one empty.
  return lines.length > 1 && !lines[0] ? lines.slice(1) : lines;
}

/** A function that says how wide a text is in a font. */
function measure(font) {
  const context = document.createElement("canvas").getContext("2d");
  context.font = font;
  return (text) => context.measureText(text).width;
}

/** A sheet to draw on, `width` wide: `text` and `row` go down it line by line, `done()` is a canvas as high as needed. */
export class Sheet {
  #steps = [];
  #width;
  #at;

  constructor(width, margin = 24) {
    this.#width = width;
    this.margin = margin;
    this.#at = margin;
  }

  get width() {
    return this.#width - 2 * this.margin;
  }

  /** Draw with the context and the height reached; `high` is how far it goes down. */
  draw(high, work) {
    const at = this.#at;
    this.#steps.push((context) => work(context, at));
    this.#at += high;
  }

  /** A text, broken into lines where it is too long. */
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

  /** A text on the left, broken into lines where it is too long, and one on the right of the first line. */
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
