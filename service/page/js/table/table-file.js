// The tables on the server, and the file of a table as it comes from another phone.

import { collection } from "../shared/api.js";

export const tables = collection("table");

/** Return the value of a key in a table's file. */
const valueOf = (text, name) => new RegExp(`^\\s*${name}\\s*=\\s*["']([^"']*)["']`, "m").exec(text)?.[1];

/** Return the id in the file of a table. */
export const idIn = (text) => valueOf(text, "id");

/** Return whether a text is the file of a table. */
export const isTable = (text) => !text.includes("[[section]]") && Boolean(valueOf(text, "parent")) && Boolean(idIn(text));

/** Return the file with another id. */
export const withId = (text, id) => (id === idIn(text) ? text : text.replace(/^\s*id\s*=.*$/m, `id = "${id}"`));
