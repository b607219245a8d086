// The photos of wins. Each goes to the book after its win, and the player can open it there. `photos` are
// {key, game, seq, busy, trouble}; seq is null until the book has the win. We keep the photo itself apart, by its key.

import * as api from "../shared/api.js";
import { alert, busy, button, dialogHead, fine } from "../shared/controls.js";
import { announce, element } from "../shared/dom.js";
import { again, dropApart, keepApart, keptApart, usedSet } from "../shared/kept-photo.js";
import { withoutServer } from "../shared/page-state.js";
import { jpeg, scaled } from "../shared/pictures.js";
import { save } from "../shared/save-file.js";
import { bookText, pageText } from "../shared/texts.js";
import { evidenceResult } from "./open-evidence.js";
import { filesIn } from "./stored-zip.js";

const SMALL = 1_500_000; // bytes up to which we send a photo as it is; the book takes some 4 MB a win
const LONG_SIDE = 2000; // pixels of the long side to which we shrink a larger photo
const FILE = "rackcheck-evidence.zip";
const KINDS = { "photo.jpg": "image/jpeg", "photo.png": "image/png", "photo.webp": "image/webp" };

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

/** Return the photo in a bundle (a zip archive without compression), or null without a photo that browsers show. */
function photoIn(data) {
  const [found] = [...filesIn(data)].filter(([name]) => name in KINDS);
  return found ? new Blob([found[1]], { type: KINDS[found[0]] }) : null;
}

let pictured = null; // address of the picture opened last

/**
 * Return the keeper of the photos of wins. `store` is the store of the book, `reload()` loads its open game again. `judged`
 * reads the state of the scan page: claim(state), isEvidence(state) (there is a photo with an answer) and isOpen(state)
 * (tiles in it are still open).
 */
