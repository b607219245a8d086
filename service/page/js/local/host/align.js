// Lay a face exactly over taught ones: inverse compositional Lucas-Kanade, as the native host's template_alignment.py.

import { WAYS } from "./displacements.js";
import { gaussian } from "./pixels.js";

const [WIDTH, HEIGHT] = [64, 80]; // of a crop
const [WIDE, HIGH] = [51, 64]; // what is compared of it: the middle
const [LEFT, TOP] = [(WIDTH - WIDE) >> 1, (HEIGHT - HIGH) >> 1];
const MIDDLE = [(WIDE - 1) / 2, (HIGH - 1) / 2];
const SIZE = 3 * WIDE * HIGH;
const [FINE, COARSE] = [0.8, 6]; // deviations of the two blurs whose difference is aligned
const STEPS = 4;
const FLAT = 30; // added to a print's length, so that the noise of a blank face does not pass for print
const DAMPING = 0.03;
const FARTHEST = 0.2; // widths of a crop by which a face may be moved
const BENT = 0.35; // how much it may be stretched or sheared

/** Templates of taught faces, by their crops: made once. */
const templates = new WeakMap();

/** Where an alignment starts that `compare.js` found best in one of its displacements: [xx, xy, x, yx, yy, y]. */
const STARTS = WAYS.map(([a, b, c, d, e, f]) => inverted([a, b, 2 * (a * 12 + b * 15.5 + c - 15.5), d, e, 2 * (d * 12 + e * 15.5 + f - 19.5)]));

/**
 * @param {{crops: Picture[], taught: Picture[][], displacements: number[][]}} request of each crop the taught faces and
 *   the displacement to start from
 * @returns {Float32Array[]} of each crop how well it agrees with these at best
 */
export function aligned({ crops, taught, displacements }) {
  return crops.map((crop, at) => {
    const soft = softened(crop);
    return Float32Array.from(taught[at], (face, place) => agreement(templateOf(face), soft, STARTS[displacements[at][place]]));
  });
}

function agreement(template, soft, start) {
  let [best, lies] = [-1, start];
  for (let step = 0; step <= STEPS; step++) {
    const seen = print(under(soft, lies));
    let same = 0;
    for (let at = 0; at < SIZE; at++) same += seen[at] * template.print[at];
    best = Math.max(best, same);
    const moves = template.moves.map((row) => {
      let sum = 0;
      for (let at = 0; at < SIZE; at++) sum += row[at] * (seen[at] - template.print[at]);
      return sum;
    });
    const [x, y, xx, xy, yx, yy] = moves;
    lies = joined(lies, inverted([1 + xx, xy, x, yx, 1 + yy, y]));
    const moved = Math.max(Math.abs(lies[2]), Math.abs(lies[5])) / WIDTH;
    const bent = Math.max(Math.abs(lies[0] - 1), Math.abs(lies[1]), Math.abs(lies[3]), Math.abs(lies[4] - 1));
    if (!(moved <= FARTHEST && bent <= BENT)) break;
  }
  return best;
}

function templateOf(crop) {
  if (!templates.has(crop)) templates.set(crop, template(softened(crop)));
  return templates.get(crop);
}

function template(soft) {
  const inner = under(soft, [1, 0, 0, 0, 1, 0]);
  const length = lengthOf(centred(inner.slice())) + FLAT;
  const steepest = Array.from({ length: 6 }, () => new Float32Array(SIZE));
  for (let y = 0, to = 0; y < HIGH; y++) {
    for (let x = 0; x < WIDE; x++) {
      const [u, v] = [x - MIDDLE[0], y - MIDDLE[1]];
      for (let channel = 0; channel < 3; channel++, to++) {
        const at = 3 * ((y + TOP) * WIDTH + x + LEFT) + channel;
        const right = (soft[at + 3] - soft[at - 3]) / 2 / length;
        const down = (soft[at + 3 * WIDTH] - soft[at - 3 * WIDTH]) / 2 / length;
        [right, down, right * u, right * v, down * u, down * v].forEach((value, row) => (steepest[row][to] = value));
      }
    }
  }
  steepest.forEach(centred);
  const hessian = steepest.map((one) => steepest.map((two) => one.reduce((sum, value, at) => sum + value * two[at], 0)));
  hessian.forEach((row, at) => (row[at] += row[at] * DAMPING + 1e-6));
  return { print: print(inner), moves: solved(hessian, steepest) };
}

