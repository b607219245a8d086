// What a person does with taught sets: choose, teach, rename, merge, forget.

import * as api from "../shared/api.js";
import { announce, byId } from "../shared/dom.js";
import { setText } from "../shared/texts.js";
import { SetChange } from "./change-dialog.js";
import { TeachDialog } from "./teach-dialog.js";

/** What changes when a set gets another name: wherever the page has kept the old one. */
function renamedIn({ set, lesson, scan, renewalsRead }, was, now) {
  const { [was]: read, ...others } = renewalsRead;
  return {
    // Chosen by a person from now on: the server's own choice may be told by the old name for a while.
    ...(set === was && { set: now, setChosen: true }),
    ...(lesson?.set === was && { lesson: { ...lesson, set: now } }),
    ...(scan?.set?.name === was && { scan: { ...scan, set: { ...scan.set, name: now } } }),
    renewalsRead: read === undefined ? others : { ...others, [now]: read },
  };
}

/** The taught sets; null where what answers the page knows of none. */
async function listedSets() {
  try {
    return await api.sets();
  } catch (problem) {
    if (problem.error?.code !== "not-found") throw problem;
    return null;
  }
}

/** `reading` reads photos: readAgain(). */
export function setActions(store, reading) {
  const trying = (work) => api.attempt(work, (trouble) => store.set({ trouble }));

  async function loadSets() {
    const listed = await listedSets();
    // The phone edition keeps none: nothing is offered then.
    if (!listed) {
      store.set({ sets: null, set: null });
      return;
    }
    const { sets, default: own } = listed;
    const set = store.state.setChosen ? store.state.set : own;
    const there = sets.some((one) => one.set === set);
    store.set({ sets: sets.filter((one) => !one.error), set: there ? set : null });
    // Chosen by a person and gone: photos are read without it, which is not left for them to notice.
    if (set && !there && !store.state.trouble) store.set({ trouble: { code: "unknown-set", where: "set", message: setText.gone(set) } });
  }

  /** Read by this set from now on, and what is there already at once. */
  async function chooseSet(set) {
    store.set({ set, setChosen: true, ...(store.state.trouble?.code === "unknown-set" ? { trouble: null } : {}) });
    await reading.readAgain();
  }

  async function learnt(name) {
    await loadSets();
    await chooseSet(name);
  }

  const teach = new TeachDialog(byId("teach-dialog"), learnt);
  const change = new SetChange(byId("set-change"), {
    renamed: (was, now) => {
      store.set(renamedIn(store.state, was, now));
      teach.renamed(was, now);
      return trying(loadSets);
    },
    learnt: (name) => trying(() => learnt(name)),
  });

  return {
    loadSets, chooseSet,
    reloadSets: () => trying(loadSets),
    teachSet: (name) => teach.open(name),
    renameSet: (name) => change.rename(name),
    mergeSet: (name) => change.merge(name, store.state.sets.filter(({ set }) => set !== name)),
    renewalRead: ({ set, reader }) => store.set({ renewalsRead: { ...store.state.renewalsRead, [set]: reader } }),
    forgetSet: async (name) => {
      if (!window.confirm(setText.sureToForget(name))) return;
      await trying(async () => {
        await api.deleteSet(name);
        store.set({ set: null });
        await loadSets();
        announce(setText.forgotten(name));
      });
    },
  };
}
