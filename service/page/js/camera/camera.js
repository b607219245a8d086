// The phone's camera: open it, switch its torch, take pictures.

import { scaled } from "../shared/pictures.js";
import { cameraText } from "../shared/texts.js";

/** Whether the page may ask for the camera: browsers give it only to pages that came over https. */
export const mayAsk = window.isSecureContext && Boolean(navigator.mediaDevices?.getUserMedia);

/** Return why the camera did not open, and what works `instead`, as {code, message, where}. */
export function refusal({ name }, instead = cameraText.instead) {
  return { code: "no-camera", message: cameraText.failed(name, instead), where: "camera" };
}

const LONGEST = 1920; // pixels of the long side of a picture

async function streamOf(id) {
  const which = id === null ? { facingMode: { ideal: "environment" } } : { deviceId: { exact: id } };
  try {
    return await navigator.mediaDevices.getUserMedia({ audio: false, video: { ...which, width: { ideal: 1920 }, height: { ideal: 1080 } } });
  } catch (problem) {
    if (problem.constraint !== "deviceId") throw problem;
    return streamOf(null); // the camera is unplugged
  }
}

/** An open camera, playing in `video`. */
export class Camera {
  #stream;
  #track;
  #lost; // from the beginning: the phone may take the camera away before its picture plays

  constructor(stream, video) {
    this.#stream = stream;
    [this.#track] = stream.getVideoTracks();
    this.#lost = new Promise((done) => { this.#track.addEventListener("ended", done); });
    this.video = video;
  }

  /**
   * Open the camera `id` if it is there, else the one on the back of the phone. Throws the browser's error if it refuses,
   * or the reason of `signal` if it has ended meanwhile.
   */
  static async open(video, signal, id = null) {
    const stream = await streamOf(id);
    const camera = new Camera(stream, video);
    try {
      signal.throwIfAborted();
      video.srcObject = stream;
      await video.play();
      signal.throwIfAborted();
    } catch (problem) {
      camera.close(); // else the camera's light stays on
      throw problem;
    }
    return camera;
  }

  /** Call `listener` if the phone takes the camera away. */
  onLost(listener) {
    this.#lost.then(listener);
  }

  get id() {
    return this.#track.getSettings().deviceId;
  }

  /** Return the id of the camera after this one in the browser's list, or null if this is the only one. */
  async next() {
    const devices = await navigator.mediaDevices.enumerateDevices?.() ?? [];
    const ids = devices.filter(({ kind }) => kind === "videoinput").map(({ deviceId }) => deviceId);
    return ids.length > 1 ? ids[(ids.indexOf(this.id) + 1) % ids.length] : null;
  }

  get hasTorch() {
    return Boolean(this.#track.getCapabilities?.().torch);
  }

  torch(on) {
    return this.#track.applyConstraints({ advanced: [{ torch: on }] });
  }

  /** Return a picture copied into a canvas, so that the page later shows the picture that was read. */
  frame() {
    return scaled(this.video, this.video.videoWidth, this.video.videoHeight, LONGEST);
  }

  close() {
    for (const track of this.#stream.getTracks()) track.stop();
    // A newer camera may show its picture there by now.
    if (this.video.srcObject === this.#stream) this.video.srcObject = null;
  }
}
