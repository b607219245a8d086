// The live camera: frames go to the server one at a time, and a steady reading becomes the rack.

import * as api from "../shared/api.js";
import { button, heading } from "../shared/controls.js";
import { element } from "../shared/dom.js";
import { jpeg, lookOf, scaled } from "../shared/pictures.js";
import { cameraText, issueText } from "../shared/texts.js";
import { stayAwake } from "./awake.js";
import { Camera, refusal } from "./camera.js";
import { drawTiles } from "./live-overlay.js";

const QUALITY = 0.85;
const FRAME_SIDE = 960; // pixels of the long side of a frame that we send: enough for a rack that fills the guide
const WHOLE_RACK = 13; // least number of tiles of a complete rack
const DOUBTED = 3; // seconds that a reading with issues must stay steady, since it may improve
const FIRST_LOOKS = 5;
const SILENT = 8000; // ms without an answer after which we take the network for gone
const LATER = 1500; // ms until we ask a server again that is busy or gone
const COUNTED = 1200; // least ms between two status lines that differ only in the number of tiles

/** Wait until the page is in view: a phone in the pocket sends nothing. */
function inView() {
  if (!document.hidden) return null;
  return new Promise((done) => document.addEventListener("visibilitychange", done, { once: true }));
}

const rackSize = (reading) => reading.tiles.length - reading.aside.length;

/** Return the status line for a reading: its progress, and what may be wrong with the picture. */
function words({ state, looks, reading }) {
  const count = reading ? rackSize(reading) : 0;
  const issues = reading?.issues ?? [];
  // In the dark the detector finds no tiles, and the light is what the player can change.
  const advice = issues.find((issue) => issue.code === "too-dark") ?? issues[0];
  if (!count) return { kind: advice?.code ?? "none", text: advice ? issueText(advice.message, []) : cameraText.looking };
  // The first frames of a moving phone are always blurred, so their issues mean nothing.
  if (advice && (state !== "looking" || looks > FIRST_LOOKS)) return { kind: advice.code, text: cameraText.advice(count, issueText(advice.message, [])) };
  if (state === "steady" && count < WHOLE_RACK) return { kind: "few", text: cameraText.few(count) };
  return { kind: state, text: state === "steady" ? cameraText.steady(count) : cameraText.hold(count) };
}

/** The dialog with the camera. `act`: read({upload, look, scan}), photo(file), trouble(error), chosen(id of a camera). */
export class LiveCamera {
  #dialog;
  #act;
  #camera = null;
  #awake = null; // lets the screen go dark again
  #control = null; // aborts the request under way when the dialog closes
  #overlay;
  #status;
  #said = { kind: "", at: 0 };
  #stood = null; // when the present reading became steady, in seconds
  #next = null; // the id of the camera that a tap changes to

