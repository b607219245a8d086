// Teaching a tile set: photograph its faces, put right what they are, and the set is known.

import * as api from "../shared/api.js";
import { announce, h } from "../shared/dom.js";
import { face } from "../rack/tile-face.js";
import { drawCrop, prepare } from "../shared/prepare-photo.js";
import { nameTrouble, typedName } from "./set-name.js";
import { KEYBOARD, tileName } from "../shared/words.js";

const CROP = 120; // pixels, shown at half that
const NOTHING = "NONE";
const BUSY = "The machine is busy with other photos. Yours is sent again in a moment …";

function named(label) {
  return label === NOTHING ? "no face" : tileName(label);
}

/** What a person is told of the faces; that a kind is lacking only until the marked ones have been looked at. */
function notes({ issues, tiles }) {
  const open = tiles.some((tile) => !tile.sure);
  return issues.filter(({ code }) => open || code !== "kinds-lacking").map(({ message }) => h("p", { class: "note warn" }, message));
}

/** The dialog in which a set is taught. `onTaught(name)` is told when a photo or a file has brought one. */
export class School {
  #dialog;
  #onTaught;
  #name = "";
  #file = null; // the photo as it was chosen, until it has taught: a wrong name must not cost it
  #photo = null; // {upload, look}
  #proposal = null; // {width, height, issues, tiles, by}, until it is taught: closing the dialog keeps what was said
  #trouble = null;
  #busy = false;
  #back = null; // where the way back leads, when not out of the dialog

  constructor(dialog, onTaught) {
    this.#dialog = dialog;
    this.#onTaught = onTaught;
    dialog.addEventListener("cancel", (event) => {
      if (!this.#back) return;
      event.preventDefault();
      this.#back();
    });
  }

  /** Open it for a new set, or to teach the set of that name more; faces that were not taught yet are still there. */
  open(name = "") {
    if (!this.#busy) {
      this.#trouble = null;
      if (this.#proposal?.by === this.#name && (!name || name === this.#name)) this.#faces();
      else this.#begin(name);
    }
    if (!this.#dialog.open) this.#dialog.showModal();
  }

  /** A set has another name: faces that wait to be taught to it are still its own. */
  renamed(was, now) {
    if (this.#name === was) this.#name = now;
    if (this.#proposal?.by === was) this.#proposal.by = now;
  }

  #begin(name) {
    this.#name = name;
    this.#file = this.#proposal = null;
    this.#ask();
  }

  #show(title, ...nodes) {
    this.#back = null;
    this.#put(title, h("button", { type: "button", class: "close", "aria-label": "Close", onclick: () => this.#dialog.close() }, "✕"), nodes);
  }

  /** Show something that leads back to `back`, by the button and by the phone's own way back. */
  #showBefore(back, title, ...nodes) {
    this.#back = back;
    this.#put(title, h("button", { type: "button", class: "close", "aria-label": "Back to all faces", onclick: back }, "←"), nodes);
  }

  #put(title, leave, nodes) {
    this.#dialog.replaceChildren(
      h("div", { class: "grip", "aria-hidden": "true" }),
      h("header", {}, h("h2", { id: "school-title", class: "grow" }, title), leave),
      ...[this.#trouble && h("p", { class: "note bad", role: "alert" }, this.#trouble), ...nodes].flat(2).filter(Boolean));
    this.#dialog.scrollTop = 0;
  }

  #wait(text) {
    this.#show(this.#name, h("p", { class: "busy", role: "status" }, text));
  }

  #picker(text, key, capture, take = (file) => this.#look(file), accept = "image/*") {
    return h("span", { class: "pick" },
      h("input", { type: "file", accept, id: key, class: "unseen", capture: capture && "environment",
        onchange: (event) => { const [file] = event.target.files; if (file) take(file); } }),
      h("label", { for: key, class: `button ${capture ? "main" : ""}` }, text));
  }

  #ask() {
    const field = h("input", { type: "text", id: "set-name", maxlength: "64", autocomplete: "off", value: this.#name,
      placeholder: "Grandma's set" });
    this.#show("Teach a tile set",
      h("p", {}, "Lay out one tile of each kind and every flower and joker that looks different, face up and apart, in rows. Photograph them from above in good light. Several photos are fine."),
      h("label", { class: "field" }, "What to call the set", field),
      this.#file && h("button", { type: "button", class: "main wide", onclick: () => this.#look(this.#file) }, "Go on with the same photo"),
      h("div", { class: "row" }, this.#picker("Take the photo", "school-take", true), this.#picker("Choose a photo", "school-choose", false)),
      h("p", { class: "fine" }, "Somebody has taught this set already? Ask for the file that “Save as a file” makes of it."),
      h("div", { class: "row" }, this.#picker("Open a set's file", "school-file", false, (file) => this.#open(file), ".json,application/json")));
  }

  #keepName() {
    const field = this.#dialog.querySelector("#set-name");
    if (field) this.#name = typedName(field);
  }

