// What a person does about corrections that may teach a set.

import * as api from "../shared/api.js";
import { announce } from "../shared/dom.js";
import { corrections } from "../rack/rack.js";
import { again } from "../shared/kept-photo.js";
import { keyOf } from "./corrections-view.js";
import { tileName } from "../shared/words.js";

async function ask(state, keep) {
  const photo = await again(state.photo, state.scan.width);
  if (!photo) throw new api.Refused({ code: "no-photo", message: "The photo is gone from this page. Take it again to teach from it.", where: "" });
  const tiles = corrections(state.tiles).map(({ quad, label }) => ({
    label, quad: quad.map(([x, y]) => [x * photo.scale, y * photo.scale]),
  }));
  return api.patiently(() => api.correctSet(state.set, photo.blob, tiles, keep));
}

/** The effect in words; tiles are numbered as the page numbers them. */
function effect(state, changes) {
  if (!changes.length) return "No tile of this photo would be read differently.";
  const told = changes.map(({ index, was, is }) => {
    if (!was) return `a ${tileName(is.label)} would be seen`;
    const at = state.tiles.findIndex((tile) => tile.id === index + 1);
    const which = at < 0 ? `the ${tileName(was.label)} beside the rack` : `tile ${at + 1}`;
    if (!is) return `${which} would be left out`;
    if (is.label !== was.label) return `${which} as ${tileName(is.label)}, not ${tileName(was.label)}`;
    return `${which} ${is.sure ? "surely" : "no longer surely"} as ${tileName(is.label)}`;
  });
  const count = changes.length === 1 ? "1 tile" : `${changes.length} tiles`;
  return `${count} of this photo would be read differently: ${told.join("; ")}.`;
}

/** The actions of the lesson's section. */
export function lessonActions(store) {
  const of = ({ scan }) => store.state.scan === scan; // whether it is still about the photo on the page
  const trying = (lessonBusy, work) => async () => {
    const { state } = store;
    store.set({ lessonBusy });
    try {
      await work(state);
    } catch (problem) {
      if (!problem.error) throw problem;
      if (of(state)) store.set({ lesson: { ...store.state.lesson, trouble: problem.error.message } });
    } finally {
      store.set({ lessonBusy: null });
    }
  };
  return {
    showLesson: trying("Reading the photo with and without it …", async (state) => {
      const text = effect(state, (await ask(state, false)).changes);
      if (!of(state)) return;
      store.set({ lesson: { step: "effect", text, key: keyOf(state.tiles) } });
      announce(text);
    }),
    keepLesson: trying("Learning …", async (state) => {
      const { set, faces } = await ask(state, true);
      store.set({ lesson: { step: "taught", text: "The next photo is read with it.", set, faces } });
      announce("Taught.");
    }),
    undoLesson: trying("Forgetting it again …", async ({ lesson }) => {
      await api.forgetFaces(lesson.set, lesson.faces);
      store.set({ lesson: { step: "no" } });
      announce("Forgotten again.");
    }),
    refuseLesson: () => store.set({ lesson: { step: "no" } }),
  };
}
