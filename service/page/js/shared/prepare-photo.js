// A photograph on its way to the server: upright, and no larger than reading needs.

const LONG_SIDE = 2400; // pixels; tiles of a rack that fills the picture are then more than 100 pixels wide
const LOOK_SIDE = 1400; // pixels of the copy kept to look at

function canvasOf(bitmap, longest) {
  const scale = Math.min(1, longest / Math.max(bitmap.width, bitmap.height));
  const canvas = document.createElement("canvas");
  canvas.width = Math.max(1, Math.round(bitmap.width * scale));
  canvas.height = Math.max(1, Math.round(bitmap.height * scale));
  const context = canvas.getContext("2d");
  context.imageSmoothingQuality = "high";
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  return canvas;
}

/**
 * Make a photograph ready: `upload` is what to send, `look` a data URL of a small copy (null where the browser
 * cannot show the file; it is then sent as it is, and the server says what is wrong with it).
 */
export async function prepare(file) {
  let bitmap;
  try {
    bitmap = await createImageBitmap(file, { imageOrientation: "from-image" });
  } catch {
    return { upload: file, look: null };
  }
  const canvas = canvasOf(bitmap, LONG_SIDE);
  const upload = await new Promise((done) => canvas.toBlob(done, "image/jpeg", 0.92));
  const look = canvasOf(bitmap, LOOK_SIDE).toDataURL("image/jpeg", 0.82);
  bitmap.close();
  return { upload: upload ?? file, look };
}

/** Draw the part of the small copy around a tile into a canvas, or do nothing where there is no copy. */
export function drawCrop(canvas, look, scan, box) {
  const picture = new Image();
  picture.addEventListener("load", () => {
    const scale = picture.naturalWidth / scan.width;
    const [x0, y0, x1, y1] = box.map((value) => value * scale);
    const side = Math.max(x1 - x0, y1 - y0) * 1.35;
    const [x, y] = [(x0 + x1 - side) / 2, (y0 + y1 - side) / 2];
    canvas.getContext("2d").drawImage(picture, x, y, side, side, 0, 0, canvas.width, canvas.height);
  });
  picture.src = look;
}