/** Solve matrix x = right for positive definite matrices, by Gauss and Jordan. */
function solved(matrix, right) {
  const found = right.map((row) => Float64Array.from(row));
  matrix.forEach((pivot, column) => {
    const whole = pivot[column];
    pivot.forEach((value, at) => (pivot[at] = value / whole));
    found[column].forEach((value, at) => (found[column][at] = value / whole));
    matrix.forEach((row, other) => {
      if (other === column) return;
      const times = row[column];
      row.forEach((value, at) => (row[at] = value - times * pivot[at]));
      found[other].forEach((value, at) => (found[other][at] = value - times * found[column][at]));
    });
  });
  return found;
}

function softened({ width, height, data }) {
  const fine = gaussian(data, width, height, FINE, 3);
  const coarse = gaussian(data, width, height, COARSE, 24);
  return fine.map((value, at) => value - coarse[at]);
}

/** The middle of softened values as an affine map about the middles finds it; beyond the edge it goes on. */
function under(soft, [a, b, c, d, e, f]) {
  const made = new Float32Array(SIZE);
  const limited = (value, most) => (value < 0 ? 0 : value > most ? most : value);
  for (let y = 0, to = 0; y < HIGH; y++) {
    for (let x = 0; x < WIDE; x++) {
      const [p, q] = [x - MIDDLE[0], y - MIDDLE[1]];
      const [u, v] = [a * p + b * q + c + MIDDLE[0] + LEFT, d * p + e * q + f + MIDDLE[1] + TOP];
      const [left, top] = [Math.floor(u), Math.floor(v)];
      const [alpha, beta] = [u - left, v - top];
      const [x0, x1] = [3 * limited(left, WIDTH - 1), 3 * limited(left + 1, WIDTH - 1)];
      const [y0, y1] = [3 * WIDTH * limited(top, HEIGHT - 1), 3 * WIDTH * limited(top + 1, HEIGHT - 1)];
      for (let channel = 0; channel < 3; channel++, to++) {
        const upper = soft[y0 + x0 + channel] * (1 - alpha) + soft[y0 + x1 + channel] * alpha;
        const lower = soft[y1 + x0 + channel] * (1 - alpha) + soft[y1 + x1 + channel] * alpha;
        made[to] = upper * (1 - beta) + lower * beta;
      }
    }
  }
  return made;
}

function print(values) {
  const length = lengthOf(centred(values)) + FLAT;
  return values.map((value) => value / length);
}

/** Take each channel's mean away, in place. */
function centred(values) {
  const sums = [0, 0, 0];
  values.forEach((value, at) => (sums[at % 3] += value));
  values.forEach((value, at) => (values[at] = value - sums[at % 3] / (SIZE / 3)));
  return values;
}

function lengthOf(values) {
  return Math.sqrt(values.reduce((sum, value) => sum + value * value, 0));
}

/** The affine map that does the second, then the first. */
function joined([a, b, c, d, e, f], [u, v, w, x, y, z]) {
  return [a * u + b * x, a * v + b * y, a * w + b * z + c, d * u + e * x, d * v + e * y, d * w + e * z + f];
}

function inverted([a, b, c, d, e, f]) {
  const area = a * e - b * d;
  return [e / area, -b / area, (b * f - c * e) / area, -d / area, a / area, (c * d - a * f) / area];
}
