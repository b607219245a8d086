// CIE Lab in 8 bits, with OpenCV's integer arithmetic.

import { limited } from "./pixels.js";

const GAMMA_BITS = 3;
const BITS = 12;
const LAB_BITS = BITS + GAMMA_BITS;

const curved = (value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);
const root = (value) => (value < 216 / 24389 ? (value * 841) / 108 + 16 / 116 : Math.cbrt(value));

const LINEAR = Uint16Array.from({ length: 256 }, (_, at) => Math.round(255 * (1 << GAMMA_BITS) * curved(at / 255)));
const ROOTS = Uint16Array.from({ length: 384 << GAMMA_BITS }, (_, at) =>
  Math.round((1 << LAB_BITS) * root(at / (255 * (1 << GAMMA_BITS)))));

/** Rows X, Y and Z of the matrix from red, green and blue (sRGB, D65), divided by the white point. */
const TO_XYZ = [
  [0.412453, 0.357580, 0.180423].map((value) => Math.round((value * (1 << BITS)) / 0.950456)),
  [0.212671, 0.715160, 0.072169].map((value) => Math.round(value * (1 << BITS))),
  [0.019334, 0.119193, 0.950227].map((value) => Math.round((value * (1 << BITS)) / 1.088754)),
];

const L_SCALE = Math.floor((116 * 255 + 50) / 100);
const L_SHIFT = -Math.floor((16 * 255 * (1 << LAB_BITS) + 50) / 100);
const HALF = 1 << (LAB_BITS - 1);

const byte = (value) => limited((value + HALF) >> LAB_BITS, 255);

/** Return L, 0 to 100, a and b, 0 to 255, of the pixel at `at`. */
export function labOf(data, at) {
  const [red, green, blue] = [LINEAR[data[at]], LINEAR[data[at + 1]], LINEAR[data[at + 2]]];
  const [x, y, z] = TO_XYZ.map(([r, g, b]) => ROOTS[(r * red + g * green + b * blue + (1 << (BITS - 1))) >> BITS]);
  return [byte(L_SCALE * y + L_SHIFT) * (100 / 255), byte(500 * (x - y) + 128 * (1 << LAB_BITS)), byte(200 * (y - z) + 128 * (1 << LAB_BITS))];
}
