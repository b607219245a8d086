// Open an evidence bundle: its verdict and payments, and whether they still follow from photo, card and rules.

import * as api from "../shared/api.js";
import { alert, busy, filePicker, fine, heading } from "../shared/controls.js";
import { announce, byId, element, section } from "../shared/dom.js";
import { KeptStore } from "../shared/persistent-store.js";
import { evidenceText } from "../shared/texts.js";

const EMPTY = Object.freeze({ reading: false, found: null, trouble: null });

const CLASSES = { true: "good", false: "bad" };

/** Show the result of checking an evidence bundle again. */
export function evidenceResult(found) {
  const { verdict, payments } = evidenceText.saidThen(found);
  return element("div", { role: "group", "aria-label": evidenceText.openTitle, "data-key": "evidence-found" },
    element("p", { class: `call ${found.agrees ? "good" : "no"}` }, found.agrees ? evidenceText.stands : evidenceText.differs),
    element("p", { class: "lead" }, verdict),
    payments && element("p", {}, payments),
    element("ul", {}, found.checks.map((one) => element("li", { class: CLASSES[one.agrees] ?? "" }, evidenceText.checked(one)))),
    fine(evidenceText.madeBy(found)));
}

/** Start the section that opens evidence bundles. */
export function startEvidence() {
  const store = new KeptStore("rackcheck.1.evidence", [], EMPTY);
  const open = async (file) => {
    store.set({ ...EMPTY, reading: true });
    await api.asking(store, async () => {
      const found = await api.openEvidence(file);
      store.set({ found });
      announce(found.agrees ? evidenceText.stands : evidenceText.differs);
    });
    store.set({ reading: false });
  };
  section(store, byId("open-evidence"), ["reading", "found", "trouble"], (state) => [
    heading("open-evidence-title", evidenceText.openTitle),
    fine(evidenceText.openHint),
    state.reading ? busy(evidenceText.opening) : filePicker("evidence-open", evidenceText.openFile, open, { accept: ".zip,application/zip" }),
    alert(state.trouble?.message),
    state.found && evidenceResult(state.found),
  ]);
}
