// Read the print of a photographed card: run the print networks, measure the colours of inks, cut strips of the photo.

import { labOf } from "./lab.js";
import { canvasOf, Picture, shrunkTo } from "./pixels.js";
import { rectify } from "./rectify.js";

const LINE = 48; // height of the reading network's input, in pixels
const GREY = 128; // fills a crop to the right of its line
const PAPER = 0.8; // quantile of lightness from which a pixel counts as paper
const INK = 0.88; // quantile of distance from the paper's colour from which a pixel counts as ink
const QUALITY = 0.7;

/** Load the print networks, which the phone edition fetches only now; return whether they have loaded. */
export async function opened(...networks) {
  try {
    await Promise.all(networks.map((network) => network.open()));
    return true;
  } catch {
    return false; // no connection, or no room
  }
}

/** Return the probability of print in 255ths, a byte a pixel of `size`. */
export async function printFound(network, { picture, halvings, size }) {
  const { print } = await network.run([shrunkTo(picture, halvings, size)]);
  return print.data;
}

/** Read lines: return labels and scores, all lines one after another, and each line's step count and crop width. */
export async function printRead(network, { picture, quads, maps, widths, least }) {
  const labels = [];
  const scores = [];
  const steps = [];
  const across = [];
  for (const crop of crops(picture, quads, maps, Array.from(widths, (width) => [width, LINE]))) {
    const said = await network.run([filled(crop, least)]);
    labels.push(...said.labels.data);
    scores.push(...said.scores.data);
    steps.push(said.labels.data.length);
    across.push(Math.max(crop.width, least));
  }
  return { labels: Int32Array.from(labels), scores: Float64Array.from(scores), steps, across };
}

function filled(crop, least) {
  if (crop.width >= least) return crop;
  const made = new Picture(least, crop.height);
  made.data.fill(GREY);
  for (let y = 0; y < crop.height; y++) made.data.set(crop.data.subarray(3 * y * crop.width, 3 * (y + 1) * crop.width), 3 * y * least);
  return made;
}

/** Yield the rectified crop of each quad, at its own size. */
function* crops(picture, quads, maps, sizes) {
  for (let at = 0; at < sizes.length; at++) {
    yield rectify(picture, quads.subarray(8 * at, 8 * at + 8), maps.subarray(9 * at, 9 * at + 9), sizes[at], 0)[0];
  }
}

/** Return a and b (CIE Lab) of each quad's ink, less those of its paper. */
export function inksMeasured({ picture, quads, maps, sizes }) {
  return Float64Array.from(Array.from(crops(picture, quads, maps, sizes), inkOf).flat());
}

function inkOf({ data }) {
  const lab = Array.from({ length: data.length / 3 }, (_, at) => labOf(data, 3 * at));
  const light = lab.map(([value]) => value);
  const paper = mean(lab, light, at(light, PAPER));
  const away = lab.map((one) => Math.hypot(one[0] - paper[0], one[1] - paper[1], one[2] - paper[2]));
  const ink = mean(lab, away, at(away, INK));
  return [ink[1] - paper[1], ink[2] - paper[2]];
}

/** Return the quantile of values at `part`, 0 to 1. */
const at = (values, part) => Float64Array.from(values).sort()[Math.min(Math.floor(part * values.length), values.length - 1)];

/** Return the mean colour of the pixels whose value is at least `least`. */
function mean(lab, values, least) {
  const chosen = lab.filter((_, place) => values[place] >= least);
  return [0, 1, 2].map((channel) => chosen.reduce((sum, one) => sum + one[channel], 0) / chosen.length);
}

/** Return a small JPEG of each quad, as a data URL. */
export function stripsCut({ picture, quads, maps, sizes }) {
  return Promise.all(Array.from(crops(picture, quads, maps, sizes), stripOf));
}

async function stripOf(picture) {
  const blob = await canvasOf(picture).convertToBlob({ type: "image/jpeg", quality: QUALITY });
  return new FileReaderSync().readAsDataURL(blob);
}