  constructor(dialog, act) {
    this.#dialog = dialog;
    this.#act = act;
    dialog.addEventListener("close", () => this.#release());
  }

  /**
   * Open the camera and read until a reading is steady. `set` names a taught tile set, or is null; `id` is that of the
   * camera to open, null for the one on the back.
   */
  async open(set, id) {
    const video = element("video", { playsinline: true, "aria-label": cameraText.view });
    video.muted = true;
    this.#draw(video, set);
    this.#dialog.showModal();
    await this.#read(video, set, id);
  }

  async #read(video, set, id) {
    this.#dialog.querySelector("#camera-now").disabled = true;
    this.#said = { kind: "", at: 0 };
    this.#stood = null;
    this.#say("wait", cameraText.opening);
    const control = new AbortController();
    this.#control = control;
    try {
      this.#opened(await Camera.open(video, control.signal, id));
      if (this.#camera.id === id) this.#act.chosen(id);
      this.#next = await this.#camera.next();
      this.#dialog.querySelector("#camera-other").hidden = this.#next === null;
      await this.#look(set, control.signal);
    } catch (problem) {
      if (control.signal.aborted) return;
      this.#dialog.close();
      if (!problem.error && !(problem instanceof DOMException)) throw problem;
      this.#act.trouble(problem.error ?? refusal(problem));
    }
  }

  #draw(video, set) {
    this.#overlay = element("canvas", { class: "overlay", "aria-hidden": "true" });
    this.#status = element("p", { class: "status", role: "status" });
    this.#dialog.replaceChildren(
      element("div", { class: "head" }, heading("camera-title", cameraText.title, { class: "grow" }),
        button(null, "✕", () => this.#dialog.close(), { class: "close", "aria-label": cameraText.close })),
      element("div", { class: "stage" }, video, element("div", { class: "guide", "aria-hidden": "true" }), this.#overlay),
      this.#status,
      element("div", { class: "row" },
        button(null, cameraText.now, () => this.#now(), { class: "main grow", id: "camera-now", disabled: true }),
        button(null, cameraText.light, (event) => this.#torch(event.currentTarget), { id: "camera-torch", hidden: true }),
        button(null, cameraText.other, () => this.#change(video, set), { id: "camera-other", hidden: true, "aria-label": cameraText.otherName })));
  }

  /** Read by the next camera from here on. */
  async #change(video, set) {
    const id = this.#next;
    this.#release();
    drawTiles(this.#overlay, null);
    await this.#read(video, set, id);
  }

  #opened(camera) {
    this.#camera = camera;
    this.#awake = stayAwake();
    camera.onLost(() => {
      this.#dialog.close();
      this.#act.trouble({ code: "camera-lost", message: cameraText.lost, where: "camera" });
    });
    this.#dialog.querySelector("#camera-now").disabled = false;
    const torch = this.#dialog.querySelector("#camera-torch");
    torch.hidden = !camera.hasTorch;
    torch.setAttribute("aria-pressed", "false");
    const starting = api.starting();
    if (starting) this.#say("starting", starting);
    else this.#say("none", cameraText.looking);
  }

  async #look(set, signal) {
    let session = null;
    while (!signal.aborted) {
      await inView();
      if (signal.aborted) return;
      const [time, frame] = [performance.now() / 1000, this.#camera.frame()];
      const upload = await jpeg(scaled(frame, frame.width, frame.height, FRAME_SIDE), QUALITY);
      try {
        const answer = await api.within(SILENT, signal, (one) => api.live(upload, time, session, set, one));
        session = answer.session;
        this.#show(answer);
        if (this.#stands(answer, time)) {
          this.#keep(frame, upload, answer.reading);
          return;
        }
      } catch (problem) {
        if (signal.aborted) return;
        session = problem.error?.code === "unknown-session" ? null : session;
        await this.#wait(problem);
      }
    }
  }

  /** Wait before the next try if the server is busy or gone; rethrow any other problem. */
  async #wait(problem) {
    const code = problem.error?.code;
    if (code === "unknown-session") return;
    // A slow server may still be reading a frame for whose answer we no longer waited.
    const busy = api.isBusy(problem) || code === "frame-in-flight";
    if (!busy && code !== "server-gone") throw problem;
    this.#say(code, busy ? cameraText.busy : problem.message);
    await api.pause(LATER);
  }

  #show(answer) {
    // A frame that the server skipped has no tiles of its own: we leave the drawing as it is.
    if (!answer.read) return;
    drawTiles(this.#overlay, answer.reading);
    const { kind, text } = words(answer);
    this.#dialog.dataset.state = answer.state;
    this.#say(kind, text);
  }

  /** Set the status line, which screen readers speak: a new kind at once, a new count at most every `COUNTED` ms. */
  #say(kind, text) {
    const now = performance.now();
    if (this.#status.textContent === text || (kind === this.#said.kind && now - this.#said.at < COUNTED)) return;
    this.#said = { kind, at: now };
    this.#status.textContent = text;
  }

  /** Return whether to keep this frame's reading: it is steady, and complete or unlikely to improve. */
  #stands({ state, read, reading }, time) {
    if (state !== "steady") this.#stood = null;
    if (state !== "steady" || !read) return false;
    this.#stood ??= time;
    const whole = rackSize(reading) >= WHOLE_RACK && !reading.issues.length;
    return whole || time - this.#stood >= DOUBTED;
  }

  #keep(frame, upload, scan) {
    navigator.vibrate?.(60);
    const look = lookOf(frame, frame.width, frame.height);
    this.#dialog.close();
    this.#act.read({ upload, look, scan });
  }

  async #now() {
    const frame = this.#camera.frame();
    this.#dialog.close();
    this.#act.photo(new File([await jpeg(frame, QUALITY)], "camera.jpg", { type: "image/jpeg" }));
  }

  async #torch(button) {
    const on = button.getAttribute("aria-pressed") !== "true";
    try {
      await this.#camera.torch(on);
      button.setAttribute("aria-pressed", String(on));
    } catch {
      // A phone that is hot or low on battery may refuse the light that it promised.
      button.hidden = true;
    }
  }

  #release() {
    this.#control?.abort();
    this.#camera?.close();
    this.#camera = null;
    this.#awake?.();
    this.#awake = null;
  }
}
