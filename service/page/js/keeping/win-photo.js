// The photos of wins. Each goes to the book after its win, and the player can open it there. `photos` are
// {key, game, seq, busy, trouble}; seq is null until the book has the win. We keep the photo itself apart, by its key.

import * as api from "../shared/api.js";
import { alert, busy, button, dialogHead, fine } from "../shared/controls.js";
import { announce, element } from "../shared/dom.js";
import { again, dropApart, keepApart, keptApart } from "../shared/kept-photo.js";
import { withoutServer } from "../shared/page-state.js";
import { jpeg, scaled } from "../shared/pictures.js";
import { save } from "../shared/save-file.js";
import { bookText, pageText } from "../shared/texts.js";
import { evidenceResult } from "./open-evidence.js";

const SMALL = 1_500_000; // bytes up to which we send a photo as it is; the book takes some 4 MB a win
const LONG_SIDE = 2000; // pixels of the long side to which we shrink a larger photo
const FILE = "rackcheck-evidence.zip";
const KINDS = { "photo.jpg": "image/jpeg", "photo.png": "image/png", "photo.webp": "image/webp" };
const PART = 0x04034b50; // signature that begins a file in a zip archive

const nameOf = (key) => `win-${key}`;

/** Return the photo for the book. With `open` tiles it keeps its size: the claim numbers tiles of the photo as read. */
async function photoOf({ photo, scan }, open) {
  const { blob } = await again(photo, scan);
  if (blob.size <= SMALL || open) return blob;
  const bitmap = await createImageBitmap(blob, { imageOrientation: "from-image" });
  const { width, height } = bitmap;
  const small = await jpeg(scaled(bitmap, width, height, LONG_SIDE), 0.85);
  bitmap.close();
  return small;
}

export class WinPhotos {
  #store;
  #reload;
  #judged;
  #held = new Map(); // key: promise of the photo and claim to send, as long as the page is open

  /**
   * `store` is the store of the book, `reload()` loads its open game again. `judged` reads the state of the scan page:
   * claim(state), isEvidence(state) (there is a photo with an answer) and isOpen(state) (tiles in it are still open).
   */
  constructor(store, reload, judged) {
    this.#store = store;
    this.#reload = reload;
    this.#judged = judged;
  }

  /** Return whether the state has a photo to keep. */
  offers = (state) => this.#judged.isEvidence(state);

  /** Show the photo's line in an entry. */
  line = (seq, title, kept, coming) => photoLine(seq, title, kept, coming, {
    photo: () => openPhoto(this.#store, seq, title), photoAgain: (key) => this.send(key), photoLeave: (key) => this.drop(key),
  });

  /** The dialog with the photo of a win. */
  get view() {
    return photoView(this.#store, this.#told);
  }

  /** Hold the photo of the win on the scan page until the book has the win. */
  hold(key, game, state) {
    if (!state.keepPhoto || !this.offers(state)) return;
    this.#store.set({ photos: [...this.#store.state.photos, { key, game, seq: null, busy: false, trouble: null }] });
    const set = state.scan.set?.used ? state.scan.set.name : null;
    const said = this.#judged.claim(state);
    const made = photoOf(state, this.#judged.isOpen(state)).then(async (blob) => {
      const held = { blob, claim: said, set };
      await keepApart(nameOf(key), held);
      return held;
    }).catch(() => null); // the browser cannot draw the picture
    this.#held.set(key, made);
  }

  /** Put the new list of kept evidence into the open game. */
  #told = (id, evidence) => {
    const { game } = this.#store.state;
    if (game?.id !== id) return;
    this.#store.set({ game: { ...game, evidence } });
    // A load that began before the change may still come, without it: the load that we begin now comes after it.
    this.#reload();
  };

  #find = (key) => this.#store.state.photos.find((one) => one.key === key);

