// Read the QR codes of a card with the camera.

import { byId, element, followDialog, section } from "../shared/dom.js";
import { cameraText, cardsText } from "../shared/texts.js";
import { readCodes } from "./code-reader.js";
import { collect, isNewer, textOf } from "./codes.js";
import { readView } from "./share-dialog.js";

/** Return `onCode(code)`, which collects codes, and calls `done(text)` with the text of a card once it has all. */
function collector(store, done) {
  return async (code) => {
    const { reading } = store.state;
    if (!reading) return;
    if (isNewer(code) && !reading.newer) store.set({ reading: { ...reading, newer: true } });
    const got = collect(reading.got, code);
    if (got === reading.got) return;
    const card = got.at(-1);
    if (card.have < card.of) {
      store.set({ reading: { got, trouble: null } });
      return;
    }
    const text = await textOf(card).catch((problem) => {
      if (!(problem instanceof RangeError)) throw problem;
      return null;
    });
    if (!store.state.reading) return; // closed meanwhile, or the code was seen twice
    if (text === null) store.set({ reading: { got: got.slice(0, -1), trouble: cardsText.badCodes } });
    else await done(text);
  };
}

/**
 * Return `read()`, which reads a card with the camera; `take(text)` gets its text. `camera`: {mayAsk,
 * open(video, signal), refusal(problem, instead), stayAwake()}.
 */
export function collectingCodes(store, camera, take) {
  const video = element("video", { playsinline: true, "aria-label": cameraText.view });
  video.muted = true;
  let open = null; // the open camera
  let control = null; // ends the reading under way; its camera may open only later
  let rest = () => {}; // lets the screen go dark again
  const close = () => {
    control?.abort();
    open?.close();
    open = null;
    rest();
    store.set({ reading: null });
  };
  const onCode = collector(store, (text) => {
    close();
    return take(text);
  });
  section(store, byId("codes-dialog"), ["reading"], readView(close, video));
  followDialog(store, byId("codes-dialog"), (state) => state.reading, close);

  return async () => {
    const refuse = (trouble) => store.set({ reading: { got: [], trouble, refused: true } });
    store.set({ reading: { got: [], trouble: null } });
    if (!camera.mayAsk || !("DecompressionStream" in window)) {
      refuse(camera.mayAsk ? cardsText.tooOldToRead : cardsText.noCamera);
      return;
    }
    control = new AbortController();
    const { signal } = control;
    rest = camera.stayAwake();
    try {
      open = await camera.open(video, signal);
      open.onLost(() => store.set({ reading: { got: store.state.reading.got, trouble: cameraText.lost } }));
    } catch (problem) {
      if (!signal.aborted) refuse(camera.refusal(problem, cardsText.insteadOfCodes).message);
      return;
    }
    await readCodes(video, () => signal.aborted, onCode);
  };
}
