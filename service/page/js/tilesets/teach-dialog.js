// The dialog that teaches a tile set: the player photographs its faces and corrects their labels.

import * as api from "../shared/api.js";
import { alert, busy, button, dialogHead, filePicker, fine } from "../shared/controls.js";
import { afterTap, announce, element, nodesOf } from "../shared/dom.js";
import { CLOSE, crop, prepare } from "../shared/pictures.js";
import { pageText, photoText, teachText } from "../shared/texts.js";
import { cardList, cardsOf, labelChoice, named, NOTHING, notes } from "./face-cards.js";
import { dropLesson, keepFaces, keepSaid, keptLesson } from "./kept-lesson.js";
import { nameField, nameTrouble, typedName } from "./set-name.js";

const CROP = 120; // side of a crop in pixels; the page shows it at half that
const NAME_FIELD = "set-name";
const TROUBLE = "teach-trouble";

/** The dialog. We call `onTaught(name)` when a photo or a file has taught a tile set, `onGone()` when the set is gone. */
export class TeachDialog {
  #dialog;
  #onTaught;
  #onGone;
  #name = "";
  #known = ""; // name of the tile set to teach more; if another phone has renamed or forgotten it, the player hears that first
  // Until it has taught, so that neither a wrong name nor closing the dialog loses it: the chosen file, the photo
  // {upload, look}, the proposal {width, height, issues, tiles, by} with the player's answers, and the key of the kept copy.
  #lesson = {};
  #others = new Map(); // name: lesson of other tile sets, not taught yet
  #crops = new WeakMap(); // tile: its crop, drawn once, not after each answer
  #trouble = null;
  #busy = false;
  #asked = 0; // number of the last request in `#again`; answers to earlier ones are stale
  #back = null; // where the back button leads, or null for out of the dialog
  #restored; // ends when the lesson that a reload interrupted is back

