// Measure how far a picture's content moved, by phase correlation.

import { averagedPlane, grey, rounded } from "./pixels.js";

const SIDE = 160; // pixels of the long side at which we compare pictures
const PARTS = 3; // rows and columns of overlapping parts, each half the picture's height and width
const NEAR = 2; // pixels on each side of a peak that we average for its place
const LEAST = 1.1920929e-7; // keeps empty frequencies from dividing by zero

/** Return the picture in grey, its long side shrunk to `SIDE` pixels. */
export function shrunk(picture) {
  const plane = grey(picture);
  const factor = Math.min(1, SIDE / Math.max(plane.width, plane.height));
  const side = (length) => Math.max(1, rounded(length * factor));
  return averagedPlane(plane, side(plane.width), side(plane.height));
}

/** Return x, y and peak of the shift between two shrunk pictures of one size, then those of their parts. */
export function shiftsBetween(before, after) {
  const { width, height } = before;
  const [across, down] = [Math.floor(width / 2), Math.floor(height / 2)];
  const starts = (side) => Array.from({ length: PARTS }, (_, at) => Math.trunc((at * (side - Math.floor(side / 2))) / (PARTS - 1)));
  const found = [correlated(before, after, 0, 0, width, height)];
  for (const top of starts(height)) {
    for (const left of starts(width)) found.push(correlated(before, after, left, top, across, down));
  }
  return Float64Array.from(found.flat());
}

/** Return x, y and peak of the shift between one part of two pictures. */
function correlated(before, after, left, top, width, height) {
  const [wide, high] = [smooth(width), smooth(height)];
  const window = [hanning(width), hanning(height)];
  const pictures = [before, after].map((plane) => windowed(plane, left, top, width, height, wide, high, window));
  // Both pictures are real, so one transform of the first plus i times the second contains the transforms of both.
  const [real, imaginary] = transformed(pictures, wide, high, 1);
  const size = wide * high;
  const [productReal, productImaginary] = [new Float64Array(size), new Float64Array(size)];
  for (let y = 0; y < high; y++) {
    for (let x = 0; x < wide; x++) {
      const at = y * wide + x;
      const other = (y ? high - y : 0) * wide + (x ? wide - x : 0);
      const a = (real[at] + real[other]) / 2;
      const b = (imaginary[at] - imaginary[other]) / 2;
      const c = (imaginary[at] + imaginary[other]) / 2;
      const d = (real[other] - real[at]) / 2;
      const p = a * c + b * d;
      const q = b * c - a * d;
      const length = Math.sqrt(p * p + q * q);
      productReal[at] = (p * length) / (length * length + LEAST);
      productImaginary[at] = (q * length) / (length * length + LEAST);
    }
  }
  return peak(transformed([productReal, productImaginary], wide, high, -1)[0], wide, high);
}

/** Return x and y of the peak from the middle of the plane, and its height. `values` have the zero shift at index 0. */
function peak(values, wide, high) {
  const [halfWide, halfHigh] = [wide >> 1, high >> 1];
  const at = (x, y) => values[((y + high - halfHigh) % high) * wide + ((x + wide - halfWide) % wide)];
  let [best, px, py] = [-Infinity, 0, 0];
  for (let y = 0; y < high; y++) {
    for (let x = 0; x < wide; x++) {
      const value = at(x, y);
      if (value > best) [best, px, py] = [value, x, y];
    }
  }
  let [sum, sumX, sumY] = [0, 0, 0];
  for (let y = Math.max(0, py - NEAR); y <= Math.min(high - 1, py + NEAR); y++) {
    for (let x = Math.max(0, px - NEAR); x <= Math.min(wide - 1, px + NEAR); x++) {
      const value = at(x, y);
      sum += value;
      sumX += x * value;
      sumY += y * value;
    }
  }
  return [wide / 2 - sumX / (sum + LEAST), high / 2 - sumY / (sum + LEAST), sum / (wide * high)];
}

/** Return a part of a plane under a window, padded with zeros to `wide` x `high`. */
function windowed(plane, left, top, width, height, wide, high, [columns, rows]) {
  const made = new Float64Array(wide * high);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      made[y * wide + x] = plane.values[(top + y) * plane.width + left + x] * Math.sqrt(columns[x] * rows[y]);
    }
  }
  return made;
}

function hanning(length) {
  return Float64Array.from({ length }, (_, at) => 0.5 * (1 - Math.cos((2 * Math.PI * at) / (length - 1))));
}

/** Return the least number from `length` on with no prime factors but 2, 3 and 5. */
function smooth(length) {
  for (let size = length; ; size++) {
    let left = size;
    for (const prime of [2, 3, 5]) while (left % prime === 0) left /= prime;
    if (left === 1) return size;
  }
}

/** Transform a plane of complex numbers; `way` is 1 for the forward and -1 for the inverse transform, both unscaled. */
function transformed(plane, wide, high, way) {
  const lines = turned(columnsTransformed(plane, wide, high, way), wide, high);
  return turned(columnsTransformed(lines, high, wide, way), high, wide);
}

/** Transpose a plane. */
function turned([real, imaginary], wide, high) {
  return [real, imaginary].map((values) => {
    const made = new Float64Array(values.length);
    for (let y = 0, at = 0; y < high; y++) {
      for (let x = 0; x < wide; x++, at++) made[x * high + y] = values[at];
    }
    return made;
  });
}

/** Transform every column, one prime factor of its length after the other (Stockham, so the output is in order). */
function columnsTransformed(plane, wide, high, way) {
  const { factors, cos, sin } = plan(high);
  let from = plane;
  let done = 1;
  for (const factor of factors) {
    const to = [new Float64Array(wide * high), new Float64Array(wide * high)];
    const groups = high / (done * factor);
    for (let group = 0; group < groups; group++) {
      for (let at = 0; at < done; at++) {
        for (let out = 0; out < factor; out++) {
          for (let one = 0; one < factor; one++) {
            const turn = (one * (at + out * done) * groups) % high;
            const start = wide * (at + done * (group + groups * one));
            addRow(from, start, to, wide * (at + done * (out + factor * group)), wide, cos[turn], way * sin[turn]);
          }
        }
      }
    }
    done *= factor;
    from = to;
  }
  return from;
}

/** Add a row, times cos + i sin, to another row. */
function addRow([fromReal, fromImaginary], from, [toReal, toImaginary], to, length, cos, sin) {
  for (let at = 0; at < length; at++) {
    const real = fromReal[from + at];
    const imaginary = fromImaginary[from + at];
    toReal[to + at] += real * cos - imaginary * sin;
    toImaginary[to + at] += real * sin + imaginary * cos;
  }
}

const plans = new Map();

/** Return the prime factors of a transform's length, and the roots of unity; made once for each length. */
function plan(length) {
  if (plans.has(length)) return plans.get(length);
  const factors = [];
  for (let left = length, prime = 2; left > 1; prime++) {
    for (; left % prime === 0; left /= prime) factors.push(prime);
  }
  const angles = Float64Array.from({ length }, (_, at) => (-2 * Math.PI * at) / length);
  const made = { factors, cos: angles.map(Math.cos), sin: angles.map(Math.sin) };
  plans.set(length, made);
  return made;
}
