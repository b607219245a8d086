// Pictures as plain arrays, and functions to shrink, turn and blur them. The results equal OpenCV's, to the last bit
// where it calculates with integers, so that the networks see the same input as on a server.

/** A picture, or a crop: width x height pixels of red, green and blue, row by row. */
export class Picture {
  constructor(width, height, data = new Uint8Array(width * height * 3)) {
    this.width = width;
    this.height = height;
    this.data = data;
  }
}

/** Round to the nearest whole number, halves to the even one, as Python and OpenCV do. */
export function rounded(value) {
  const floor = Math.floor(value);
  const part = value - floor;
  if (part !== 0.5) return part < 0.5 ? floor : floor + 1;
  return floor % 2 === 0 ? floor : floor + 1;
}

/** Return the nearest byte. */
export function byte(value) {
  return value <= 0 ? 0 : value >= 255 ? 255 : rounded(value);
}

/** Return the part of a picture from x0, y0 up to x1, y1: a copy, or the picture itself if it is the whole. */
export function part(picture, x0, y0, x1, y1) {
  if (x0 === 0 && y0 === 0 && x1 === picture.width && y1 === picture.height) return picture;
  const made = new Picture(x1 - x0, y1 - y0);
  for (let y = y0; y < y1; y++) {
    const start = 3 * (y * picture.width + x0);
    made.data.set(picture.data.subarray(start, start + 3 * made.width), 3 * (y - y0) * made.width);
  }
  return made;
}

/** Return the picture at half its size, averaged over blocks of 2 x 2, without an odd last row or column. */
export function halved({ width, height, data }) {
  const made = new Picture(Math.max(1, width >> 1), Math.max(1, height >> 1));
  const right = width > 1 ? 3 : 0;
  const below = height > 1 ? 3 * width : 0;
  const out = made.data;
  for (let y = 0, to = 0; y < made.height; y++) {
    let a = 6 * y * width;
    for (let x = 0; x < made.width; x++, a += 6, to += 3) {
      const b = a + right;
      const c = a + below;
      const d = c + right;
      out[to] = (data[a] + data[b] + data[c] + data[d] + 2) >> 2;
      out[to + 1] = (data[a + 1] + data[b + 1] + data[c + 1] + data[d + 1] + 2) >> 2;
      out[to + 2] = (data[a + 2] + data[b + 2] + data[c + 2] + data[d + 2] + 2) >> 2;
    }
  }
  return made;
}

/** Return the picture halved `times` times, then resized to width and height `size`. */
export function shrunkTo(picture, times, size) {
  let made = picture;
  for (let time = 0; time < times; time++) made = halved(made);
  return resized(made, ...size);
}

/** Return where the pixels of a resized line lie in the original: the first of two pixels, the weight of the second. */
function between(from, to) {
  const first = new Int32Array(to);
  const weight = new Int32Array(to);
  const scale = from / to;
  for (let place = 0; place < to; place++) {
    const at = Math.fround((place + 0.5) * scale - 0.5);
    first[place] = Math.floor(at);
    weight[place] = rounded(Math.fround(at - first[place]) * 2048);
  }
  return { first, weight };
}

/** Return the picture at another size, bilinear, with OpenCV's weights of eleven bits. */
export function resized(picture, width, height) {
  if (picture.width === width && picture.height === height) return picture;
  const made = new Picture(width, height);
  const { data } = picture;
  const out = made.data;
  const across = between(picture.width, width);
  const down = between(picture.height, height);
  const [right, bottom] = [picture.width - 1, picture.height - 1];
  const size = 3 * width;
  const lines = [new Int32Array(size), new Int32Array(size)];
  const held = [-1, -1];
  const line = (row) => {
    const values = lines[row & 1];
    if (held[row & 1] === row) return values;
    held[row & 1] = row;
    for (let x = 0, to = 0; x < width; x++, to += 3) {
      const left = across.first[x];
      const second = left < 0 || left >= right ? 0 : across.weight[x];
      const first = 2048 - second;
      const at = 3 * (row * picture.width + limited(left, right));
      const next = second ? at + 3 : at;
      values[to] = data[at] * first + data[next] * second;
      values[to + 1] = data[at + 1] * first + data[next + 1] * second;
      values[to + 2] = data[at + 2] * first + data[next + 2] * second;
    }
    return values;
  };
  for (let y = 0, to = 0; y < height; y++) {
    const second = down.weight[y];
    const first = 2048 - second;
    const upper = line(limited(down.first[y], bottom));
    const lower = line(limited(down.first[y] + 1, bottom));
    for (let at = 0; at < size; at++, to++) {
      out[to] = (((first * (upper[at] >> 4)) >> 16) + ((second * (lower[at] >> 4)) >> 16) + 2) >> 2;
    }
  }
  return made;
}

/** Return the value, but at least 0 and at most `most`. */
export function limited(value, most) {
  return value < 0 ? 0 : value > most ? most : value;
}

/** Return the picture in grey, a plane: {width, height, values}, one byte a pixel, row by row. */
export function grey({ width, height, data }) {
  const values = new Uint8Array(width * height);
  for (let place = 0, at = 0; place < values.length; place++, at += 3) {
    values[place] = (9798 * data[at] + 19235 * data[at + 1] + 3735 * data[at + 2] + 16384) >> 15;
  }
  return { width, height, values };
}

