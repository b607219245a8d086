// Teaching a tile set: photograph its faces, put right what they are, and the set is known.

import * as api from "./api.js";
import { announce, h } from "./dom.js";
import { face } from "./face.js";
import { drawCrop, prepare } from "./photo.js";
import { KEYBOARD, tileName } from "./words.js";

const CROP = 120; // pixels, shown at half that
const NOTHING = "NONE";

function named(label) {
  return label === NOTHING ? "no face" : tileName(label);
}

/** The dialog in which a set is taught. `onTaught(name)` is told when a photo has taught one. */
export class School {
  #dialog;
  #onTaught;
  #name = "";
  #photo = null; // {upload, look, file}
  #proposal = null; // {width, height, tiles}
  #trouble = null;

  constructor(dialog, onTaught) {
    this.#dialog = dialog;
    this.#onTaught = onTaught;
  }

  /** Open it for a new set, or to teach the set of that name more. */
  open(name = "") {
    this.#name = name;
    this.#trouble = null;
    this.#ask();
    if (!this.#dialog.open) this.#dialog.showModal();
  }

  #show(title, ...nodes) {
    this.#dialog.replaceChildren(
      h("div", { class: "grip", "aria-hidden": "true" }),
      h("header", {}, h("h2", { id: "school-title", class: "grow" }, title),
        h("button", { type: "button", class: "close", "aria-label": "Close", onclick: () => this.#dialog.close() }, "✕")),
      ...[this.#trouble && h("p", { class: "note bad", role: "alert" }, this.#trouble), ...nodes].flat(2).filter(Boolean));
    this.#dialog.scrollTop = 0;
  }

  #picker(text, key, capture) {
    return h("span", { class: "pick" },
      h("input", { type: "file", accept: "image/*", id: key, class: "unseen", capture: capture && "environment",
        onchange: (event) => { const [file] = event.target.files; if (file) this.#look(file); } }),
      h("label", { for: key, class: `button ${capture ? "main" : ""}` }, text));
  }

  #ask() {
    const field = h("input", { type: "text", id: "set-name", maxlength: "64", autocomplete: "off", value: this.#name,
      placeholder: "Grandma's set" });
    this.#show("Teach a tile set",
      h("p", {}, "Lay out one tile of each kind and every flower and joker that looks different, face up and apart, in rows. Photograph them from above in good light. Several photos are fine."),
      h("label", { class: "field" }, "What to call the set", field),
      h("div", { class: "row" }, this.#picker("Take the photo", "school-take", true), this.#picker("Choose a photo", "school-choose", false)));
  }

  async #look(file) {
    const field = this.#dialog.querySelector("#set-name");
    if (field) this.#name = field.value.trim();
    if (!this.#name) {
      this.#trouble = "Give the set a name first.";
      this.#ask();
      return;
    }
    await this.#trying(async () => {
      this.#show(this.#name, h("p", { class: "busy", role: "status" }, "Looking at the faces …"));
      this.#photo = { ...await prepare(file), file };
      this.#proposal = await api.patiently(() => api.proposeFaces(this.#name, this.#photo.upload, file.name || "photo.jpg"));
      if (!this.#proposal.tiles.length) throw new api.Refused({ code: "no-tiles", message: "No faces were found. Hold the phone closer, above the tiles, and try again.", where: "" });
      announce(`${this.#proposal.tiles.length} faces found, ${this.#proposal.unsure.length} to look at.`);
      this.#faces();
    }, () => this.#ask());
  }

  async #trying(work, back) {
    this.#trouble = null;
    try {
      await work();
    } catch (problem) {
      if (!problem.error) throw problem;
      this.#trouble = problem.error.message;
      back();
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
      h("p", {}, open ? `Look at the ${open} marked ones; tap any that is wrong.` : "Tap any that is wrong."),
      h("ul", { class: "learns" }, buttons),
      h("button", { type: "button", class: "main wide", disabled: count === 0, onclick: () => this.#teach() }, `Teach ${count} ${count === 1 ? "face" : "faces"}`));
    if (focus !== null) this.#dialog.querySelector(`[data-face="${focus}"]`)?.focus();
  }

  #one(at) {
    const tile = this.#proposal.tiles[at];
    const say = (label) => {
      tile.label = label;
      tile.sure = true;
      this.#faces(at);
      announce(`Face ${at + 1} is ${named(label)}.`);
    };
    const canvas = h("canvas", { class: "crop", width: CROP * 2, height: CROP * 2, "aria-hidden": "true" });
    if (this.#photo.look) drawCrop(canvas, this.#photo.look, this.#proposal, tile.box);
    this.#show(`Face ${at + 1}`,
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
      this.#show(this.#name, h("p", { class: "busy", role: "status" }, "Learning …"));
      const taught = await api.patiently(
        () => api.teachFaces(this.#name, this.#photo.upload, this.#photo.file.name || "photo.jpg", tiles));
      await this.#onTaught(taught.set);
      this.#name = taught.set;
      this.#show(`${taught.set} is taught`,
        h("p", { role: "status" }, `It knows ${taught.faces} faces. Photos are now read by it.`),
        taught.missing.length > 0 && h("p", { class: "note warn" }, `Not taught yet: ${taught.missing.map(tileName).join(", ")}.`),
        h("div", { class: "row" }, this.#picker("Another photo", "school-more", false),
          h("button", { type: "button", class: "main grow", onclick: () => this.#dialog.close() }, "Done")));
    }, () => this.#faces());
  }
}