  async #look(file) {
    this.#keepName();
    if (file !== this.#file) this.#proposal = null;
    this.#file = file;
    const unfit = nameTrouble(this.#name);
    if (unfit) {
      this.#trouble = unfit;
      this.#ask();
      return;
    }
    await this.#trying(async () => {
      this.#wait("Looking at the faces …");
      this.#photo = await prepare(file);
      const proposal = await api.patiently(
        () => api.proposeFaces(this.#name, this.#photo.upload, file.name || "photo.jpg"), () => this.#wait(BUSY));
      if (!proposal.tiles.length) {
        this.#file = this.#proposal = null;
        throw new api.Refused({ code: "no-tiles", message: "No faces were found. Hold the phone closer, above the tiles, and try again.", where: "" });
      }
      this.#proposal = { ...proposal, by: this.#name, tiles: proposal.tiles.map((tile, at) => this.#asSaid(tile, at, proposal)) };
      announce(`${proposal.tiles.length} faces found, ${proposal.unsure.length} to look at.`);
      this.#faces();
    }, () => this.#ask());
  }

  /** A tile as a person has named it when the same photo was looked at before, under another name. */
  #asSaid(tile, at, { tiles }) {
    const before = this.#proposal?.tiles;
    return before?.length === tiles.length && before[at].said ? { ...tile, label: before[at].label, sure: true, said: true } : tile;
  }

  /** Take a set from the file that another machine has saved. */
  async #open(file) {
    this.#keepName();
    await this.#trying(async () => {
      this.#wait("Reading the file …");
      await this.#taught(await api.patiently(() => api.importSet(file, this.#name), () => this.#wait(BUSY)));
    }, () => this.#ask());
  }

  async #trying(work, back) {
    this.#trouble = null;
    this.#busy = true;
    try {
      await work();
    } catch (problem) {
      if (!problem.error) throw problem;
      this.#trouble = problem.error.message;
      back();
    } finally {
      this.#busy = false;
    }
  }

  #faces(focus = null) {
    const { tiles } = this.#proposal;
    const buttons = tiles.map((tile, at) => {
      const canvas = h("canvas", { class: "crop", width: CROP, height: CROP, "aria-hidden": "true" });
      if (this.#photo.look) drawCrop(canvas, this.#photo.look, this.#proposal, tile.box);
      return h("li", {},
        h("button", { type: "button", class: `learn ${tile.sure ? "" : "unsure"}`, "data-face": at,
          "aria-label": `Face ${at + 1}: ${named(tile.label)}${tile.sure ? "" : ", not sure, please look"}`,
          onclick: () => this.#one(at) },
        canvas, h("span", {}, named(tile.label))));
    });
    const open = tiles.filter((tile) => !tile.sure).length;
    const count = tiles.filter((tile) => tile.label !== NOTHING).length;
    this.#show(this.#name,
      notes(this.#proposal),
      h("p", {}, open ? `Look at the ${open} marked ${open === 1 ? "one" : "ones"}; tap any that is wrong.` : "Tap any that is wrong."),
      h("ul", { class: "learns" }, buttons),
      open > 0 && h("p", { class: "fine" }, `${open} marked ${open === 1 ? "one is" : "ones are"} taught as named here.`),
      h("button", { type: "button", class: "main wide", disabled: count === 0, onclick: () => this.#teach() }, `Teach ${count} ${count === 1 ? "face" : "faces"}`),
      h("button", { type: "button", class: "plain wide", onclick: () => this.#ask() }, "Another name or photo"));
    this.#trouble = null;
    if (focus !== null) this.#dialog.querySelector(`[data-face="${focus}"]`)?.focus();
  }

  #one(at) {
    const tile = this.#proposal.tiles[at];
    const say = (label) => {
      tile.label = label;
      tile.sure = tile.said = true;
      this.#faces(at);
      announce(`Face ${at + 1} is ${named(label)}.`);
    };
    const canvas = h("canvas", { class: "crop", width: CROP * 2, height: CROP * 2, "aria-hidden": "true" });
    if (this.#photo.look) drawCrop(canvas, this.#photo.look, this.#proposal, tile.box);
    this.#showBefore(() => this.#faces(at), `Face ${at + 1}`,
      h("div", { class: "row" }, canvas, h("p", { class: "grow" }, `Read as ${named(tile.label)}. Which is it?`)),
      h("div", { class: "keys", role: "group", "aria-label": "All tiles" },
        KEYBOARD.flat().map((label) => h("button", { type: "button", class: "key", "aria-label": tileName(label),
          "aria-pressed": String(label === tile.label), "data-label": label, onclick: () => say(label) }, face(label, { hidden: true })))),
      h("div", { class: "row" },
        h("button", { type: "button", class: "small", onclick: () => say(tile.label) }, "It is right"),
        h("button", { type: "button", class: "small", onclick: () => say("BACK") }, "It lies face down"),
        h("button", { type: "button", class: "small danger", onclick: () => say(NOTHING) }, "No face of the set")));
  }

  async #teach() {
    await this.#trying(async () => {
      const tiles = this.#proposal.tiles.map(({ quad, label }) => ({ quad, label }));
      this.#wait("Learning …");
      const taught = await api.patiently(
        () => api.teachFaces(this.#name, this.#photo.upload, this.#file.name || "photo.jpg", tiles), () => this.#wait(BUSY));
      this.#file = this.#proposal = null;
      await this.#taught(taught);
    }, () => (this.#proposal ? this.#faces() : this.#ask()));
  }

  async #taught(taught) {
    await this.#onTaught(taught.set);
    this.#name = taught.set;
    this.#show(`${taught.set} is taught`,
      h("p", { role: "status" }, `It knows ${taught.faces} faces. Photos are now read by it.`),
      taught.missing.length > 0 && h("p", { class: "note warn" }, `Not taught yet: ${taught.missing.map(tileName).join(", ")}.`),
      h("div", { class: "row" }, this.#picker("Another photo", "school-more", false),
        h("button", { type: "button", class: "main grow", onclick: () => this.#dialog.close() }, "Done")));
  }
}
