// A card as QR codes: its text, compressed and split into codes small enough for a phone's camera.
//
// A code is RACKCHECK1:<which>:<of how many>:<checksum of the whole>:<piece>, all in letters that QR codes pack tightly
// (alphanumeric mode). The pieces together are the deflated text in base 45 (RFC 9285).

const MARK = "RACKCHECK1";
const LETTERS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:";
const PIECE = 760; // letters of a piece: a QR version that a camera reads from a screen at arm's length
const MOST_CODES = 40;
const MOST_TEXT = 400_000; // most bytes of a card; we unpack no more from codes

/** Return bytes sent through a stream; throws `RangeError` for a result of more than `most`. */
async function through(bytes, stream, most = Infinity) {
  const reader = new Blob([bytes]).stream().pipeThrough(stream).getReader();
  const parts = [];
  let length = 0;
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    length += part.value.length;
    if (length > most) throw new RangeError("too-long");
    parts.push(part.value);
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}

function base45(bytes) {
  let text = "";
  for (let at = 0; at < bytes.length; at += 2) {
    const two = at + 1 < bytes.length;
    let number = two ? bytes[at] * 256 + bytes[at + 1] : bytes[at];
    for (let digit = 0; digit < (two ? 3 : 2); digit += 1) {
      text += LETTERS[number % 45];
      number = Math.floor(number / 45);
    }
  }
  return text;
}

/** Undo `base45`; a text that it did not make gives bytes that the checksum refuses. */
function unbase45(text) {
  const bytes = [];
  for (let at = 0; at < text.length; at += 3) {
    const digits = [...text.slice(at, at + 3)].map((letter) => LETTERS.indexOf(letter));
    const number = digits.reduceRight((sum, digit) => sum * 45 + digit, 0);
    bytes.push(...(digits.length === 3 ? [number >> 8, number & 255] : [number]));
  }
  return Uint8Array.from(bytes);
}

/** Return a checksum (FNV-1a, 32 bits) as eight letters, which tells the codes of one card from those of another. */
function checksum(text) {
  let sum = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(text)) sum = Math.imul(sum ^ byte, 0x01000193) >>> 0;
  return sum.toString(16).toUpperCase().padStart(8, "0");
}

/** Return the texts of a card's codes; throws `RangeError` if the card is too long for another phone to take in. */
export async function codesOf(text) {
  const bytes = new TextEncoder().encode(text);
  if (bytes.length > MOST_TEXT) throw new RangeError("too-long");
  const packed = base45(await through(bytes, new CompressionStream("deflate-raw")));
  const count = Math.max(1, Math.ceil(packed.length / PIECE));
  if (count > MOST_CODES) throw new RangeError("too-long");
  const size = Math.ceil(packed.length / count);
  const sum = checksum(text);
  return Array.from({ length: count }, (_, at) => `${MARK}:${at + 1}:${count}:${sum}:${packed.slice(at * size, (at + 1) * size)}`);
}

/** Whether a code is one of a newer version of the program. */
export const isNewer = (code) => /^RACKCHECK(?!1:)[1-9]\d*:/.test(code);

/**
 * Add one code to `before`, a list of {have, of, pieces, sum} for each card in view, and return the list with the card
 * of the code last; a foreign code changes nothing.
 */
export function collect(before, code) {
  const found = /^RACKCHECK1:(\d{1,2}):(\d{1,2}):([0-9A-F]{8}):(.+)$/s.exec(code);
  if (!found) return before;
  const [which, of] = [Number(found[1]), Number(found[2])];
  if (which < 1 || which > of || of > MOST_CODES) return before;
  const card = before.find((one) => one.sum === found[3] && one.of === of);
  if (card?.pieces[which] === found[4]) return before;
  const pieces = { ...card?.pieces, [which]: found[4] };
  return [...before.filter((one) => one !== card), { sum: found[3], of, pieces, have: Object.keys(pieces).length }];
}

/** Return the text of a card from all its codes; throws `RangeError` if they do not make one card. */
export async function textOf({ of, pieces, sum }) {
  const packed = Array.from({ length: of }, (_, at) => pieces[at + 1]).join("");
  let text;
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(await through(unbase45(packed), new DecompressionStream("deflate-raw"), MOST_TEXT));
  } catch {
    throw new RangeError("no-card");
  }
  if (checksum(text) !== sum) throw new RangeError("no-card");
  return text;
}
