// Crops of taught faces as picture files: WebP where the browser writes it, else PNG.

import { decoded } from "./decode.js";
import { canvasOf, resized } from "./pixels.js";

const QUALITY = 0.92;
const SIZE = [128, 160]; // width and height of a crop

/** What was no picture; its name tells Python so. */
class UnreadablePicture extends Error {
  name = "unreadable-picture";
}

/** The crop that a file holds; its header says that it has a crop's `size`, or that of the crops of version 0.1. */
export async function decodedCrop(data, type, size = SIZE) {
  const crop = await decoded({ data, type, size, orientation: 1, factor: 1 });
  if (!crop) throw new UnreadablePicture(type);
  return resized(crop, ...SIZE);
}

/** Files of crops, and the crops as these files show them. */
export async function encoded({ crops }) {
  const files = await Promise.all(crops.map(written));
  const shown = files.map(({ data, type }) => decodedCrop(data, type));
  return { pictures: files.map(({ data }) => data), crops: await Promise.all(shown) };
}

async function written(crop) {
  const file = await canvasOf(crop).convertToBlob({ type: "image/webp", quality: QUALITY });
  return { data: new Uint8Array(await file.arrayBuffer()), type: file.type.split("/")[1] };
}
