// The section that teaches a tile set from corrections: it asks once a photo, shows the effect first, and offers undo.
// Where no set is chosen, many corrections may begin one.

import { alert, busy, button, heading } from "../shared/controls.js";
import { element } from "../shared/dom.js";
import { lessonText, pageText } from "../shared/texts.js";
import { corrections } from "../rack/rack.js";
import { nameField } from "./set-name.js";

const FEW = 3; // corrected tiles up to which no set is begun: one misread tile makes no set of one's own

/** Return a key of the photo's corrections, which changes when they change. */
export function keyOf(tiles) {
  return corrections(tiles).map((tile) => `${tile.id}=${tile.label}`).join(" ");
}

/** Ask for a name, under which the tiles that the player named begin a set. */
function begin(named, lesson, waiting, actions) {
  const enter = (event) => event.key === "Enter" && actions.beginSet();
  return [
    heading("lesson-title", lessonText.begin),
    element("p", {}, lessonText.canBegin(named.length)),
    nameField("lesson-name", lesson?.name ?? "", lesson?.trouble && "lesson-trouble", { oninput: ({ target }) => actions.nameSet(target.value), onkeydown: enter }),
    alert(lesson?.trouble, { id: "lesson-trouble" }),
    waiting ?? element("div", { class: "row" },
      button("lesson-begin", lessonText.beginIt, actions.beginSet, { class: "grow" }),
      button("lesson-no", lessonText.no, actions.refuseLesson)),
  ];
}

/** `actions`: showLesson(), keepLesson(), refuseLesson(), undoLesson(), nameSet(text), beginSet(). */
export function lessonView(actions) {
  return ({ tiles, scan, set, lesson, lessonBusy }) => {
    if (!tiles || !scan) return null;
    const trouble = alert(lesson?.trouble);
    const waiting = lessonBusy ? busy(lessonBusy) : null;
    if (lesson?.step === "taught") {
      return [
        heading("lesson-title", lessonText.taught),
        element("p", {}, lessonText.learnt(lesson.set), lesson.text),
        trouble,
        // Nothing came of it where an answer was lost, and it was taught once more.
        waiting ?? (lesson.faces.length > 0 && button("lesson-undo", pageText.undo, actions.undoLesson, { class: "small" })),
      ];
    }
    const named = corrections(tiles);
    if (!named.length || lesson?.step === "no") return null;
    if (set === null) return named.length > FEW ? begin(named, lesson, waiting, actions) : null;
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
