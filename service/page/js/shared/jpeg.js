// Strip a JPEG of the data about place, time and phone, without encoding it again (ITU-T T.81, annex B).

const [END, SCAN, APP0, APP1, APP2, APP14] = [0xd9, 0xda, 0xe0, 0xe1, 0xe2, 0xee];
const ORIENTATION = 0x0112; // the EXIF tag
const KEPT = { [APP0]: "JFIF", [APP2]: "ICC_PROFILE", [APP14]: "Adobe" }; // segments about colours, by their first text

const word = (data, at) => data[at] * 256 + data[at + 1]; // NaN behind the end
const startsWith = (data, at, text) => [...text].every((letter, index) => data[at + index] === letter.charCodeAt(0));

/** Return the bytes of a file; none if the browser can no longer read it. */
async function bytesOf(file) {
  return new Uint8Array(await file.arrayBuffer().catch(() => new ArrayBuffer(0)));
}

/**
 * Return the end of the segment at `at`; NaN if there is none. Within coded data other bytes may look like a marker, so
 * there we accept a segment only with the size of a scan's header, or with another marker behind it.
 */
function segmentEnd(data, at, coded) {
  const marker = data[at + 1];
  const end = at + 2 + word(data, at + 2);
  if (marker < 0xc0 || (marker >= 0xd0 && marker <= 0xd9) || !(end >= at + 4 && end <= data.length)) return NaN;
  const fits = marker === SCAN ? end - at === 8 + 2 * data[at + 4] : data[end] === 0xff;
  return coded && !fits ? NaN : end;
}

/** Return whether a segment belongs to the picture: frames, tables, scans, and the storage of colours. */
function isPicture(data, at) {
  const marker = data[at + 1];
  return marker < APP0 || (marker in KEPT && startsWith(data, at + 4, KEPT[marker]));
}

/** Return the EXIF orientation 1 to 8 of a segment; 1 if it has none. */
function orientationOf(data, at, end) {
  if (data[at + 1] !== APP1 || !startsWith(data, at + 4, "Exif\0\0")) return 1;
  const view = new DataView(data.buffer, data.byteOffset + at + 10, end - at - 10);
  try {
    const little = view.getUint16(0) === 0x4949;
    const directory = view.getUint32(4, little);
    const entries = view.getUint16(directory, little);
    for (let entry = directory + 2; entry < directory + 2 + 12 * entries; entry += 12) {
      if (view.getUint16(entry, little) !== ORIENTATION) continue;
      const turned = view.getUint16(entry + 8, little);
      return turned >= 1 && turned <= 8 ? turned : 1;
    }
  } catch (problem) {
    if (!(problem instanceof RangeError)) throw problem;
  }
  return 1;
}

/** Return an EXIF segment with the orientation and nothing else. */
function exif(orientation) {
  const entry = [0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0];
  return new Uint8Array([0xff, APP1, 0, 34, ...[..."Exif\0\0MM\0*"].map((letter) => letter.charCodeAt(0)), 0, 0, 0, 8, 0, 1, ...entry, 0, 0, 0, 0]);
}

/**
 * Return only the parts of a JPEG that a decoder needs, byte for byte, damage too; null for another kind of file or a
 * broken header. A second picture behind the first, which some phones append, is left out.
 */
export async function pictureAlone(file) {
  const [first, second] = await bytesOf(file.slice(0, 2));
  if (first !== 0xff || second !== 0xd8) return null;
  const data = await bytesOf(file);
  const parts = [];
  let orientation = 1;
  let begin = 2; // start of the bytes that are not in `parts` yet
  let coded = false; // behind the header of a scan
  let at = 2; // place of the present marker
  while (at >= 0 && at + 1 < data.length) {
    const end = segmentEnd(data, at, coded);
    if (coded && data[at + 1] === END) return joined([...parts, data.subarray(begin, at + 2)], orientation);
    if (data[at] !== 0xff || (!coded && data[at + 1] !== 0xff && !end)) return null;
    if (end && !isPicture(data, at)) {
      orientation = orientation === 1 ? orientationOf(data, at, end) : orientation;
      parts.push(data.subarray(begin, at));
      begin = end;
    }
    coded ||= Boolean(end) && data[at + 1] === SCAN;
    at = end || at + (data[at + 1] === 0xff ? 1 : 2);
    if (coded) at = data.indexOf(0xff, at);
  }
  return coded ? joined([...parts, data.subarray(begin)], orientation) : null;
}

/** Join parts to a JPEG in one piece: Firefox decodes no file whose first piece is the two bytes of its start. */
async function joined(parts, orientation) {
  const turned = orientation === 1 ? [] : [exif(orientation)];
  const pieces = new Blob([new Uint8Array([0xff, 0xd8]), ...turned, ...parts]);
  return new Blob([await pieces.arrayBuffer()], { type: "image/jpeg" });
}
