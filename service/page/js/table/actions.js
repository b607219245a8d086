// Actions of the tables' own rules.

import { asking, ifFaster, ifGone } from "../shared/api.js";
import { announce, byId } from "../shared/dom.js";
import { once } from "../shared/persistent-store.js";
import { freeName, saveText, slug } from "../shared/save-file.js";
import { keptText, ownRulesText } from "../shared/texts.js";
import { saving } from "./saving.js";
import { idIn, tables, withId } from "./table-file.js";

/** Return the id for a new table: no table and no rule set has it. */
const freeId = (state, wanted) => freeName(wanted, [...state.tables, ...state.rulesets].map((one) => one.id));

/** `back` is the table's entry in the history; the rest as in `startTable`. */
export function ownRulesActions(store, { load, reload, back, play, played, share }) {
  const gone = ifGone(store, reload);
  /** Open a table, unless the player has opened another before its answer came; beside that one too we say what came of it. */
  const show = (table, said = null) => {
    if (store.state.table && store.state.table.id !== table.id) {
      if (said) store.set({ said });
      return;
    }
    store.set({ table, said, trouble: null });
    back.opened();
    byId("our-table-title")?.focus();
  };
  /** Keep the file of a table; if its name is taken, under another name. */
  const takeIn = async (text) => {
    await load();
    const name = freeId(store.state, idIn(text));
    return tables.putText(name, withId(text, name));
  };
  const open = (id) => asking(store, async () => show(await tables.get(id)), gone);
  const { keep, resume, settled } = saving(store, { open, leave: back.leave, reload });
  return {
    open,
    resume,
    close: back.leave,
    name: (name) => store.set({ name }),
    parent: (parent) => store.set({ parent }),
    begin: once(() => asking(store, async () => {
      const title = (document.querySelector("[data-key=table-name]")?.value.trim() || store.state.name || ownRulesText.nameExample);
      const id = freeId(store.state, slug(title, "our-table"));
      const made = await tables.put(id, { id, title, parent: store.state.parent, decided: {} }, null);
      show(made); // before the list comes, which may be late: the player may type by then
      store.set({ name: "" }); // after the field has gone, which tells of its text where the focus was still in it
      await reload();
    }, async (trouble) => {
      // The list lacks a table of that name: another phone's, or this one's whose answer was lost.
      if (trouble.code === "version-conflict") await reload();
      store.set({ trouble });
    })),
    // A table has a name: a new table object redraws the emptied field with the saved one.
    title: (title) => (title ? keep({ title }) : store.state.table && store.set({ table: { ...store.state.table } })),
    decide: (key, value) => keep({ key, value }),
    play: ({ id, title }) => asking(store, async () => {
      await tables.get(id); // another phone may have deleted it
      play(id);
      store.set({ played: played() });
      announce(ownRulesText.playsBy(title));
    }, gone),
    share: (id) => asking(store, async () => {
      const { title, text } = await tables.get(id);
      await share(title, text);
    }, gone),
    file: (id) => asking(store, async () => saveText((await tables.get(id)).text, `${id}.toml`), gone),
    remove: once((entry) => asking(store, async () => {
      await settled();
      // The list has another version of the table where a change of this phone was on its way.
      const { id, title, version } = store.state.tables.find((one) => one.id === entry.id) ?? entry;
      const { text } = await tables.remove(id, version);
      await reload();
      store.set({ said: { text: keptText.removed(title), removed: { id, text } } });
    }, ifFaster(store, async () => {
      await reload();
      store.set({ said: { text: keptText.notRemoved(entry.title) } });
    }, gone))),
    takeBack: once(async () => {
      const { id, text } = store.state.said.removed;
      const back = (said) => {
        store.set({ said });
        return reload();
      };
      await asking(store, async () => {
        await tables.putText(id, text);
        await back(null);
      }, ifFaster(store, () => asking(store, async () => {
        // Somebody has made a table of that name meanwhile, or it is this one, and the answer was lost.
        const isBack = (await tables.get(id)).text === text;
        if (!isBack) await takeIn(text);
        await back(isBack ? null : { text: ownRulesText.nameTaken });
      })));
    }),
    /** Take in the file of a table from another phone. */
    take: (text) => asking(store, async () => {
      const made = await takeIn(text);
      show(made, { text: ownRulesText.received(made.title) });
      await reload();
    }),
  };
}
