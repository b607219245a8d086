// Actions of the taught tile sets: choose, teach, rename, merge, delete.

import * as api from "../shared/api.js";
import { announce, byId } from "../shared/dom.js";
import { once } from "../shared/persistent-store.js";
import { setText } from "../shared/texts.js";
import { SetChange } from "./change-dialog.js";
import { TeachDialog } from "./teach-dialog.js";

/** Return the patch that renames a tile set everywhere in the state. */
function renamedIn({ set, lesson, scan, renewalsRead }, was, now) {
  const { [was]: read, ...others } = renewalsRead;
  return {
    // It counts as the player's choice: the server may name its default by the old name for a while.
    ...(set === was && { set: now, setChosen: true }),
    ...(lesson?.set === was && { lesson: { ...lesson, set: now } }),
    ...(scan?.set?.name === was && { scan: { ...scan, set: { ...scan.set, name: now } } }),
    renewalsRead: read === undefined ? others : { ...others, [now]: read },
  };
}

/** `reading`: readAgain() reads the photo again. */
export function setActions(store, reading) {
  const list = api.newest(api.sets);

  async function loadSets() {
    const found = await list();
    if (!found) return;
    const { sets, default: own } = found;
    const set = store.state.setChosen ? store.state.set : own;
    const there = sets.some((one) => one.set === set);
    store.set({ sets: sets.filter((one) => !one.error), set: there ? set : null });
    // The chosen tile set is gone, and readings go on without it: we tell the player.
    if (set && !there && (store.state.trouble?.code ?? "unknown-set") === "unknown-set") store.set({ trouble: { code: "unknown-set", where: "set", message: setText.gone(set) } });
  }

  /** Choose a tile set, and read the present photo again with it. */
  async function chooseSet(set) {
    store.set({ set, setChosen: true, ...(store.state.trouble?.code === "unknown-set" ? { trouble: null } : {}) });
    await reading.readAgain();
  }

  async function learnt(name) {
    await loadSets();
    if (store.state.sets.some(({ set }) => set === name)) await chooseSet(name); // another phone may have renamed or forgotten it
  }

  const reloadSets = () => api.asking(store, loadSets);
  const teach = new TeachDialog(byId("teach-dialog"), learnt, reloadSets);
  const change = new SetChange(byId("set-change"), {
    renamed: (was, now) => {
      store.set(renamedIn(store.state, was, now));
      teach.renamed(was, now);
      return reloadSets();
    },
    learnt: (name) => api.asking(store, () => learnt(name)),
    refused: reloadSets,
  });

  /** Delete a tile set, and hold its file for an undo; if another phone has taught it meanwhile, with the faces that came. */
  const forget = (name) => api.asking(store, async () => {
    const { version } = await api.set(name);
    const file = await api.setBytes(name);
    await api.deleteSet(name, version);
    // A lesson of that tile set cannot be undone any more.
    const { set, lesson } = store.state;
    store.set({ forgotten: { name, file }, ...(set === name && { set: null }), ...(lesson?.set === name && { lesson: null }) });
    await loadSets();
    announce(setText.forgotten(name));
  }, api.ifFaster(store, () => forget(name), api.ifGone(store, reloadSets)));

  return {
    loadSets, reloadSets, chooseSet,
    teachSet: (name) => teach.open(name),
    renameSet: (name) => change.rename(name),
    mergeSet: (name) => change.merge(name, store.state.sets.filter(({ set }) => set !== name)),
    renewalRead: ({ set, reader }) => store.set({ renewalsRead: { ...store.state.renewalsRead, [set]: reader } }),
    forgetSet: once(forget),
    rememberSet: once(() => api.asking(store, async () => {
      const { name, file } = store.state.forgotten;
      const set = await api.restoreSet(file);
      await loadSets(); // first: a choice that is no entry of the list shows as any set
      const trouble = set === name ? null : { code: "set-exists", where: "set", message: setText.backAs(name, set) };
      store.set({ forgotten: null, trouble, set, setChosen: true });
    })),
  };
}
