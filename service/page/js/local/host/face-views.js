// Make views of a taught face as other photos may show it: slightly displaced, in other light, less sharp.

import { LOOKS } from "./displacements.js";
import { averaged, byte, gaussian, Picture, resized, rounded } from "./pixels.js";
import { warped } from "./rectify.js";

const BLUR = 0.6; // standard deviation in pixels up to which we skip the blur

/** Return the views of a crop, the crop itself first; always the same for one crop. */
export function faceViews(crop) {
  return [crop, ...LOOKS.map((look) => seen(crop, look))];
}

function seen(crop, { inverse, gain, slope, blur, shrink }) {
  const { width, height } = crop;
  const size = [Math.max(8, rounded(width * shrink)), Math.max(8, rounded(height * shrink))];
  const small = new Picture(...size, averaged(crop.data, width, height, 3, ...size));
  let face = warped(resized(small, width, height), inverse, width, height);
  if (blur > BLUR) face = blurred(face, blur);
  const made = new Picture(width, height);
  for (let at = 0; at < made.data.length; at++) {
    const light = 1 + slope * ((Math.floor(at / 3) % width) / width - 0.5);
    made.data[at] = Math.min(255, face.data[at] * light * gain[at % 3]);
  }
  return made;
}

function blurred({ width, height, data }, deviation) {
  const reach = rounded(deviation * 6 + 1) >> 1;
  return new Picture(width, height, Uint8Array.from(gaussian(data, width, height, deviation, reach), byte));
}
