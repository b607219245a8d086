// Save and open a copy of everything: the book, taught tile sets, cards and rules of tables in one file.

import * as api from "../shared/api.js";
import { alert, busy, button, filePicker, fine, heading } from "../shared/controls.js";
import { announce, byId, element, section } from "../shared/dom.js";
import { withoutServer } from "../shared/page-state.js";
import { KeptStore } from "../shared/persistent-store.js";
import { save } from "../shared/save-file.js";
import { copyText } from "../shared/texts.js";
import { onChanged, saved, unsaved } from "./unsaved.js";

const FILE = "rackcheck-copy.json";
const EMPTY = Object.freeze({
  busy: null, // text for the work under way
  found: null, // {added, there, refused}: the result of opening a copy
  trouble: null, // {message}
  kept: false, // whether the copy just saved still holds everything
  damaged: 0, // number of damaged games that it leaves out
  unsaved: 0, // number of changes since the last copy
});

function told(found) {
  const { refused } = found;
  return element("div", { role: "group", "aria-label": copyText.result },
    element("p", { class: `note ${refused.length ? "warn" : "good"}` }, copyText.brought(found)),
    refused.length > 0 && element("ul", {}, refused.map((one) => element("li", {}, copyText.refused(one), fine(copyText.why(one.error))))));
}

/** Start the section. We call `brought()` after opening a copy. */
export function startCopy(brought) {
  const store = new KeptStore("rackcheck.1.copy", [], EMPTY);
  const work = async (text, act) => {
    store.set({ busy: text, trouble: null, found: null, kept: false });
    try {
      await api.asking(store, act);
    } finally {
      store.set({ busy: null });
    }
  };
  const keepAll = () => work(copyText.saving, async () => {
    const held = unsaved();
    const file = await api.wholeCopy();
    const { damaged = [] } = JSON.parse(await file.text());
    save(file, FILE);
    saved(held);
    store.set({ kept: true, unsaved: unsaved(), damaged: damaged.length });
    announce(copyText.saved(FILE));
  });
  const open = (file) => work(copyText.opening, async () => {
    const found = await api.openCopy(file);
    store.set({ found });
    announce([copyText.brought(found), ...found.refused.flatMap((one) => [copyText.refused(one), copyText.why(one.error)])].join(" "));
    brought();
  });
  section(store, byId("whole-copy"), ["busy", "found", "trouble", "kept", "unsaved"], (state) => [
    heading("copy-title", copyText.title),
    fine(copyText.holds, withoutServer && copyText.here),
    withoutServer && state.unsaved > 0 && fine(copyText.unsaved(state.unsaved)),
    state.busy ? busy(state.busy) : element("div", { class: "row" },
      button("copy-save", copyText.save, keepAll),
      filePicker("copy-open", copyText.open, open, { accept: ".json,application/json" })),
    alert(state.trouble?.message),
    state.kept && element("p", { class: "note good" }, copyText.saved(FILE)),
    state.kept && state.damaged > 0 && alert(copyText.damaged(state.damaged)),
    state.found && told(state.found),
  ]);
  const count = () => store.set({ unsaved: unsaved(), kept: false });
  onChanged(count);
  count();
  return { keepAll };
}
