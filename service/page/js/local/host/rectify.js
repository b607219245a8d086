// Rectify quads of a picture to crops.

import { Picture, halved, rounded } from "./pixels.js";

/** Pictures at half their size, a quarter, and so on, kept for the next request. */
const levels = new WeakMap();

function level(picture, number) {
  const held = levels.get(picture) ?? levels.set(picture, [null]).get(picture);
  while (held.length <= number) held.push(halved(held.length > 1 ? held.at(-1) : picture));
  return number ? held[number] : picture;
}

/** Return how many picture pixels go into one crop pixel, along the side with the most. */
function shrink(quad, width, height) {
  const side = (one, two) => Math.hypot(quad[2 * two] - quad[2 * one], quad[2 * two + 1] - quad[2 * one + 1]);
  return Math.max(Math.max(side(0, 1), side(2, 3)) / width, Math.max(side(1, 2), side(3, 0)) / height);
}

/** Return the product of two 3 x 3 matrices, row by row. */
function times(a, b) {
  return Array.from({ length: 9 }, (_, at) => {
    const row = 3 * Math.floor(at / 3);
    const column = at % 3;
    return a[row] * b[column] + a[row + 1] * b[3 + column] + a[row + 2] * b[6 + column];
  });
}

/** Sample `width` x `height` pixels from a picture, bilinear; `map` takes the unit square to the picture. */
function sampled(picture, map, width, height, margin) {
  const low = -margin / (1 - 2 * margin);
  const high = (1 - margin) / (1 - 2 * margin);
  const [across, down] = [(high - low) / width, (high - low) / height];
  const toSquare = [across, 0, low + across / 2, 0, down, low + down / 2, 0, 0, 1];
  return warped(picture, times(times([1, 0, -0.5, 0, 1, -0.5, 0, 0, 1], map), toSquare), width, height);
}

/**
 * Sample `width` x `height` pixels, bilinear; `matrix` (row by row) takes pixel coordinates to those of the picture.
 *
 * Outside the picture its edge repeats. We round every step to single precision as OpenCV does, to get the same bytes.
 */
export function warped(picture, matrix, width, height) {
  const { data, width: columns } = picture;
  const { fround, floor } = Math;
  const [right, bottom] = [columns - 1, picture.height - 1];
  const [a, b, c, d, e, f, g, h, i] = matrix.map(fround);
  const made = new Picture(width, height);
  const out = made.data;
  for (let y = 0, to = 0; y < height; y++) {
    const startU = fround(fround(y * b) + c);
    const startV = fround(fround(y * e) + f);
    const startW = fround(fround(y * h) + i);
    for (let x = 0; x < width; x++, to += 3) {
      const w = fround(x * g + startW);
      const u = fround(fround(x * a + startU) / w);
      const v = fround(fround(x * d + startV) / w);
      const left = floor(u);
      const top = floor(v);
      const alpha = fround(u - left);
      const beta = fround(v - top);
      const x0 = left < 0 ? 0 : left > right ? right : left;
      const x1 = left < -1 ? 0 : left >= right ? right : left + 1;
      const y0 = (top < 0 ? 0 : top > bottom ? bottom : top) * columns;
      const y1 = (top < -1 ? 0 : top >= bottom ? bottom : top + 1) * columns;
      const p00 = 3 * (y0 + x0);
      const p01 = 3 * (y0 + x1);
      const p10 = 3 * (y1 + x0);
      const p11 = 3 * (y1 + x1);
      for (let channel = 0; channel < 3; channel++) {
        const first = data[p00 + channel];
        const third = data[p10 + channel];
        const upper = fround(first + alpha * (data[p01 + channel] - first));
        const lower = fround(third + alpha * (data[p11 + channel] - third));
        const value = fround(upper + beta * fround(lower - upper));
        const whole = floor(value + 0.5);
        out[to + channel] = whole - value === 0.5 && whole % 2 ? whole - 1 : whole; // halves to the even one
      }
    }
  }
  return made;
}

/**
 * Rectify quads to crops. We sample once a crop pixel, from the halved picture whose scale is nearest to the crop's.
 *
 * @param {Picture} picture
 * @param {Float64Array} quads eight numbers a face, x and y of each corner in pixels of the picture
 * @param {Float64Array} maps nine numbers a face, from the unit square to its quad, row by row
 * @param {number[]} size width and height of a crop
 * @param {number} margin part of a crop that lies outside the quad on each side
 * @returns {Picture[]}
 */
export function rectify(picture, quads, maps, [width, height], margin) {
  return Array.from({ length: maps.length / 9 }, (_, face) => {
    const quad = quads.subarray(8 * face, 8 * face + 8).map(Math.fround);
    const inside = 1 - 2 * margin;
    const most = Math.fround(shrink(quad, width * inside, height * inside));
    const number = rounded(Math.log2(Math.max(most, 1)));
    const scale = 0.5 ** number;
    const map = Array.from(maps.subarray(9 * face, 9 * face + 9), (value, at) => (at < 6 ? value * scale : value));
    return sampled(level(picture, number), map, width, height, margin);
  });
}
