// Crops of taught faces as picture files: WebP where the browser writes it, else PNG.

import { decoded } from "./decode.js";

const QUALITY = 0.92;

/** What was no picture; its name tells Python so. */
class UnreadablePicture extends Error {
  name = "unreadable-picture";
}

/** The crop that a file holds; its header says that it has a crop's size. */
export async function decodedCrop(data, type) {
  const crop = await decoded({ data, type, size: [64, 80], orientation: 1, factor: 1 });
  if (!crop) throw new UnreadablePicture(type);
  return crop;
}

/** Files of crops, and the crops as these files show them. */
export async function encoded({ crops }) {
  const files = await Promise.all(crops.map(written));
  const shown = files.map(({ data, type }) => decodedCrop(data, type));
  return { pictures: files.map(({ data }) => data), crops: await Promise.all(shown) };
}

async function written({ width, height, data }) {
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext("2d");
  const image = context.createImageData(width, height);
  for (let from = 0, to = 0; from < data.length; from += 3, to += 4) {
    image.data.set(data.subarray(from, from + 3), to);
    image.data[to + 3] = 255;
  }
  context.putImageData(image, 0, 0);
  const file = await canvas.convertToBlob({ type: "image/webp", quality: QUALITY });
  return { data: new Uint8Array(await file.arrayBuffer()), type: file.type.split("/")[1] };
}
