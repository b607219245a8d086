// Names of taught sets, as they are typed.

import { setText } from "../shared/texts.js";

const UNFIT = /^[^\p{L}\p{N}]|[^\p{L}\p{M}\p{N}\s_.'-]/u; // what no name of a set has; the server says the rest

/** A name as a person has typed it; phones write curved apostrophes, and names have straight ones. */
export function typedName(field) {
  return field.value.trim().replace(/[‘’]/g, "'");
}

/** Why a set cannot be called so, or null. */
export function nameTrouble(name) {
  if (!name) return setText.noName;
  return UNFIT.test(name) ? setText.badName(name) : null;
}
