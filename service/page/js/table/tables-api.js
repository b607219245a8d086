// Asking the server about the rules of tables.

import { ask } from "../shared/api.js";

const of = (name) => `/api/v1/tables/${encodeURIComponent(name)}`;
const put = (name, body, expected) => ask(of(name), {
  method: "PUT", headers: { "Content-Type": "application/json", ...expected }, body: JSON.stringify(body) });

export const list = () => ask("/api/v1/tables");
export const get = (name) => ask(of(name));

/** Keep what a table decides: a new one where `version` is null, else in the place of that version. */
export const keep = (table, version) =>
  put(table.id, { table }, version === null ? { "If-None-Match": "*" } : { "If-Match": `"${version}"` });

/** Keep a text of a table that is new here. */
export const keepText = (name, text) => put(name, { text }, { "If-None-Match": "*" });

/** Remove what a table decides, in that version; where its file could not be read there is none to name. */
export const remove = (name, version) =>
  ask(of(name), { method: "DELETE", headers: version ? { "If-Match": `"${version}"` } : {} });
