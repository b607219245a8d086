// Measure crops and pictures (`Measurement` of vision/requests.py says what each number is).

import { averagedPlane, grey, Plane, rounded } from "./pixels.js";
import { labOf } from "./lab.js";

const NOISE = 4; // added to the spread of grey, so that the noise of a blank face does not pass for detail
const PICTURE_SIDE = 320; // pixels of the long side at which pictures are compared
const EDGE = 6; // one part in so many of a crop at each side is no ground
const DIM = 20; // brightness below which noise would pass for print

/** The four numbers of a plane from x0, y0 up to x1, y1. */
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
  return bends(grey(crop), 6, 8, crop.width - 6, crop.height - 8);
}

/** The middle of bytes that were counted by value. */
function median(counts, number) {
  const lower = place(counts, (number - 1) >> 1);
  return number % 2 ? lower : (lower + place(counts, number >> 1)) / 2;
}

/** The value of the byte that stands at this place, from 0, among those counted. */
function place(counts, index) {
  let value = 0;
  for (let left = index; left >= counts[value]; value++) left -= counts[value];
  return value;
}

function ground({ width, height, data }) {
  const [y0, x0] = [Math.floor(height / EDGE), Math.floor(width / EDGE)];
  const counts = [new Uint32Array(256), new Uint32Array(256), new Uint32Array(256)];
  const lab = [0, 0, 0];
  for (let y = y0; y < height - y0; y++) {
    for (let x = x0; x < width - x0; x++) {
      labOf(data, 3 * (y * width + x), lab);
      for (let channel = 0; channel < 3; channel++) counts[channel][lab[channel]] += 1;
    }
  }
  return counts.map((each) => median(each, (height - 2 * y0) * (width - 2 * x0)));
}

function unevenness({ width, data }) {
  const [rows, columns, side, border] = [7, 5, 8, 12];
  const places = new Float64Array(rows * columns);
  for (let y = 0; y < rows * side; y++) {
    for (let x = 0; x < columns * side; x++) {
      const at = 3 * ((y + border) * width + x + border);
      places[Math.floor(y / side) * columns + Math.floor(x / side)] += (data[at] + data[at + 1] + data[at + 2]) / (3 * side * side);
    }
  }
  const mean = (values) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const across = Array.from({ length: rows }, (_, row) => mean(places.subarray(row * columns, (row + 1) * columns)));
  const down = Array.from({ length: columns }, (_, column) => mean(places.filter((_, at) => at % columns === column)));
  const whole = mean(places);
  const left = places.map((value, at) => value - across[Math.floor(at / columns)] - down[at % columns] + whole);
  const middle = mean(left);
  return [Math.sqrt(mean(left.map((value) => (value - middle) ** 2))) / Math.max(whole, DIM)];
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
  let plane = greyPart(picture, x0, y0, x1, y1);
  const shrink = PICTURE_SIDE / Math.max(plane.width, plane.height);
  if (shrink < 1) {
    const sides = [plane.width, plane.height].map((side) => Math.max(3, rounded(side * shrink)));
    plane = averagedPlane(plane, ...sides);
  }
  if (Math.min(plane.width, plane.height) < 3) return [0];
  const [right, down, aslant, other] = bends(plane, 0, 0, plane.width, plane.height);
  return [Math.min(right, down, aslant / 2, other / 2)];
}

/** A part of a picture in grey. */
function greyPart({ width, data }, x0, y0, x1, y1) {
  const made = new Plane(x1 - x0, y1 - y0);
  for (let y = y0, to = 0; y < y1; y++) {
    for (let at = 3 * (y * width + x0), end = 3 * (y * width + x1); at < end; at += 3, to++) {
      made.values[to] = (9798 * data[at] + 19235 * data[at + 1] + 3735 * data[at + 2] + 16384) >> 15;
    }
  }
  return made;
}

const MEASURES = { detail, ground, unevenness, glare, light, sharpness };

/** The numbers of each picture, one after the other. */
export function measured(what, pictures, box) {
  return Float64Array.from(pictures.flatMap((picture) => MEASURES[what](picture, box)));
}
