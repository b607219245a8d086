// The photograph being worked on, as it was sent: kept in memory, because corrections may be taught from it.

let sent = null;

/** Remember what was sent; `width` as the server measured it. */
export function remember(blob, width) {
  sent = { blob, width };
}

/**
 * The photo to send again, and what its coordinates are multiplied by: after a reload only the small copy is left.
 * Null where there is neither.
 */
export async function again(look, width) {
  if (sent && sent.width === width) return { blob: sent.blob, scale: 1 };
  if (!look) return null;
  // Not fetched: the page may ask nothing but its own server, not even for what it holds itself.
  const picture = new Image();
  picture.src = look;
  await picture.decode();
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [picture.naturalWidth, picture.naturalHeight];
  canvas.getContext("2d").drawImage(picture, 0, 0);
  const blob = await new Promise((done) => canvas.toBlob(done, "image/jpeg", 0.92));
  return { blob, scale: canvas.width / width };
}
