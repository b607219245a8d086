// The section that teaches a tile set from corrections: it asks once a photo, shows the effect first, and offers undo.

import { alert, busy, button, heading } from "../shared/controls.js";
import { element } from "../shared/dom.js";
import { lessonText, pageText } from "../shared/texts.js";
import { corrections } from "../rack/rack.js";

/** Return a key of the photo's corrections, which changes when they change. */
export function keyOf(tiles) {
  return corrections(tiles).map((tile) => `${tile.id}=${tile.label}`).join(" ");
}

/** `actions`: showLesson(), keepLesson(), refuseLesson(), undoLesson(). */
export function lessonView(actions) {
  return ({ tiles, scan, set, lesson, lessonBusy }) => {
    if (!tiles || !scan) return null;
    const trouble = alert(lesson?.trouble);
    const waiting = lessonBusy && busy(lessonBusy);
    if (lesson?.step === "taught") {
      return [
        heading("lesson-title", lessonText.taught),
        element("p", {}, lessonText.learnt(lesson.set), lesson.text),
        trouble,
        waiting ?? button("lesson-undo", pageText.undo, actions.undoLesson, { class: "small" }),
      ];
    }
    const named = corrections(tiles);
    if (set === null || !named.length || lesson?.step === "no") return null;
    const shown = lesson?.step === "effect" && lesson.set === set && lesson.key === keyOf(tiles);
    return [
      heading("lesson-title", lessonText.ask),
      element("p", {}, lessonText.can(set, named.length)),
      shown && element("p", { class: "note" }, lesson.text),
      trouble,
      waiting ?? element("div", { class: "row" },
        shown ? button("lesson-keep", lessonText.keep, actions.keepLesson, { class: "main grow" })
          : button("lesson-show", lessonText.show, actions.showLesson, { class: "grow" }),
        button("lesson-no", lessonText.no, actions.refuseLesson)),
    ];
  };
}
