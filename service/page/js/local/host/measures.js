// Measure crops and pictures (`Measurement` in vision/requests.py defines each number).

import { averagedPlane, grey, part, rounded } from "./pixels.js";

const NOISE = 4; // added to the spread of grey, so that the noise of a blank face does not count as detail
const PICTURE_SIDE = 320; // pixels of the long side at which we measure sharpness

/**
 * Return the mean second difference of a plane from x0, y0 up to x1, y1, over its spread of grey: along rows, along
 * columns, and along both diagonals.
 */
function bends({ width, values }, x0, y0, x1, y1) {
  const along = [[1, 0], [0, 1], [1, 1], [1, -1]];
  let [sum, squares] = [0, 0];
  for (let y = y0; y < y1; y++) {
    for (let x = x0; x < x1; x++) {
      const value = values[y * width + x];
      sum += value;
      squares += value * value;
    }
  }
  const count = (x1 - x0) * (y1 - y0);
  const spread = Math.sqrt(Math.max(0, squares / count - (sum / count) ** 2));
  return along.map(([dx, dy]) => {
    const step = dy * width + dx;
    const [first, last] = dy ? [y0 + 1, y1 - 1] : [y0, y1];
    const [left, right] = dx ? [x0 + 1, x1 - 1] : [x0, x1];
    let total = 0;
    for (let y = first; y < last; y++) {
      for (let at = y * width + left, end = y * width + right; at < end; at++) {
        total += Math.abs(values[at - step] + values[at + step] - 2 * values[at]);
      }
    }
    return total / ((last - first) * (right - left)) / (spread + NOISE);
  });
}

function detail(crop) {
  const half = averagedPlane(grey(crop), crop.width / 2, crop.height / 2); // a distant face shows nothing finer
  return bends(half, 6, 8, half.width - 6, half.height - 8);
}

/** Return the byte at position `index`, from 0, of the counted bytes in order. */
function place(counts, index) {
  let value = 0;
  for (let left = index; left >= counts[value]; value++) left -= counts[value];
  return value;
}

function glare({ data }) {
  let burnt = 0;
  for (let at = 0; at < data.length; at += 3) burnt += data[at] >= 252 && data[at + 1] >= 252 && data[at + 2] >= 252;
  return [burnt / (data.length / 3)];
}

function light({ width, height, data }) {
  const step = Math.max(1, Math.floor(Math.min(width, height) / 200));
  const counts = new Uint32Array(256);
  let number = 0;
  for (let y = 0; y < height; y += step) {
    for (let x = 0; x < width; x += step, number++) {
      const at = 3 * (y * width + x);
      counts[(9798 * data[at] + 19235 * data[at + 1] + 3735 * data[at + 2] + 16384) >> 15] += 1;
    }
  }
  const at = 0.95 * (number - 1);
  const lower = place(counts, Math.floor(at));
  return [lower + (at - Math.floor(at)) * (place(counts, Math.ceil(at)) - lower)];
}

function sharpness(picture, box) {
  const { width, height } = picture;
  let [x0, y0, x1, y1] = [0, 0, width, height];
  if (box) {
    const [left, top] = [Math.max(0, Math.trunc(box[0])), Math.max(0, Math.trunc(box[1]))];
    const [right, bottom] = [Math.min(width, Math.ceil(box[2])), Math.min(height, Math.ceil(box[3]))];
    if (Math.min(right - left, bottom - top) > 2) [x0, y0, x1, y1] = [left, top, right, bottom];
  }
  let plane = grey(part(picture, x0, y0, x1, y1));
  const shrink = PICTURE_SIDE / Math.max(plane.width, plane.height);
  if (shrink < 1) {
    const sides = [plane.width, plane.height].map((side) => Math.max(3, rounded(side * shrink)));
    plane = averagedPlane(plane, ...sides);
  }
  if (Math.min(plane.width, plane.height) < 3) return [0];
  const [right, down, aslant, other] = bends(plane, 0, 0, plane.width, plane.height);
  return [Math.min(right, down, aslant / 2, other / 2)];
}

const MEASURES = { detail, glare, light, sharpness };

/** Return the numbers of all pictures, one picture after the other. */
export function measured(what, pictures, box) {
  return Float64Array.from(pictures.flatMap((picture) => MEASURES[what](picture, box)));
}
