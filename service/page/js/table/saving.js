// Save the changes of the open table, one after the other: the second tap changes the result of the first.

import { asking, attempt, ifFaster } from "../shared/api.js";
import { oneByOne } from "../shared/persistent-store.js";
import { ownRulesText } from "../shared/texts.js";
import { tables } from "./table-file.js";

/**
 * Return {keep, settled}: `keep(change)` saves the open table with the patch `change(newest)`, `settled()` waits until all
 * changes are saved and the list shows them.
 */
export function saving(store, { open, leave, reload }) {
  let kept = null; // the table saved last, as the server has it
  let unsure = null; // id of the table of whose last change no answer came
  const inTurn = oneByOne();

  /** Save a table with a change; if another phone was faster, show its version, or that it has deleted the table. */
  async function keepNow(before, change) {
    const known = [store.state.table, kept, before].find((one) => one?.id === before.id);
    const newest = unsure === before.id ? await attempt(() => tables.get(before.id), () => known) : known;
    const { id, title, parent, decided, version } = newest;
    // A player who has left the table meanwhile does not come back to it.
    const isOpen = () => store.state.table?.id === id;
    await asking(store, async () => {
      kept = await tables.put(id, { id, title, parent, decided, ...change(newest) }, version);
      unsure = null;
      if (isOpen()) store.set({ table: kept, said: null, trouble: null });
      await reload();
    }, ifFaster(store, async () => {
      await reload();
      const isThere = store.state.tables.some((one) => one.id === id);
      if (isOpen()) await (isThere ? open(id) : leave());
      store.set({ said: isThere ? { text: ownRulesText.changedElsewhere(title) } : { text: ownRulesText.deletedElsewhere(title), removed: { id, text: newest.text } } });
    }, (trouble) => {
      unsure = id;
      // A new table object redraws the fields with the saved values.
      store.set({ trouble, ...(isOpen() && { table: { ...store.state.table } }) });
    }));
  }

  return {
    keep: (change) => {
      const { table } = store.state;
      return inTurn(() => keepNow(table, change));
    },
    settled: () => inTurn(() => {}),
  };
}