  constructor(dialog, onTaught, onGone) {
    this.#dialog = dialog;
    this.#onTaught = onTaught;
    this.#onGone = onGone;
    this.#restored = this.#restore();
    dialog.addEventListener("cancel", (event) => {
      if (!this.#back) return;
      event.preventDefault();
      this.#back();
    });
  }

  async #restore() {
    const kept = await keptLesson();
    if (!kept) return;
    const { key, name, known, file, photo, proposal } = kept;
    [this.#name, this.#known] = [name, known];
    this.#lesson = { key, photo, proposal, file: new File([photo.upload], file) };
  }

  /** Keep the player's answers over a reload. */
  #keep() {
    const { key, proposal } = this.#lesson;
    keepSaid({ key, proposal, name: this.#name, known: this.#known });
  }

  /** Open the dialog for a new tile set, or to teach the named one more; faces not taught yet are still there. */
  async open(name = "") {
    await this.#restored;
    if (!this.#busy) {
      this.#trouble = null;
      this.#known = name;
      if (this.#lesson.proposal?.by !== this.#name || (name && name !== this.#name)) this.#turnTo(name);
      if (this.#lesson.proposal) this.#faces();
      else this.#ask();
    }
    if (!this.#dialog.open) this.#dialog.showModal();
  }

  /** Follow the new name of a tile set, so that faces not taught yet still go to it. */
  renamed(was, now) {
    if (this.#name === was) this.#name = now;
    if (this.#known === was) this.#known = now;
    if (this.#lesson.proposal?.by === was) this.#lesson.proposal.by = now;
    const other = this.#others.get(was);
    if (other) this.#others.set(now, { ...other, proposal: { ...other.proposal, by: now } });
    this.#others.delete(was);
    if (this.#lesson.proposal) this.#keep();
  }

  /** Turn to the faces of another tile set; those at hand wait until the player comes back to their set. */
  #turnTo(name) {
    if (this.#lesson.proposal) this.#others.set(this.#lesson.proposal.by, this.#lesson);
    this.#name = name;
    this.#lesson = this.#others.get(name) ?? {};
    this.#others.delete(name);
  }

  /** Show nodes from which the button and the phone's back button call `back`; null leads out of the dialog. */
  #show(title, nodes, back = null) {
    this.#back = back;
    const head = dialogHead("teach-title", title, back ?? (() => this.#dialog.close()), back ? { label: teachText.back, sign: "←" } : {});
    this.#dialog.replaceChildren(...nodesOf([head, alert(this.#trouble, { id: TROUBLE }), nodes]));
    this.#dialog.scrollTop = 0;
    // The pressed control is gone: for screen readers and players without a pointer we focus the new content.
    if (this.#dialog.open) this.#dialog.querySelector("h2").focus();
  }

  #wait(text) {
    this.#show(this.#name, [busy(text)]);
  }

  #patiently(work) {
    return api.patiently(work, () => this.#wait(pageText.waiting));
  }

  #photoPicker(key, text, capture = false) {
    return filePicker(key, text, (file) => this.#look(file), { capture, style: capture ? "main" : "" });
  }

  #ask() {
    this.#show(teachText.title, [
      element("p", {}, teachText.how),
      nameField(NAME_FIELD, this.#name, this.#trouble && nameTrouble(this.#name) && TROUBLE, { placeholder: teachText.example }),
      this.#lesson.file && button(null, teachText.samePhoto, () => this.#look(this.#lesson.file), { class: "main wide" }),
      element("div", { class: "row" }, this.#photoPicker("teach-take", teachText.take, true), this.#photoPicker("teach-choose", photoText.choose)),
      fine(teachText.fromFile),
      element("div", { class: "row" }, filePicker("teach-file", teachText.openFile, (file) => this.#open(file), { accept: ".json,application/json" }))]);
  }

  #keepName() {
    const field = this.#dialog.querySelector(`#${NAME_FIELD}`);
    if (field) this.#name = typedName(field);
  }

  async #look(file) {
    this.#keepName();
    if (file !== this.#lesson.file) {
      dropLesson(this.#lesson.key);
      this.#lesson = { file };
    }
    this.#trouble = nameTrouble(this.#name);
    if (this.#trouble) {
      this.#ask();
      return;
    }
    await this.#trying(async () => {
      this.#wait(teachText.looking);
      this.#lesson.photo = await prepare(file);
      const proposal = await this.#patiently(() => this.#proposed());
      if (!proposal.tiles.length) {
        this.#lesson = {};
        throw new api.Refused({ code: "no-tiles", message: teachText.noFaces, where: "" });
      }
      this.#lesson.proposal = { ...proposal, by: this.#name, tiles: proposal.tiles.map((tile, at) => this.#asSaid(tile, at, proposal)) };
      this.#lesson.key = keepFaces(this.#lesson.photo, file.name);
      this.#keep();
      announce(teachText.found(proposal.tiles.length, cardsOf(this.#lesson.proposal.tiles).filter(({ sure }) => !sure).length));
      this.#faces();
    }, () => this.#ask());
  }

  /** Ask for proposed labels of the photo's faces, given the player's answers so far. */
  #proposed() {
    const said = (this.#lesson.proposal?.tiles ?? []).filter((tile) => tile.said).map(({ quad, label }) => ({ quad, label }));
    return api.proposeFaces(this.#name, this.#lesson.photo.upload, this.#lesson.file.name || "photo.jpg", said);
  }

  /** Return a tile with the player's earlier answer, if the same photo was read for another tile set's name. */
  #asSaid(tile, at, { tiles }) {
    const before = this.#lesson.proposal?.tiles;
    return before?.length === tiles.length && before[at].said ? { ...tile, label: before[at].label, sure: true, said: true } : tile;
  }

  /** Take a tile set from a file that another phone or server has saved. */
  async #open(file) {
    this.#keepName();
    await this.#trying(async () => {
      this.#wait(teachText.reading);
      await this.#taught(await this.#patiently(() => api.importSet(file, this.#name)));
    }, () => this.#ask());
  }

  async #trying(work, back) {
    this.#trouble = null;
    this.#busy = true;
    try {
      await api.attempt(work, ({ code, message }) => {
        this.#trouble = message;
        if (code === "unknown-set") {
          this.#known = "";
          this.#onGone();
        }
        back();
      });
    } finally {
      this.#busy = false;
    }
  }

  #crop = (tile) => {
    if (!this.#crops.has(tile)) this.#crops.set(tile, crop(this.#lesson.photo.look, this.#lesson.proposal, tile.box, CROP, CLOSE));
    return this.#crops.get(tile);
  };

  #faces(focus = null) {
    const { tiles } = this.#lesson.proposal;
    const cards = cardsOf(tiles);
    const [open, sure] = [cards.filter((card) => !card.sure), cards.filter((card) => card.sure)];
    const count = tiles.filter((tile) => tile.label !== NOTHING).length;
    this.#show(this.#name, [
      notes(this.#lesson.proposal),
      element("p", {}, teachText.look(open.length)),
      this.#cards(open, "unsure"),
      open.length > 0 && [fine(teachText.asNamed(open.length)), sure.length > 0 && element("h3", {}, teachText.sure)],
      this.#cards(sure),
      button(null, teachText.teach(count), () => this.#teach(), { class: "main wide", disabled: count === 0 }),
      button(null, teachText.other, () => this.#ask(), { class: "plain wide" })]);
    this.#trouble = null;
    if (focus !== null) this.#dialog.querySelector(`[data-face="${focus}"]`)?.focus();
  }

  #cards(cards, style) {
    return cardList(cards, this.#crop, (card) => this.#one(card), style);
  }

  /** Ask for the label of a card's faces; the player leaves out faces of another tile. */
  #one(card) {
    this.#show(teachText.which, labelChoice(card, this.#crop, (meant, label) => {
      for (const one of meant) Object.assign(one, { label, sure: true, said: true });
      this.#keep();
      this.#faces(this.#lesson.proposal.tiles.indexOf(meant[0]));
      announce(teachText.isNow(named(label)));
      this.#again();
    }), () => this.#faces(card.at));
  }

  /** Classify the other faces again with the player's answers; if that fails, they keep their labels. */
  async #again() {
    const proposal = this.#lesson.proposal;
    const count = (this.#asked += 1);
    try {
      const { tiles, issues } = await this.#proposed();
      if (this.#lesson.proposal !== proposal || count !== this.#asked || this.#busy || tiles.length !== proposal.tiles.length) return;
      proposal.issues = issues;
      proposal.tiles.forEach((tile, at) => {
        const { label, sure, group } = tiles[at];
        Object.assign(tile, tile.said ? { group } : { label, sure, group });
      });
      this.#keep();
      afterTap(() => this.#facesAnew());
    } catch {
      // The next answer tries again.
    }
  }

  /** Show the faces with their new labels where they are on view: the player, who goes on meanwhile, keeps the place. */
  #facesAnew() {
    if (!this.#dialog.querySelector("[data-face]")) return;
    const { scrollTop } = this.#dialog;
    this.#faces(document.activeElement?.dataset?.face ?? null);
    this.#dialog.scrollTop = scrollTop;
  }

  async #teach() {
    await this.#trying(async () => {
      const tiles = this.#lesson.proposal.tiles.map(({ quad, label }) => ({ quad, label }));
      this.#wait(teachText.learning);
      const taught = await this.#patiently(() => api.teachFaces(this.#name, this.#lesson.photo.upload, this.#lesson.file.name || "photo.jpg", tiles, this.#name === this.#known));
      dropLesson(this.#lesson.key);
      this.#lesson = {};
      await this.#taught(taught);
    }, () => (this.#lesson.proposal ? this.#faces() : this.#ask()));
  }

  async #taught({ set, faces, missing }) {
    await this.#onTaught(set);
    this.#name = this.#known = set;
    this.#show(teachText.taught(set), [
      element("p", { role: "status" }, teachText.knows(faces)),
      missing.length > 0 && element("p", { class: "note warn" }, teachText.missing(missing)),
      element("div", { class: "row" }, this.#photoPicker("teach-more", teachText.another),
        button(null, pageText.done, () => this.#dialog.close(), { class: "main grow" }))]);
  }
}
