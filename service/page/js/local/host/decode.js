// Decode picture files with the browser, shrunk by a whole factor.

import { Picture, upright } from "./pixels.js";

const STRIP = 1 << 20; // pixels that we read from a canvas at once: a whole photo would take 50 MB more

const TYPES = { jpeg: "image/jpeg", png: "image/png", webp: "image/webp", bmp: "image/bmp" };

/** Offsets of red and blue in the four bytes of a pixel. */
const ORDERS = { RGBX: [0, 2], RGBA: [0, 2], BGRX: [2, 0], BGRA: [2, 0] };

/**
 * Decode a file without orientation and colour profile in it; return null if the browser cannot.
 *
 * @param {{data: Uint8Array, type: string, size: number[], orientation: number, factor: number}} request
 * @returns {Promise<Picture | null>} upright, each side divided by the factor and rounded up, on white
 */
export async function decoded({ data, type, size, orientation, factor }) {
  const small = size.map((side) => Math.ceil(side / factor));
  const picture = (type === "jpeg" && (await reduced(data, small))) || (await whole(data, type, size, factor));
  return picture && upright(picture, orientation);
}

/** Let the browser shrink a JPEG while it decodes, as the server's decoder does; null if it has no such decoder. */
async function reduced(data, [width, height]) {
  if (!self.ImageDecoder) return null;
  const decoder = new ImageDecoder({
    data,
    type: TYPES.jpeg,
    desiredWidth: width,
    desiredHeight: height,
    colorSpaceConversion: "none",
  });
  try {
    const { image } = await decoder.decode();
    try {
      const order = ORDERS[image.format];
      if (!order || image.codedWidth !== width || image.codedHeight !== height) return null;
      const pixels = new Uint8Array(image.allocationSize());
      const [{ offset, stride }] = await image.copyTo(pixels);
      return ordered(pixels, offset, stride, width, height, order);
    } finally {
      image.close();
    }
  } catch {
    return null; // `whole` may decode the file, or fails too
  } finally {
    decoder.close();
  }
}

/** Return the picture of rows with four bytes a pixel. */
function ordered(pixels, offset, stride, width, height, [red, blue]) {
  const made = new Picture(width, height);
  for (let y = 0, to = 0; y < height; y++) {
    for (let at = offset + y * stride, end = at + 4 * width; at < end; at += 4, to += 3) {
      made.data[to] = pixels[at + red];
      made.data[to + 1] = pixels[at + 1];
      made.data[to + 2] = pixels[at + blue];
    }
  }
  return made;
}

/** Decode a picture at its full size, then shrink it. */
async function whole(data, type, [width, height], factor) {
  let bitmap;
  try {
    bitmap = await createImageBitmap(new Blob([data], { type: TYPES[type] }), { colorSpaceConversion: "none" });
  } catch {
    return null;
  }
  try {
    return bitmap.width === width && bitmap.height === height ? shrunk(bitmap, factor) : null;
  } finally {
    bitmap.close();
  }
}

/** Return the pixels of a bitmap, averaged over blocks of `factor` x `factor`. */
function shrunk(bitmap, factor) {
  const { width, height } = bitmap;
  const made = new Picture(Math.ceil(width / factor), Math.ceil(height / factor));
  const rows = Math.max(factor, Math.floor(STRIP / width / factor) * factor);
  const canvas = new OffscreenCanvas(width, Math.min(rows, height));
  const context = canvas.getContext("2d", { willReadFrequently: true });
  const fill = factor === 1 ? copied : blocks;
  for (let top = 0; top < height; top += rows) {
    const lines = Math.min(rows, height - top);
    context.fillStyle = "#fff";
    context.fillRect(0, 0, width, lines);
    context.drawImage(bitmap, 0, -top, width, height);
    const { data } = context.getImageData(0, 0, width, lines);
    fill(new Uint32Array(data.buffer), width, lines, made, top / factor, factor);
  }
  return made;
}

/** Copy a strip of red, green, blue and opacity into a picture. */
function copied(pixels, width, lines, made, top) {
  for (let at = 0, to = 3 * top * width; at < width * lines; at++, to += 3) {
    const pixel = pixels[at];
    made.data[to] = pixel;
    made.data[to + 1] = pixel >>> 8;
    made.data[to + 2] = pixel >>> 16;
  }
}

/** Put the averages of a strip's blocks into a picture; blocks at the right and lower edge may be incomplete. */
function blocks(pixels, width, lines, made, top, factor) {
  for (let row = 0, to = 3 * top * made.width; row < lines; row += factor) {
    const high = Math.min(factor, lines - row);
    for (let left = 0; left < width; left += factor, to += 3) {
      const wide = Math.min(factor, width - left);
      let [redBlue, green] = [0, 0]; // one number sums red and blue, sixteen bits apart
      for (let y = 0, start = row * width + left; y < high; y++, start += width) {
        for (let at = start; at < start + wide; at++) {
          const pixel = pixels[at];
          redBlue += pixel & 0xff00ff;
          green += (pixel >>> 8) & 0xff;
        }
      }
      const count = wide * high;
      const half = count >> 1;
      made.data[to] = ((redBlue & 0xffff) + half) / count;
      made.data[to + 1] = (green + half) / count;
      made.data[to + 2] = ((redBlue >>> 16) + half) / count;
    }
  }
}
