// Read QR codes with the camera: with the browser's own reader if it has one, else with the one in `vendor`.

const EVERY = 180; // ms between two frames
const LONGEST = 1280; // px of a frame's long side: enough for the codes of a card, and quick

/** Return the browser's own reader, or null. */
async function ownReader() {
  if (!("BarcodeDetector" in window)) return null;
  try {
    const kinds = await window.BarcodeDetector.getSupportedFormats();
    return kinds.includes("qr_code") ? new window.BarcodeDetector({ formats: ["qr_code"] }) : null;
  } catch {
    return null;
  }
}

async function reader() {
  const own = await ownReader();
  if (own) return async (canvas) => (await own.detect(canvas)).map(({ rawValue }) => rawValue);
  const { decodeQR } = await import("../vendor/qr/decode.js");
  return async (canvas) => {
    const { width, height } = canvas;
    const { data } = canvas.getContext("2d", { willReadFrequently: true }).getImageData(0, 0, width, height);
    try {
      return [decodeQR({ width, height, data })];
    } catch {
      return []; // no code in view
    }
  };
}

/** Read frames of `video` until `stopped()`, and call `onCode(text)` for each code. */
export async function readCodes(video, stopped, onCode) {
  const read = await reader();
  const canvas = document.createElement("canvas");
  while (!stopped()) {
    if (video.videoWidth) {
      const scale = Math.min(1, LONGEST / Math.max(video.videoWidth, video.videoHeight));
      canvas.width = Math.round(video.videoWidth * scale);
      canvas.height = Math.round(video.videoHeight * scale);
      canvas.getContext("2d", { willReadFrequently: true }).drawImage(video, 0, 0, canvas.width, canvas.height);
      for (const code of await read(canvas)) if (!stopped()) onCode(code);
    }
    await new Promise((done) => { setTimeout(done, EVERY); });
  }
}
