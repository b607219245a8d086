// Check the typed names of taught tile sets.

import { setText } from "../shared/texts.js";

const UNFIT = /^[^\p{L}\p{N}]|[^\p{L}\p{M}\p{N}\s\u200c\u200d_.'-]/u; // characters that no name has; the server checks the rest

/** Return the typed name, with straight apostrophes: phones write curved ones. */
export function typedName(field) {
  return field.value.trim().replace(/[‘’]/g, "'");
}

/** Return why a tile set cannot have this name, or null. */
export function nameTrouble(name) {
  if (!name) return setText.noName;
  return UNFIT.test(name) ? setText.badName(name) : null;
}
