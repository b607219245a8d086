// The camera of the phone: opened, its torch, and pictures of it.

/** Whether a page may ask for the camera here at all: browsers give it to pages that came over https alone. */
export const mayAsk = window.isSecureContext && Boolean(navigator.mediaDevices?.getUserMedia);

const INSTEAD = "Take a photo instead: that always works.";

const REFUSALS = {
  NotAllowedError: `The camera was refused. Allow it for this page in the browser's settings, and try again. ${INSTEAD}`,
  NotFoundError: `This device has no camera that the page can use. ${INSTEAD}`,
  NotReadableError: `The camera is in use by another program. Close that one and try again. ${INSTEAD}`,
};

/** Why the camera did not open, in the form of all troubles. */
export function refusal(problem) {
  const message = REFUSALS[problem.name] ?? `The camera could not be opened (${problem.name}). ${INSTEAD}`;
  return { code: "no-camera", message, where: "camera" };
}

function fitted(canvas, picture, width, height, longest) {
  const scale = Math.min(1, longest / Math.max(width, height));
  canvas.width = Math.round(width * scale);
  canvas.height = Math.round(height * scale);
  canvas.getContext("2d").drawImage(picture, 0, 0, canvas.width, canvas.height);
  return canvas;
}

function encoded(canvas, quality) {
  return new Promise((done) => canvas.toBlob(done, "image/jpeg", quality));
}

const LONGEST = 1920; // pixels of a picture that is kept
const LOOK_SIDE = 1400; // pixels of the copy kept to look at

/** One picture of the camera. It is copied at once: what is shown later is what was read. */
export class Shot {
  #canvas;

  constructor(video) {
    this.time = performance.now() / 1000;
    this.#canvas = fitted(document.createElement("canvas"), video, video.videoWidth, video.videoHeight, LONGEST);
  }

  /** A JPEG of it whose long side is at most `longest` pixels. */
  file(longest = LONGEST, quality = 0.85) {
    return encoded(this.#small(longest), quality);
  }

  /** A copy to look at, as a data URL. */
  look() {
    return this.#small(LOOK_SIDE).toDataURL("image/jpeg", 0.82);
  }

  #small(longest) {
    const { width, height } = this.#canvas;
    return fitted(document.createElement("canvas"), this.#canvas, width, height, longest);
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

  /** Open the camera that looks away from the person; throws what the browser refuses it with. */
  static async open(video) {
    const wanted = { facingMode: { ideal: "environment" }, width: { ideal: 1920 }, height: { ideal: 1080 } };
    const stream = await navigator.mediaDevices.getUserMedia({ audio: false, video: wanted });
    const camera = new Camera(stream, video);
    video.srcObject = stream;
    await video.play();
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

  shot() {
    return new Shot(this.video);
  }

  close() {
    for (const track of this.#stream.getTracks()) track.stop();
    this.video.srcObject = null;
  }
}