export function winPhotos(store, reload, { claim, isEvidence, isOpen }) {
  const held = new Map(); // key: promise of the photo and claim to send, as long as the page is open

  /** Put the new list of kept evidence into the open game. */
  function told(id, evidence) {
    const { game } = store.state;
    if (game?.id !== id) return;
    store.set({ game: { ...game, evidence } });
    // A load that began before the change may still come, without it: the load that we begin now comes after it.
    reload();
  }

  const find = (key) => store.state.photos.find((one) => one.key === key);
  const change = (key, patch) => store.set({ photos: store.state.photos.map((one) => (one.key === key ? { ...one, ...patch } : one)) });

  /** Hold the photo of the win on the scan page until the book has the win. */
  function hold(key, game, state) {
    if (!state.keepPhoto || !isEvidence(state)) return;
    store.set({ photos: [...store.state.photos, { key, game, seq: null, busy: false, trouble: null }] });
    const set = usedSet(state.scan);
    const said = claim(state);
    const made = photoOf(state, isOpen(state)).then(async (blob) => {
      const one = { blob, claim: said, set };
      await keepApart(nameOf(key), one);
      return one;
    }).catch(() => null); // the browser cannot draw the picture
    held.set(key, made);
  }

  async function send(key) {
    const { game, seq } = find(key);
    change(key, { busy: true, trouble: null });
    await api.attempt(async () => {
      const one = await (held.get(key) ?? keptApart(nameOf(key)));
      if (!one) {
        change(key, { busy: false, trouble: bookText.photoLost });
        return;
      }
      // If only an answer was lost, the book has had the photo: what somebody has removed since stays removed.
      const before = await api.keptWithWins(game);
      const isRemoved = before.some((had) => had.of === seq && had.state === "removed");
      const { evidence } = isRemoved ? { evidence: before } : await api.patiently(() => api.keepWithWin(game, seq, one.blob, one.claim, one.set));
      drop(key);
      told(game, evidence);
      if (!isRemoved) announce(bookText.photoKept);
    }, ({ message }) => change(key, { busy: false, trouble: message }));
  }

  function drop(key) {
    held.delete(key);
    dropApart(nameOf(key));
    store.dropPhoto(key);
  }

  /** Send the photo of a win: the book has the win. */
  function entered(key, seq) {
    if (!find(key)) return;
    change(key, { seq });
    send(key);
  }

  /** Send the photos left over, for example after a reload; drop those whose win the player has dropped. */
  function resume() {
    const { photos, queued, entered: taken } = store.state;
    const coming = queued.map(({ entry }) => entry.key);
    for (const { key, seq } of photos) {
      const found = seq ?? taken.find((one) => one.key === key)?.seq;
      if (found !== undefined) entered(key, found);
      else if (!coming.includes(key)) drop(key);
    }
  }

  /** Open the photo of a win; `photo` in the state is {seq, title, file, picture, found, trouble, sure}. */
  async function open(seq, title) {
    const { id } = store.state.game;
    store.set({ photo: { seq, title, file: null, picture: null, found: null, trouble: null, sure: false } });
    const isOn = () => store.state.photo?.seq === seq && store.state.game?.id === id;
    const add = (patch) => isOn() && store.set({ photo: { ...store.state.photo, ...patch } });
    await api.attempt(async () => {
      const file = await api.ofWin(id, seq);
      const shown = photoIn(await file.arrayBuffer());
      URL.revokeObjectURL(pictured);
      pictured = shown && URL.createObjectURL(shown);
      add({ file, picture: pictured });
      add({ found: await api.openEvidence(file) });
    }, ({ message }) => {
      add({ trouble: message });
      reload(); // another phone may have removed the photo
    });
  }

  /** Show the photo's line in an entry. */
  function line(seq, title, kept, coming) {
    if (coming?.trouble) {
      return [alert(bookText.photoNotKept(coming.trouble)), element("div", { class: "row" },
        button(`photo-again-${seq}`, pageText.tryAgain, () => send(coming.key), { class: "small" }),
        button(`photo-leave-${seq}`, bookText.photoLeave, () => drop(coming.key), { class: "small plain" }))];
    }
    if (coming) return busy(bookText.photoKeeping);
    if (!kept) return null;
    return kept.state === "kept"
      ? element("div", { class: "row" }, button(`photo-${seq}`, bookText.photo, () => open(seq, title), { class: "small", "aria-label": bookText.photoOf(title) }))
      : element("p", { class: kept.state === "removed" ? "fine" : "note warn" }, bookText.photoState(kept.state));
  }

  const close = () => store.set({ photo: null });
  const sure = (yes) => store.set({ photo: { ...store.state.photo, sure: yes } });

  /** Remove the photos of these wins: the page names each, as another phone may have kept one that nobody saw here. */
  function remove(wins) {
    const { id } = store.state.game;
    close();
    api.asking(store, async () => {
      let evidence = null;
      try {
        for (const seq of wins) ({ evidence } = await api.removeOfWin(id, seq));
      } finally {
        if (evidence) told(id, evidence);
      }
    });
  }

  // A corrected win shares the photo of the entry that it replaces.
  const kept = ({ evidence }) => [...new Set(evidence.filter((one) => one.state === "kept").map((one) => one.of))];

  /** Say with which entry the photo was kept, if a correction has taken its place: its answer is that of the entry then. */
  function keptWith(seq, { evidence, entries }) {
    const of = evidence.find((one) => one.entry === seq)?.of ?? seq;
    return of !== seq && fine(bookText.photoOfCorrected(bookText.win(entries.find((one) => one.seq === of))));
  }

  /** Show the dialog with the photo of a win. */
  const view = ({ photo, game }) => photo && [
    dialogHead("win-photo-title", photo.title, close),
    keptWith(photo.seq, game),
    element("div", { class: "win-photo" }, photo.picture && element("img", { src: photo.picture, alt: bookText.photoAlt })),
    alert(photo.trouble),
    fine(withoutServer ? bookText.photoHere : bookText.photoSeen),
    photo.sure
      ? element("div", { class: "note", role: "group", "aria-label": bookText.photoRemoveSure }, element("p", {}, bookText.photoRemoveSure),
        element("div", { class: "row" },
          button("photo-remove-yes", bookText.photoRemoveYes, () => remove([photo.seq]), { class: "danger" }),
          kept(game).length > 1 && button("photo-remove-all", bookText.photoRemoveAll(kept(game).length), () => remove(kept(game)), { class: "danger" }),
          button("photo-remove-no", pageText.cancel, () => sure(false), { "data-first": true })))
      : element("div", { class: "row" },
        button("photo-save", pageText.saveFile, () => save(photo.file, FILE), { class: "small", disabled: !photo.file }),
        button("photo-remove", bookText.photoRemove, () => sure(true), { class: "small plain" })),
    // The result stands last, so that nothing moves when it comes.
    photo.found ? evidenceResult(photo.found) : !photo.trouble && busy(bookText.photoOpening),
  ];

  return { offers: isEvidence, hold, drop, entered, resume, line, view };
}
