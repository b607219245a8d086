// The tables' own rules: save each change at once, play by them, share them.

import { keepAsking } from "../shared/api.js";
import { MODERN } from "../shared/claim.js";
import { byId, section } from "../shared/dom.js";
import { onBack } from "../shared/navigation.js";
import { KeptStore } from "../shared/persistent-store.js";
import { ownRulesActions } from "./actions.js";
import { tables } from "./table-file.js";
import { tableView } from "./table-view.js";

const KEY = "rackcheck.1.table";

const EMPTY = Object.freeze({
  tables: [], // as the server lists them
  rulesets: [],
  played: null, // id of the rule set that the scan page plays by
  table: null, // the open table, as the server has it
  unsaved: Object.freeze([]), // its changes on their way, see saving.js
  name: "", // typed name for a new table
  parent: MODERN,
  said: null, // {text, removed}: the last action; `removed` is {id, text} of a table that the player can restore
  trouble: null, // {code, message, where}
});

/**
 * Start the part of the page for tables. `play(id)` makes the scan page play by a table's rules, `played()` returns the
 * id of those in use, `share(title, text)` shows a text to other phones. We call `changed()` after any table changed.
 */
export function startTable({ play, played, changed, share }) {
  const store = new KeptStore(KEY, ["name", "parent", "table", "unsaved"], EMPTY);
  const load = () => keepAsking(store, async () => store.set({ ...(await tables.list()), played: played(), trouble: null }));
  const reload = async () => {
    await load();
    changed();
  };
  const back = onBack("cards", () => store.state.table !== null, () => {
    store.set({ table: null, said: null, trouble: null });
    byId("our-table-title")?.focus();
  });
  const actions = ownRulesActions(store, { load, reload, back, play, played, share });
  section(store, byId("our-table"), ["tables", "rulesets", "played", "table", "name", "parent", "said", "trouble", "lasts"], tableView(actions));
  actions.resume();
  return { shown: load, rulesets: (rulesets) => store.set({ rulesets, played: played() }), take: actions.take };
}