/** Return which pixels each pixel of a shrunk line covers: the first one, and the weights of all from `begin` on. */
function covered(from, to) {
  const scale = from / to;
  const first = new Int32Array(to);
  const begin = new Int32Array(to + 1);
  const weights = [];
  for (let place = 0; place < to; place++) {
    const start = place * scale;
    const end = Math.min(start + scale, from);
    const cell = Math.min(scale, from - start);
    const low = Math.ceil(start);
    const last = Math.min(Math.floor(end), from - 1);
    first[place] = low - start > 1e-3 ? low - 1 : low;
    if (first[place] < low) weights.push((low - start) / cell);
    for (let at = low; at < last; at++) weights.push(1 / cell);
    if (end - last > 1e-3) weights.push(Math.min(end - last, 1, cell) / cell);
    begin[place + 1] = weights.length;
  }
  return { first, begin, weights: Float32Array.from(weights) };
}

/**
 * Shrink values of `channels` numbers a pixel, by averaging the pixels that each new pixel covers; return bytes.
 *
 * Like OpenCV, we sum whole blocks in integers and partly covered ones in single precision.
 */
export function averaged(values, width, height, channels, newWidth, newHeight) {
  if (width === newWidth && height === newHeight) return values;
  const made = new Uint8Array(newWidth * newHeight * channels);
  const across = covered(width, newWidth);
  const down = covered(height, newHeight);
  const whole = width % newWidth === 0 && height % newHeight === 0;
  if (whole) {
    across.weights.fill(1);
    down.weights.fill(1);
  }
  const share = whole ? (newWidth * newHeight) / (width * height) : 1;
  const twice = width === 2 * newWidth && height === 2 * newHeight;
  const sum = new Float32Array(newWidth * channels);
  for (let y = 0; y < newHeight; y++) {
    sum.fill(0);
    for (let row = down.begin[y]; row < down.begin[y + 1]; row++) {
      const start = (down.first[y] + row - down.begin[y]) * width;
      addLine(values, start, channels, across, down.weights[row], sum);
    }
    const to = y * sum.length;
    for (let at = 0; at < sum.length; at++) made[to + at] = twice ? (sum[at] + 2) >> 2 : byte(Math.fround(sum[at] * share));
  }
  return made;
}

/** Shrink the line of pixels that begins at `start`, and add it to a sum. */
function addLine(values, start, channels, { first, begin, weights }, weight, sum) {
  for (let x = 0, to = 0; x < first.length; x++) {
    const last = begin[x + 1];
    for (let channel = 0; channel < channels; channel++, to++) {
      let total = 0;
      let at = (start + first[x]) * channels + channel;
      for (let column = begin[x]; column < last; column++, at += channels) total += values[at] * weights[column];
      sum[to] += Math.fround(total) * weight;
    }
  }
}

/** Return a plane at a smaller size, by averaging. */
export const averagedPlane = (plane, width, height) => ({ width, height, values: averaged(plane.values, plane.width, plane.height, 1, width, height) });

/** Turn a picture upright by its EXIF orientation 1 to 8 (EXIF 2.32, table 6: where row 0 and column 0 lie). */
export function upright(picture, orientation) {
  if (orientation <= 1 || orientation > 8) return picture;
  const { width, height, data } = picture;
  const across = orientation >= 5;
  const made = across ? new Picture(height, width) : new Picture(width, height);
  // The place of the stored pixel (0, 0) in the upright picture, and the steps along a stored row and column.
  const right = 3;
  const below = 3 * made.width;
  const [start, along, down] = {
    2: [right * (made.width - 1), -right, below],
    3: [right * (made.width - 1) + below * (made.height - 1), -right, -below],
    4: [below * (made.height - 1), right, -below],
    5: [0, below, right],
    6: [right * (made.width - 1), below, -right],
    7: [right * (made.width - 1) + below * (made.height - 1), -below, -right],
    8: [below * (made.height - 1), -below, right],
  }[orientation];
  for (let y = 0, from = 0; y < height; y++) {
    for (let x = 0, to = start + y * down; x < width; x++, from += 3, to += along) {
      made.data[to] = data[from];
      made.data[to + 1] = data[from + 1];
      made.data[to + 2] = data[from + 2];
    }
  }
  return made;
}

/** Blur three channels (Gaussian), `reach` pixels to each side; the picture is mirrored about its edge pixels. */
export function gaussian(data, width, height, deviation, reach) {
  const weights = Array.from({ length: 2 * reach + 1 }, (_, at) => Math.exp(-((at - reach) ** 2) / (2 * deviation ** 2)));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const kernel = weights.map((weight) => weight / total);
  const mirrored = (at, length) => (at < 0 ? -at : at >= length ? 2 * length - 2 - at : at);
  const across = new Float32Array(data.length);
  for (let y = 0, to = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      for (let channel = 0; channel < 3; channel++, to++) {
        let sum = 0;
        for (let at = -reach; at <= reach; at++) sum += kernel[at + reach] * data[3 * (y * width + mirrored(x + at, width)) + channel];
        across[to] = sum;
      }
    }
  }
  const made = new Float32Array(data.length);
  for (let y = 0, to = 0; y < height; y++) {
    for (let x = 0; x < 3 * width; x++, to++) {
      let sum = 0;
      for (let at = -reach; at <= reach; at++) sum += kernel[at + reach] * across[3 * mirrored(y + at, height) * width + x];
      made[to] = sum;
    }
  }
  return made;
}

/** Return a canvas that shows a picture. */
export function canvasOf({ width, height, data }) {
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext("2d");
  const image = context.createImageData(width, height);
  for (let from = 0, to = 0; from < data.length; from += 3, to += 4) {
    image.data.set(data.subarray(from, from + 3), to);
    image.data[to + 3] = 255;
  }
  context.putImageData(image, 0, 0);
  return canvas;
}
