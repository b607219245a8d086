// What is drawn over the camera's picture: every tile seen, outlined and named.

const INK = {
  sure: { line: "#19b98c", fill: "rgb(20 140 105 / 14%)", tag: "#0d4a3b", text: "#ffffff" },
  unsure: { line: "#ffb000", fill: "rgb(255 176 0 / 24%)", tag: "#ffb000", text: "#2b1c00" },
  aside: { line: "#c9c9c9", fill: "rgb(120 120 120 / 24%)", tag: "#4a4a4a", text: "#ffffff" },
};

function outline(context, quad) {
  context.beginPath();
  quad.forEach(([x, y], at) => (at ? context.lineTo(x, y) : context.moveTo(x, y)));
  context.closePath();
}

function tag(context, [x0, y0, x1], text, size, ink) {
  context.font = `700 ${size}px system-ui, sans-serif`;
  const width = context.measureText(text).width + size * 0.5;
  const middle = (x0 + x1) / 2;
  context.fillStyle = ink.tag;
  context.fillRect(middle - width / 2, y0 - size * 0.7, width, size * 1.2);
  context.fillStyle = ink.text;
  context.fillText(text, middle, y0 - size * 0.1);
}

/** Draw the tiles of a reading over its picture; `canvas` lies over the video and is as large. */
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
    tag(context, box, tile.sure ? tile.label : `${tile.label}?`, Math.max(11 * sharp, (box[2] - box[0]) * 0.42), ink);
  }
}
