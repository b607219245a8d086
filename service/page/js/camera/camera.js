// The camera of the phone: opened, its torch, and pictures of it.

import { jpeg, lookOf, scaled } from "../shared/pictures.js";
import { cameraText } from "../shared/texts.js";

/** Whether a page may ask for the camera here at all: browsers give it to pages that came over https alone. */
export const mayAsk = window.isSecureContext && Boolean(navigator.mediaDevices?.getUserMedia);

/** Why the camera did not open, in the form of all troubles. */
export function refusal({ name }) {
  return { code: "no-camera", message: cameraText.refused[name] ?? cameraText.failed(name), where: "camera" };
}

const LONGEST = 1920; // pixels of a picture that is kept

/** One picture of the camera. It is copied at once: what is shown later is what was read. */
class CameraFrame {
  #canvas;

  constructor(video) {
    this.time = performance.now() / 1000;
    this.#canvas = scaled(video, video.videoWidth, video.videoHeight, LONGEST);
  }

  /** A JPEG of it whose long side is at most `longest` pixels. */
  file(longest = LONGEST, quality = 0.85) {
    return jpeg(scaled(this.#canvas, this.#canvas.width, this.#canvas.height, longest), quality);
  }

  /** A copy to look at, as a data URL. */
  look() {
    return lookOf(this.#canvas, this.#canvas.width, this.#canvas.height);
  }
}

/** An open camera, playing in `video`. */
export class Camera {
  #stream;
  #track;

  constructor(stream, video) {
    this.#stream = stream;
    [this.#track] = stream.getVideoTracks();
    this.video = video;
  }

  /**
   * Open the camera that looks away from the person; throws what the browser refuses it with, or the reason of `signal`
   * where that has ended by then.
   */
  static async open(video, signal) {
    const wanted = { facingMode: { ideal: "environment" }, width: { ideal: 1920 }, height: { ideal: 1080 } };
    const stream = await navigator.mediaDevices.getUserMedia({ audio: false, video: wanted });
    const camera = new Camera(stream, video);
    try {
      signal.throwIfAborted();
      video.srcObject = stream;
      await video.play();
      signal.throwIfAborted();
    } catch (problem) {
      camera.close(); // its light would stay on
      throw problem;
    }
    return camera;
  }

  /** Call `listener` should the camera be taken away. */
  onLost(listener) {
    this.#track.addEventListener("ended", listener);
  }

  get hasTorch() {
    return Boolean(this.#track.getCapabilities?.().torch);
  }

  torch(on) {
    return this.#track.applyConstraints({ advanced: [{ torch: on }] });
  }

  frame() {
    return new CameraFrame(this.video);
  }

  close() {
    for (const track of this.#stream.getTracks()) track.stop();
    // Another opening may show its picture there by now.
    if (this.video.srcObject === this.#stream) this.video.srcObject = null;
  }
}
