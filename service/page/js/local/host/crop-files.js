// Crops of taught faces as picture files: WebP if the browser can write it, else PNG.

import { decoded } from "./decode.js";
import { canvasOf, resized } from "./pixels.js";

const QUALITY = 0.92;
const SIZE = [128, 160]; // width and height of a crop

/** A file is no picture; Python recognizes the error by its name. */
class UnreadablePicture extends Error {
  name = "unreadable-picture";
}

/** Decode the crop in a file of width and height `size`, and resize it to a crop's; version 0.1 wrote another size. */
export async function decodedCrop(data, type, size = SIZE) {
  const crop = await decoded({ data, type, size, orientation: 1, factor: 1 });
  if (!crop) throw new UnreadablePicture(type);
  return resized(crop, ...SIZE);
}

/** Encode crops; return the files, and the crops decoded from these files. */
export async function encoded({ crops }) {
  const files = await Promise.all(crops.map(written));
  const shown = files.map(({ data, type }) => decodedCrop(data, type));
  return { pictures: files.map(({ data }) => data), crops: await Promise.all(shown) };
}

async function written(crop) {
  const file = await canvasOf(crop).convertToBlob({ type: "image/webp", quality: QUALITY });
  return { data: new Uint8Array(await file.arrayBuffer()), type: file.type.split("/")[1] };
}
