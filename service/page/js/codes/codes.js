// A card as QR codes: its text compressed, and split into codes that a phone's camera reads with ease.
//
// A code says RACKCHECK1:<which>:<of how many>:<checksum of the whole>:<piece>, all of it letters that QR codes pack
// tightly (alphanumeric mode); the piece is a part of the base 45 (RFC 9285) of the deflated text.

const MARK = "RACKCHECK1";
const LETTERS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:";
const PIECE = 760; // letters of a code: a version that a screen shows and a camera reads at arm's length
const MOST_CODES = 40;
const MOST_TEXT = 400_000; // bytes that a card may come to: no code unpacks to more

async function through(bytes, stream, most = Infinity) {
  const writer = stream.writable.getWriter();
  // A reader sees the fault too; what the writer says of it is the same once more.
  writer.write(bytes).catch(() => {});
  writer.close().catch(() => {});
  const parts = [];
  let length = 0;
  const reader = stream.readable.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    length += value.length;
    if (length > most) throw new RangeError("too-long");
    parts.push(value);
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

function unbase45(text) {
  const bytes = [];
  for (let at = 0; at < text.length; at += 3) {
    const digits = [...text.slice(at, at + 3)].map((letter) => LETTERS.indexOf(letter));
    const number = digits.reduceRight((sum, digit) => sum * 45 + digit, 0);
    const size = digits.length - 1;
    if (digits.includes(-1) || size < 1 || number >= 256 ** size) throw new RangeError("no-code");
    bytes.push(...(size === 2 ? [number >> 8, number & 255] : [number]));
  }
  return Uint8Array.from(bytes);
}

/** A checksum (FNV-1a, 32 bits) as eight letters: it tells the codes of one card from those of another. */
function checksum(text) {
  let sum = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(text)) sum = Math.imul(sum ^ byte, 0x01000193) >>> 0;
  return sum.toString(16).toUpperCase().padStart(8, "0");
}

/** The texts of the codes of a card; throws `RangeError` for one that is too long to be taken in again. */
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

/** Take one code in: {have, of, pieces, sum}; `before` is what was had, null at first. A code that is none of ours changes nothing. */
export function collect(before, code) {
  const found = /^RACKCHECK1:(\d{1,2}):(\d{1,2}):([0-9A-F]{8}):(.+)$/s.exec(code);
  if (!found) return before;
  const [which, of] = [Number(found[1]), Number(found[2])];
  if (which < 1 || which > of || of > MOST_CODES) return before;
  const same = before?.sum === found[3] && before.of === of;
  if (same && before.pieces[which] === found[4]) return before;
  const pieces = { ...(same ? before.pieces : {}), [which]: found[4] };
  return { sum: found[3], of, pieces, have: Object.keys(pieces).length };
}

/** The text of a card whose codes are all there; throws `RangeError` where they are not those of one card. */
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
