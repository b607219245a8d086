// Actions that teach a tile set from corrections.

import * as api from "../shared/api.js";
import { announce, byId, goOnAt } from "../shared/dom.js";
import { again } from "../shared/kept-photo.js";
import { lessonText, teachText } from "../shared/texts.js";
import { corrections } from "../rack/rack.js";
import { keyOf } from "./corrections-view.js";
import { nameTrouble, typedName } from "./set-name.js";

const KNOWN = { known: "yes" }; // another phone may have renamed or forgotten the set: that begins no new one
const KEEP = { keep: "yes" };

async function ask(state, more) {
  const photo = await again(state.photo, state.scan);
  if (!photo) throw new api.Refused({ code: "no-photo", message: lessonText.noPhoto, where: "" });
  const tiles = corrections(state.tiles).map(({ quad, label }) => ({
    label, quad: quad.map(([x, y]) => [x * photo.scale, y * photo.scale]),
  }));
  return api.patiently(() => api.correctSet(state.set, photo.blob, tiles, more));
}

/** Say one change of the reading in words. */
function told({ index, was, is }, tiles) {
  if (!was) return lessonText.seen(is.label);
  const tile = tiles.find((one) => one.number === index + 1);
  const which = tile ? lessonText.tile(tile) : lessonText.aside(was.label);
  if (!is) return lessonText.leftOut(which);
  return is.label === was.label ? lessonText.surely(which, is.label, is.sure) : lessonText.instead(which, is.label, was.label);
}

function effect(changes, tiles) {
  return changes.length ? lessonText.effect(changes.map((one) => told(one, tiles))) : lessonText.nothing;
}

/** Return the actions of the lesson section; we call and await `changed()` when a tile set has other faces. */
export function lessonActions(store, changed) {
  const of = ({ scan }) => store.state.scan === scan; // whether the page still shows that photo
  /** Say why the answer was no; a set that another phone has renamed or forgotten leaves the list, and its lesson ends. */
  async function refused(state, trouble) {
    const { code, message } = trouble;
    if (code !== "unknown-set") {
      if (of(state)) store.set({ lesson: { ...store.state.lesson, trouble: message } });
      return;
    }
    store.set({ trouble, ...(of(state) && { lesson: null }) });
    await changed();
    goOnAt(byId("photo"));
  }
  const trying = (lessonBusy, work) => async () => {
    const { state } = store;
    if (state.lessonBusy) return; // Enter pressed twice
    store.set({ lessonBusy });
    try {
      await api.attempt(() => work(state), (trouble) => refused(state, trouble));
    } finally {
      store.set({ lessonBusy: null });
    }
  };
  const end = () => {
    store.set({ lesson: { step: "no" } });
    goOnAt(byId("tiles"));
  };
  return {
    showLesson: trying(lessonText.comparing, async (state) => {
      const text = effect((await ask(state, KNOWN)).changes, state.tiles);
      if (!of(state)) return;
      store.set({ lesson: { step: "effect", text, set: state.set, key: keyOf(state.tiles) } });
      announce(text);
    }),
    keepLesson: trying(teachText.learning, async (state) => {
      const { set, faces, was } = await ask(state, { ...KNOWN, ...KEEP });
      if (of(state)) store.set({ lesson: { step: "taught", text: lessonText.next, set, faces, was } });
      announce(lessonText.isTaught);
      await changed();
    }),
    nameSet: (name) => store.set({ lesson: { step: "name", name } }),
    beginSet: trying(teachText.learning, async (state) => {
      const name = typedName({ value: state.lesson?.name ?? "" });
      const trouble = nameTrouble(name);
      if (trouble) {
        store.set({ lesson: { step: "name", name, trouble } });
        return;
      }
      const { set, faces, was } = await ask({ ...state, set: name }, KEEP);
      announce(lessonText.isTaught);
      await changed(); // first: a choice that is no entry of the list shows as any set
      store.set({ set, setChosen: true, ...(of(state) && { lesson: { step: "taught", text: lessonText.next, set, faces, was } }) });
    }),
    undoLesson: trying(lessonText.forgetting, async (state) => {
      const { set, faces, was } = state.lesson;
      const left = await api.forgetFaces(set, faces, was);
      if (left.faces === 0 && store.state.set === set) store.set({ set: null });
      if (of(state)) end();
      announce(lessonText.forgotten);
      await changed();
    }),
    refuseLesson: end,
  };
}
