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
    const measure = document.createElement("canvas").getContext("2d");
    const font = `${bold ? 700 : 400} ${size}px system-ui, sans-serif`;
    measure.font = font;
    const lines = [""];
    for (const word of text.split(" ")) {
      const longer = `${lines.at(-1)} ${word}`.trim();
      if (measure.measureText(longer).width <= this.width) lines[lines.length - 1] = longer;
      else lines.push(word);
    }
    for (const line of lines) {
      this.draw(size * 1.4, (context, at) => {
        context.font = font;
        context.fillStyle = soft ? SOFT : INK;
        context.fillText(line, this.margin, at + size);
      });
    }
  }

  /** A text on the left and one on the right of one line. */
  row(left, right, size) {
    this.draw(size * 1.7, (context, at) => {
      context.font = `500 ${size}px system-ui, sans-serif`;
      context.fillStyle = INK;
      context.fillText(left, this.margin, at + size);
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
