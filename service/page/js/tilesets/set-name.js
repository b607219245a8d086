// The names of taught tile sets: their field, and what is wrong with a typed one.

import { element } from "../shared/dom.js";
import { setText } from "../shared/texts.js";

const UNFIT = /^[^\p{L}\p{N}]|[^\p{L}\p{M}\p{N}\s\u200c\u200d_.'-]/u; // characters that no name has; the server checks the rest

/** Return the field of a name; `trouble` is the id of the alert that says what is wrong with it, if anything is. */
export const nameField = (id, value, trouble, more = {}) => element("label", { class: "field" }, setText.name,
  element("input", { type: "text", id, maxlength: "64", autocomplete: "off", value, "aria-invalid": trouble && "true", "aria-describedby": trouble, ...more }));

/** Return the typed name, with straight apostrophes: phones write curved ones. */
export function typedName(field) {
  return field.value.trim().replace(/[‘’]/g, "'");
}

/** Return why a tile set cannot have this name, or null. */
export function nameTrouble(name) {
  if (!name) return setText.noName;
  return UNFIT.test(name) ? setText.badName(name) : null;
}
