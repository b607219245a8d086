// Corrections that teach: asked once a photo, the effect shown first, and undone with one tap.

import { h } from "../shared/dom.js";
import { corrections } from "../rack/rack.js";

/** What the corrections of this photo are, as a text that changes when they do. */
export function keyOf(tiles) {
  return corrections(tiles).map((tile) => `${tile.id}=${tile.label}`).join(" ");
}

function tilesOf(count) {
  return count === 1 ? "the tile you named" : `the ${count} tiles you named`;
}

/** `actions`: showLesson(), keepLesson(), refuseLesson(), undoLesson(). */
export function lessonView(actions) {
  return (state) => {
    if (!state.tiles || !state.scan) return null;
    const { lesson, lessonBusy } = state;
    const trouble = lesson?.trouble && h("p", { class: "note bad", role: "alert" }, lesson.trouble);
    const waiting = lessonBusy && h("p", { class: "busy", role: "status" }, lessonBusy);
    if (lesson?.step === "taught") {
      return [
        h("h2", { id: "lesson-title" }, "Taught"),
        h("p", {}, `The set ${lesson.set} has learnt from this photo. `, lesson.text),
        trouble,
        waiting ?? h("button", { type: "button", class: "small", "data-key": "lesson-undo", onclick: actions.undoLesson }, "Undo"),
      ];
    }
    if (state.set === null) return null;
    const named = corrections(state.tiles);
    if (!named.length || lesson?.step === "no") return null;
    const shown = lesson?.step === "effect" && lesson.key === keyOf(state.tiles);
    return [
      h("h2", { id: "lesson-title" }, "Let this teach the set?"),
      h("p", {}, `The set ${state.set} can learn ${tilesOf(named.length)} in this photo. Nothing is kept unless you say so.`),
      shown && h("p", { class: "note" }, lesson.text),
      trouble,
      waiting ?? h("div", { class: "row" },
        shown
          ? h("button", { type: "button", class: "main grow", "data-key": "lesson-keep", onclick: actions.keepLesson }, "Yes, teach it")
          : h("button", { type: "button", class: "grow", "data-key": "lesson-show", onclick: actions.showLesson }, "Show what would change"),
        h("button", { type: "button", "data-key": "lesson-no", onclick: actions.refuseLesson }, "No")),
    ];
  };
}
