// Compare crops with taught faces: by template matching under small displacements, and by embeddings.

import { WAYS } from "./displacements.js";
import { averaged, limited } from "./pixels.js";

const SMALL = [32, 40]; // width and height to which we shrink crops, in pixels
const INNER = [25, 32]; // width and height of the middle that we compare, in pixels
const FLAT = 15; // added to a template's length, so that the noise of a blank face does not pass for print
const SIZE = 3 * INNER[0] * INNER[1];

/** The displaced templates of taught faces, by their crops: made once. */
const taughtTemplates = new WeakMap();

/**
 * Compare each crop with each taught face.
 *
 * @param {{crops: Picture[], embeddings: Float32Array[], taught: Picture[], views: Float32Array, count: number}} request
 *   `views`: embeddings of `count` views of each taught face, one after another
 * @returns agreements and cosines: one row a crop, one number a taught face; spreads: one number a taught face
 */
export function compared({ crops, embeddings, taught, views, count }) {
  const templates = crops.map((crop) => templateOf(small(crop), [1, 0, (SMALL[0] - INNER[0]) >> 1, 0, 1, (SMALL[1] - INNER[1]) >> 1]));
  const length = taught.length ? views.length / taught.length / count : 0;
  const known = taught.map((crop, at) => ({
    templates: taughtTemplates.get(crop) ?? taughtTemplates.set(crop, displaced(crop)).get(crop),
    views: Array.from({ length: count }, (_, view) => views.subarray((at * count + view) * length, (at * count + view + 1) * length)),
  }));
  const most = (values) => values.reduce((best, value) => Math.max(best, value), -Infinity);
  const beside = templates.flatMap((template) => known.map((face) => face.templates.map((one) => dot(template, one))));
  return {
    agreements: Float32Array.from(beside, most),
    cosines: Float32Array.from(embeddings.flatMap((own) => known.map((face) => most(face.views.map((one) => dot(own, one)))))),
    spreads: Float32Array.from(known.map((face) => spread(face.views))),
  };
}

/** Return the mean distance of a view to the nearest other view: 1 less the cosine. */
function spread(views) {
  const nearest = views.map((one, at) => Math.max(-1, ...views.filter((_, other) => other !== at).map((two) => dot(one, two))));
  return nearest.reduce((sum, cosine) => sum + 1 - cosine, 0) / views.length;
}

function dot(one, two) {
  // Four independent sums, so that the processor need not wait for one addition before the next.
  let [a, b, c, d] = [0, 0, 0, 0];
  const whole = one.length & ~3;
  for (let at = 0; at < whole; at += 4) {
    a += one[at] * two[at];
    b += one[at + 1] * two[at + 1];
    c += one[at + 2] * two[at + 2];
    d += one[at + 3] * two[at + 3];
  }
  for (let at = whole; at < one.length; at++) a += one[at] * two[at];
  return a + b + c + d;
}

function small({ width, height, data }) {
  return averaged(data, width, height, 3, ...SMALL);
}

/** Return the templates of a crop under all displacements. */
function displaced(crop) {
  const values = small(crop);
  return WAYS.map((way) => templateOf(values, way));
}

/** Sample the middle of a small crop through an affine map, less its mean colour, and scale it to a length below 1. */
function templateOf(values, [a, b, c, d, e, f]) {
  const template = new Float32Array(SIZE);
  const [right, bottom] = [SMALL[0] - 1, SMALL[1] - 1];
  const sums = [0, 0, 0];
  for (let y = 0, to = 0; y < INNER[1]; y++) {
    for (let x = 0; x < INNER[0]; x++) {
      const [u, v] = [a * x + b * y + c, d * x + e * y + f];
      const [left, top] = [Math.floor(u), Math.floor(v)];
      const [alpha, beta] = [u - left, v - top];
      const [x0, x1] = [3 * limited(left, right), 3 * limited(left + 1, right)];
      const [y0, y1] = [3 * SMALL[0] * limited(top, bottom), 3 * SMALL[0] * limited(top + 1, bottom)];
      for (let channel = 0; channel < 3; channel++, to++) {
        const upper = values[y0 + x0 + channel] * (1 - alpha) + values[y0 + x1 + channel] * alpha;
        const lower = values[y1 + x0 + channel] * (1 - alpha) + values[y1 + x1 + channel] * alpha;
        template[to] = upper * (1 - beta) + lower * beta;
        sums[channel] += template[to];
      }
    }
  }
  let squares = 0;
  for (let at = 0; at < SIZE; at++) {
    template[at] -= sums[at % 3] / (SIZE / 3);
    squares += template[at] * template[at];
  }
  const length = Math.sqrt(squares) + FLAT;
  for (let at = 0; at < SIZE; at++) template[at] /= length;
  return template;
}