  #change(key, patch) {
    this.#store.set({ photos: this.#store.state.photos.map((one) => (one.key === key ? { ...one, ...patch } : one)) });
  }

  /** Send the photo of a win: the book has the win. */
  entered(key, seq) {
    if (!this.#find(key)) return;
    this.#change(key, { seq });
    this.send(key);
  }

  /** Send the photos left over, for example after a reload; drop those whose win the player has dropped. */
  resume() {
    const { photos, queued } = this.#store.state;
    const coming = queued.map(({ entry }) => entry.key);
    for (const { key, seq } of photos) {
      if (seq !== null) this.send(key);
      else if (!coming.includes(key)) this.drop(key);
    }
  }

  async send(key) {
    const { game, seq } = this.#find(key);
    this.#change(key, { busy: true, trouble: null });
    await api.attempt(async () => {
      const held = await (this.#held.get(key) ?? keptApart(nameOf(key)));
      if (!held) {
        this.#change(key, { busy: false, trouble: bookText.photoLost });
        return;
      }
      const { evidence } = await api.patiently(() => api.keepWithWin(game, seq, held.blob, held.claim, held.set));
      this.drop(key);
      this.#told(game, evidence);
      announce(bookText.photoKept);
    }, ({ message }) => this.#change(key, { busy: false, trouble: message }));
  }

  drop(key) {
    this.#held.delete(key);
    dropApart(nameOf(key));
    this.#store.set({ photos: this.#store.state.photos.filter((one) => one.key !== key) });
  }
}

/** `actions`: photo(), photoAgain(key), photoLeave(key). */
function photoLine(seq, title, kept, coming, actions) {
  if (coming?.trouble) {
    return [alert(bookText.photoNotKept(coming.trouble)), element("div", { class: "row" },
      button(`photo-again-${seq}`, pageText.tryAgain, () => actions.photoAgain(coming.key), { class: "small" }),
      button(`photo-leave-${seq}`, bookText.photoLeave, () => actions.photoLeave(coming.key), { class: "small plain" }))];
  }
  if (coming) return busy(bookText.photoKeeping);
  if (!kept) return null;
  return kept.state === "kept"
    ? element("div", { class: "row" }, button(`photo-${seq}`, bookText.photo, actions.photo, { class: "small", "aria-label": bookText.photoOf(title) }))
    : element("p", { class: kept.state === "removed" ? "fine" : "note warn" }, bookText.photoStates[kept.state]);
}

/** Return the photo in a bundle (a zip archive without compression), or null without a photo that browsers show. */
function photoIn(data) {
  const view = new DataView(data);
  for (let at = 0; at + 30 <= data.byteLength && view.getUint32(at, true) === PART;) {
    const [size, named, more] = [view.getUint32(at + 18, true), view.getUint16(at + 26, true), view.getUint16(at + 28, true)];
    const name = new TextDecoder().decode(new Uint8Array(data, at + 30, named));
    const from = at + 30 + named + more;
    if (name in KINDS) return new Blob([data.slice(from, from + size)], { type: KINDS[name] });
    at = from + size;
  }
  return null;
}

let pictured = null; // address of the picture opened last

/** Open the photo of a win; `photo` in the state is {seq, title, file, picture, found, trouble, sure}. */
async function openPhoto(store, seq, title) {
  const { id } = store.state.game;
  const photo = { seq, title, file: null, picture: null, found: null, trouble: null, sure: false };
  store.set({ photo });
  const open = () => store.state.photo?.seq === seq && store.state.game?.id === id;
  const add = (patch) => open() && store.set({ photo: { ...store.state.photo, ...patch } });
  await api.attempt(async () => {
    const file = await api.ofWin(id, seq);
    const shown = photoIn(await file.arrayBuffer());
    URL.revokeObjectURL(pictured);
    pictured = shown && URL.createObjectURL(shown);
    add({ file, picture: pictured });
    add({ found: await api.openEvidence(file) });
  }, ({ message }) => add({ trouble: message }));
}

function photoView(store, told) {
  const close = () => store.set({ photo: null });
  const remove = (all) => {
    const { photo: { seq }, game: { id } } = store.state;
    close();
    const removed = () => (all ? api.removeOfGame(id) : api.removeOfWin(id, seq));
    api.asking(store, async () => told(id, (await removed()).evidence));
  };
  const sure = (yes) => store.set({ photo: { ...store.state.photo, sure: yes } });
  // A corrected win shares the photo of the entry that it replaces.
  const kept = ({ evidence }) => new Set(evidence.filter((one) => one.state === "kept").map((one) => one.of)).size;
  return ({ photo, game }) => photo && [
    dialogHead("win-photo-title", photo.title, close),
    element("div", { class: "win-photo" }, photo.picture && element("img", { src: photo.picture, alt: bookText.photoAlt })),
    alert(photo.trouble),
    fine(withoutServer ? bookText.photoHere : bookText.photoSeen),
    photo.sure
      ? element("div", { class: "note", role: "group", "aria-label": bookText.photoRemove }, element("p", {}, bookText.photoRemoveSure),
        element("div", { class: "row" },
          button("photo-remove-yes", bookText.photoRemoveYes, () => remove(false), { class: "danger" }),
          kept(game) > 1 && button("photo-remove-all", bookText.photoRemoveAll(kept(game)), () => remove(true), { class: "danger" }),
          button("photo-remove-no", pageText.cancel, () => sure(false))))
      : element("div", { class: "row" },
        button("photo-save", pageText.saveFile, () => save(photo.file, FILE), { class: "small", disabled: !photo.file }),
        button("photo-remove", bookText.photoRemove, () => sure(true), { class: "small plain" })),
    // The result stands last, so that nothing moves when it comes.
    photo.found ? evidenceResult(photo.found) : !photo.trouble && busy(bookText.photoOpening),
  ];
}
