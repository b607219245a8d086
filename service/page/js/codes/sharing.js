// Share cards from phone to phone with QR codes.

import { byId, followDialog, section } from "../shared/dom.js";
import { view } from "../shared/navigation.js";
import { cameraText, cardsText } from "../shared/texts.js";
import { readCodes } from "./code-reader.js";
import { codesOf, collect, textOf } from "./codes.js";
import { readView, shareView } from "./share-dialog.js";

const TURN = 1600; // ms for which we show each of several codes

/**
 * Start sharing. `camera`: {mayAsk, open(video, signal), refusal(problem), stayAwake()}; `take(text)` gets the text of
 * a card that the camera has read. Return {share(title, text), read()}.
 */
export function startSharing(store, camera, take) {
  const video = document.createElement("video");
  video.muted = true;
  video.playsInline = true;
  video.setAttribute("aria-label", cardsText.view);
  let open = null; // the open camera
  let control = null; // ends the reading under way; its camera may open only later
  let turning = null;
  let rest = () => {}; // lets the screen go dark again
  let taking = false; // we have all codes, and are making them into a card

  const shared = (patch) => store.set({ shared: { ...store.state.shared, ...patch } });
  const turn = (by) => {
    const { at, codes } = store.state.shared;
    shared({ at: (at + by + codes.length) % codes.length });
  };
  const keepTurning = () => {
    clearInterval(turning);
    turning = setInterval(() => store.state.shared && !store.state.shared.still && turn(1), TURN);
  };

  const close = () => {
    control?.abort();
    open?.close();
    open = null;
    rest();
    store.set({ reading: null });
  };

  const actions = {
    closeShare: () => {
      clearInterval(turning);
      rest();
      store.set({ shared: null });
    },
    turn: (by) => {
      shared({ still: true });
      turn(by);
    },
    still: () => shared({ still: !store.state.shared.still }),
    send: async () => {
      const { title, file } = store.state.shared;
      try {
        await navigator.share({ title, files: [file] });
      } catch (problem) {
        // AbortError: the player left the phone's own dialog, which is no fault.
        if (problem.name !== "AbortError") shared({ trouble: cardsText.notSent });
      }
    },
    closeRead: close,
  };

  async function share(title, text) {
    if (view() !== "cards") return; // the text came late: the player has gone to another part
    // Some browsers can pass a file to other apps; they refuse files that are not text, hence .txt.
    const file = new File([text], `${title}.txt`, { type: "text/plain" });
    const sends = Boolean(navigator.canShare?.({ files: [file] }));
    store.set({ shared: { title, codes: [], at: 0, still: false, file: sends ? file : null } });
    if (!("CompressionStream" in window)) {
      shared({ trouble: cardsText.tooOld });
      return;
    }
    try {
      const codes = await codesOf(text);
      if (!store.state.shared) return; // closed meanwhile
      shared({ codes });
      rest = camera.stayAwake();
      keepTurning();
    } catch (problem) {
      if (!(problem instanceof RangeError)) throw problem;
      shared({ trouble: cardsText.tooLongForCodes });
    }
  }

  async function onCode(code) {
    const { reading } = store.state;
    if (!reading || taking) return;
    const got = collect(reading.got ?? null, code);
    if (got === (reading.got ?? null)) return;
    if (got.have < got.of) {
      store.set({ reading: { got, trouble: null } });
      return;
    }
    taking = true;
    const text = await textOf(got).catch((problem) => {
      if (!(problem instanceof RangeError)) throw problem;
      return null;
    }).finally(() => { taking = false; });
    if (!store.state.reading) return; // closed meanwhile
    if (text === null) {
      store.set({ reading: { got: null, trouble: cardsText.badCodes } });
      return;
    }
    close();
    await take(text);
  }

  async function read() {
    store.set({ reading: { got: null, trouble: null } });
    if (!camera.mayAsk || !("DecompressionStream" in window)) {
      store.set({ reading: { got: null, trouble: camera.mayAsk ? cardsText.tooOld : cardsText.noCamera } });
      return;
    }
    control = new AbortController();
    const { signal } = control;
    rest = camera.stayAwake();
    try {
      open = await camera.open(video, signal);
      open.onLost(() => !signal.aborted && store.set({ reading: { got: store.state.reading.got, trouble: cameraText.lost } }));
    } catch (problem) {
      if (!signal.aborted) store.set({ reading: { got: null, trouble: camera.refusal(problem).message } });
      return;
    }
    await readCodes(video, () => signal.aborted, onCode);
  }

  section(store, byId("share-dialog"), ["shared"], shareView(actions));
  section(store, byId("codes-dialog"), ["reading"], readView(actions, video));
  followDialog(store, byId("share-dialog"), (state) => state.shared, actions.closeShare);
  followDialog(store, byId("codes-dialog"), (state) => state.reading, close);
  return { share, read };
}
