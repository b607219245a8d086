// Draw over the camera's picture: the outline of every tile, and its label as a drawn tile above it.

import { facePicture, RATIO } from "../rack/face-picture.js";

const INK = {
  sure: { line: "#19b98c", fill: "rgb(20 140 105 / 14%)" },
  unsure: { line: "#ffb000", fill: "rgb(255 176 0 / 24%)" },
  aside: { line: "#c9c9c9", fill: "rgb(120 120 120 / 24%)" },
};
const SMALL = 0.6; // width of the drawn tile, as a share of the tile's width in the picture
const LEAST = 14; // least width of the drawn tile, in pixels of the screen

const pictures = new Map(); // label: the picture of its face, or null while it is being made

function pictureOf(label) {
  if (!pictures.has(label)) {
    pictures.set(label, null);
    facePicture(label).then((picture) => pictures.set(label, picture));
  }
  return pictures.get(label);
}

function outline(context, quad) {
  context.beginPath();
  quad.forEach(([x, y], at) => (at ? context.lineTo(x, y) : context.moveTo(x, y)));
  context.closePath();
}

function tag(context, [x0, y0, x1], { label, sure }, least) {
  const width = Math.max(least, (x1 - x0) * SMALL);
  const [left, top] = [(x0 + x1 - width) / 2, y0 - width * RATIO * 0.75];
  const picture = pictureOf(label);
  if (picture) context.drawImage(picture, left, top, width, width * RATIO);
  if (sure) return;
  context.font = `800 ${width}px system-ui, sans-serif`;
  context.fillStyle = INK.unsure.line;
  context.fillText("?", left + width, top + width / 2);
}

/** Draw the tiles of a reading over its picture; `canvas` covers the video. */
export function drawTiles(canvas, reading) {
  const sharp = window.devicePixelRatio || 1;
  const [width, height] = [canvas.clientWidth * sharp, canvas.clientHeight * sharp].map(Math.round);
  if (canvas.width !== width || canvas.height !== height) [canvas.width, canvas.height] = [width, height];
  const context = canvas.getContext("2d");
  context.setTransform(1, 0, 0, 1, 0, 0);
  context.clearRect(0, 0, width, height);
  if (!reading) return;
  const [across, down] = [width / reading.width, height / reading.height];
  context.textAlign = "center";
  context.textBaseline = "middle";
  context.lineWidth = 2 * sharp;
  for (const [at, tile] of reading.tiles.entries()) {
    const ink = reading.aside.includes(at) ? INK.aside : tile.sure ? INK.sure : INK.unsure;
    context.strokeStyle = ink.line;
    context.fillStyle = ink.fill;
    outline(context, tile.quad.map(([x, y]) => [x * across, y * down]));
    context.fill();
    context.stroke();
    const box = tile.box.map((value, side) => value * (side % 2 ? down : across));
    tag(context, box, tile, LEAST * sharp);
  }
}
