// Save the changes of the open table, one after the other: the second tap changes the result of the first. The state keeps
// those on their way, `unsaved`, over a reload too: {id, title} or {id, key, value} of the table with this id.

import { asking, attempt, ifFaster, ifGone, pause } from "../shared/api.js";
import { oneByOne } from "../shared/persistent-store.js";
import { ownRulesText } from "../shared/texts.js";
import { tables } from "./table-file.js";

const ENDING = 1000; // ms until a change counts as failed: a browser that ends the page ends its requests before it

/** Return what a change makes of a table. The usual is said too: without it a tournament's figures would keep it on. */
const patch = ({ title, key, value }, { decided }) => (key === undefined ? { title } : { decided: { ...decided, [key]: value } });

/**
 * Return {keep, resume, settled}: `keep(change)` saves a change, {title} or {key, value}, of the open table, `resume()` shows
 * the table that was open before a reload anew and saves what was on its way, also to a table that the player had left,
 * `settled()` waits until all changes are saved and the list shows them.
 */
export function saving(store, { open, leave, reload }) {
  let kept = null; // the table saved last, as the server has it
  let unsure = null; // id of the table of whose last change no answer came
  const inTurn = oneByOne();
  const ended = (change) => store.set({ unsaved: store.state.unsaved.filter((one) => one !== change) });
  const failed = (change) => pause(ENDING).then(() => ended(change));

  /** Save a table with a change; if another phone was faster, show its version, or that it has deleted the table. */
  async function keepNow(before, change) {
    const known = [store.state.table, kept, before].find((one) => one?.id === before.id);
    const newest = unsure === before.id ? await attempt(() => tables.get(before.id), () => known) : known;
    const { id, title, parent, decided, comments, version } = newest;
    // A player who has left the table meanwhile does not come back to it.
    const isOpen = () => store.state.table?.id === id;
    await asking(store, async () => {
      kept = await tables.put(id, { id, title, parent, decided, comments, ...patch(change, newest) }, version);
      unsure = null;
      if (isOpen()) store.set({ table: kept, said: null, trouble: null });
      await reload();
      ended(change);
    }, ifFaster(store, async () => {
      await reload();
      const isThere = store.state.tables.some((one) => one.id === id);
      if (isOpen()) await (isThere ? open(id) : leave());
      store.set({ said: isThere ? { text: ownRulesText.changedElsewhere(title) } : { text: ownRulesText.deletedElsewhere(title), removed: { id, text: newest.text } } });
      ended(change);
    }, (trouble) => {
      unsure = id;
      failed(change);
      // A new table object redraws the fields with the saved values.
      store.set({ trouble, ...(isOpen() && { table: { ...store.state.table } }) });
    }));
  }

  const keepLeft = (change) => asking(store, async () => keepNow(await tables.get(change.id), change), (trouble) => {
    failed(change);
    store.set({ trouble });
  });

  return {
    keep: (change) => {
      const { table, unsaved } = store.state;
      if (!table) return null; // a field that goes with a table that another phone has deleted still tells what was typed
      const known = { id: table.id, ...change };
      store.set({ unsaved: [...unsaved, known] });
      return inTurn(() => keepNow(table, known));
    },
    resume: () => {
      const { table, unsaved } = store.state;
      if (table) {
        unsure = table.id;
        inTurn(() => asking(store, async () => {
          const found = await tables.get(table.id);
          if (store.state.table?.id === table.id) store.set({ table: found });
        }, ifGone(store, () => {
          store.set({ table: null });
          return reload();
        })));
      }
      for (const change of unsaved) inTurn(() => (change.id === table?.id ? keepNow(table, change) : keepLeft(change)));
    },
    settled: () => inTurn(() => {}),
  };
}
