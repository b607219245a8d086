// Requests about the rules of tables.

import { collection } from "../shared/api.js";

const tables = collection("/api/v1/tables");

export const list = tables.list;
export const get = tables.get;
export const remove = tables.remove;

/** Save a table: as a new table if `version` is null, else in place of that version. */
export const keep = (table, version) => tables.put(table.id, { table }, version);

/** Save the text of a table that is new here. */
export const keepText = (name, text) => tables.put(name, { text }, null);
