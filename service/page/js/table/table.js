// The tables' own rules: save each change at once, play by them, share them.

import { askAgain, attempt } from "../shared/api.js";
import { MODERN } from "../shared/claim.js";
import { announce, byId, section } from "../shared/dom.js";
import { onBack } from "../shared/navigation.js";
import { KeptStore } from "../shared/persistent-store.js";
import { saveText, slug } from "../shared/save-file.js";
import { ownRulesText } from "../shared/texts.js";
import * as api from "./tables-api.js";
import { tableView } from "./table-view.js";

const KEY = "rackcheck.1.table";
const CONFLICT = "version-conflict";

const EMPTY = Object.freeze({
  tables: [], // as the server lists them
  rulesets: [],
  played: null, // id of the rule set that the scan page plays by
  table: null, // the open table, as the server has it
  name: "", // typed name for a new table
  parent: MODERN,
  said: null, // {text, removed}: the last action; `removed` is {id, text} of a table that the player can restore
  trouble: null, // {code, message, where}
});

/** Return the value of a key in a table's file, such as its id. */
const valueOf = (text, name) => new RegExp(`^\\s*${name}\\s*=\\s*["']([^"']*)["']`, "m").exec(text)?.[1];

/** Return whether a text is the file of a table. */
export const isTable = (text) => !text.includes("[[section]]") && Boolean(valueOf(text, "parent")) && Boolean(valueOf(text, "id"));

/**
 * Start the part of the page for tables. `play(id)` makes the scan page play by a table's rules, `played()` returns the
 * id of those in use, `share(title, text)` shows a text to other phones. We call `changed()` after any table changed.
 */
export function startTable({ play, played, changed, share }) {
  const store = new KeptStore(KEY, ["name", "parent"], EMPTY);
  const trouble = (error) => store.set({ trouble: error });
  const asking = (work, refused = trouble) => attempt(work, refused);

  async function load() {
    await asking(async () => store.set({ ...(await api.list()), played: played(), trouble: null }), (error) => {
      trouble(error);
      askAgain(error, () => store.state.trouble, load);
    });
  }

  async function reload() {
    await load();
    changed();
  }

  async function open(id) {
    await asking(async () => {
      store.set({ table: await api.get(id), said: null, trouble: null });
      back.opened();
      byId("our-table-title")?.focus();
    });
  }

  const back = onBack("cards", () => store.state.table !== null, () => {
    store.set({ table: null, said: null, trouble: null });
    byId("our-table-title")?.focus();
  });

  let kept = null; // the table saved last, as the server has it

  /** Save a table with a change; if another phone was faster, show its version and tell the player. */
  async function keepNow(before, change) {
    const newest = [store.state.table, kept, before].find((one) => one?.id === before.id);
    const { id, title, parent, decided, version } = newest;
    const patch = change(newest);
    // A player who has left the table meanwhile does not come back to it.
    const isOpen = () => store.state.table?.id === id;
    await asking(async () => {
      kept = await api.keep({ id, title, parent, decided, ...patch }, version);
      if (isOpen()) store.set({ table: kept, said: null, trouble: null });
      await reload();
    }, async (error) => {
      if (error.code !== CONFLICT) {
        // A new table object redraws the fields with the saved values.
        store.set({ trouble: error, ...(isOpen() && { table: { ...store.state.table } }) });
        return;
      }
      await (isOpen() ? open(id) : reload());
      store.set({ said: { text: ownRulesText.changedElsewhere(title) } });
    });
  }

  // We save one change after the other: the second tap changes the result of the first.
  let last = Promise.resolve();
  const keep = (change) => {
    const { table } = store.state;
    last = last.then(() => keepNow(table, change));
    return last;
  };

  /** Return a name that no table and no rule set has. */
  function freeName(wanted) {
    const taken = new Set([...store.state.tables, ...store.state.rulesets].map((one) => one.id));
    let name = wanted;
    for (let nth = 2; taken.has(name); nth += 1) name = `${wanted}-${nth}`;
    return name;
  }

  const actions = {
    open,
    close: back.leave,
    name: (name) => store.set({ name }),
    parent: (parent) => store.set({ parent }),
    begin: () => asking(async () => {
      const title = (document.querySelector("[data-key=table-name]")?.value.trim() || store.state.name || ownRulesText.nameExample);
      const made = await api.keep({ id: freeName(slug(title, "our-table")), title, parent: store.state.parent, decided: {} }, null);
      store.set({ table: made, name: "", said: null, trouble: null });
      back.opened();
      await reload();
      byId("our-table-title")?.focus();
    }),
    title: (title) => title && keep(() => ({ title })),
    decide: (key, value) => keep(({ decided: before, options }) => {
      const { [key]: _before, ...decided } = before;
      return { decided: value === options.find((one) => one.key === key)?.default ? decided : { ...decided, [key]: value } };
    }),
    play: (id) => {
      play(id);
      store.set({ played: played() });
      announce(ownRulesText.playsBy(store.state.tables.find((one) => one.id === id)?.title ?? id));
    },
    share: (id) => asking(async () => {
      const { title, text } = await api.get(id);
      await share(title, text);
    }),
    file: (id) => asking(async () => saveText((await api.get(id)).text, `${id}.toml`)),
    remove: ({ id, title, version }) => asking(async () => {
      const { text } = await api.remove(id, version);
      await reload();
      store.set({ said: { text: ownRulesText.removed(title), removed: { id, text } } });
    }, async (error) => {
      if (error.code !== CONFLICT) return trouble(error);
      await reload();
      return store.set({ said: { text: ownRulesText.notRemoved(title) } });
    }),
    takeBack: () => asking(async () => {
      const { id, text } = store.state.said.removed;
      await api.keepText(id, text);
      store.set({ said: null });
      await reload();
    }),
  };

  section(store, byId("our-table"), ["tables", "rulesets", "played", "table", "name", "parent", "said", "trouble"], tableView(actions));
  store.set({});
  return {
    shown: load,
    rulesets: (rulesets) => store.set({ rulesets, played: played() }),
    /** Take in the file of a table from another phone; if its name is taken, under another name. */
    take: (text) => asking(async () => {
      await load();
      const id = valueOf(text, "id");
      const name = freeName(id);
      const made = await api.keepText(name, name === id ? text : text.replace(/^\s*id\s*=.*$/m, `id = "${name}"`));
      store.set({ table: made, said: { text: ownRulesText.received(made.title) } });
      back.opened();
      await reload();
    }),
  };
}
