// The part of the page for cards: list, editor, line dialog and paste dialog.

import { attempt, ifFaster, keepAsking } from "../shared/api.js";
import { MODERN } from "../shared/claim.js";
import { announce, byId, followDialog, section } from "../shared/dom.js";
import { withoutServer } from "../shared/page-state.js";
import { prepare } from "../shared/pictures.js";
import { freeName, saveText } from "../shared/save-file.js";
import { cardsText } from "../shared/texts.js";
import { editorView } from "./card-editor.js";
import * as form from "./card-form.js";
import { listView } from "./card-list.js";
import * as api from "./cards-api.js";
import { CardsStore } from "./cards-store.js";
import { checkWhileWriting, errors } from "./checking.js";
import * as edit from "./line.js";
import { lineView } from "./line-dialog.js";
import * as terms from "./terms.js";
import { pasteView } from "./paste-dialog.js";
import { onBack } from "../shared/navigation.js";
import { collectingCodes } from "../codes/collect-codes.js";
import { showingCodes } from "../codes/show-codes.js";

/**
 * Start the part of the page for cards. `played()` returns the id of the table's card, `play(id)` changes it; we call
 * `changed()` after any card changed. `camera` is {mayAsk, open(video), refusal(problem), stayAwake()}. `other(text)`
 * takes a text that is no card, and returns whether it did. `fetches`: the first photo fetches the networks that read print.
 */
export function startCards({ played, play, changed, camera, other, fetches }) {
  const store = new CardsStore();
  store.set({ fetches });
  const trouble = (error) => store.set({ trouble: error });
  const asking = (work, refused = trouble) => attempt(work, refused);
  const card = () => store.draft.card;
  const lineText = () => form.find(card(), store.state.line.key).line.text;

  async function load() {
    await keepAsking(store, async () => {
      const { cards } = await api.list();
      store.set({ cards, played: played(), trouble: null });
    });
  }

  async function reload() {
    await load();
    changed();
  }

  async function takeBack(said) {
    if (said.undo === "edit") store.undo();
    if (said.undo === "drop") store.set({ drafts: { ...store.state.drafts, [said.dropped.key]: said.dropped } });
    if (said.undo === "remove") {
      await api.putText(said.name, said.card);
      await reload();
    }
  }

  function begin(made, more = {}) {
    store.openDraft({ key: form.newLine().key, card: made, name: null, version: null, dirty: true, ...more });
    byId("editor-title")?.focus();
  }

  /** Open what the server read in a text: a card file as it is, else a draft. */
  function take(found) {
    if (found.form) begin(form.ofForm(found.form));
    else begin({ ...form.newCard(found.title, MODERN), sections: form.ofPasted(found) });
  }

  const share = showingCodes(store, camera);
  const readCodes = collectingCodes(store, camera, (text) => asking(async () => {
    if (other(text)) return;
    take(await api.pasted(text));
    announce(cardsText.received(card().title));
  }));

  // The open line: each tap is one change of the card.
  function tap(change) {
    const { key, cursor } = store.state.line;
    const { line, cursor: next } = change(edit.readLine(lineText()), cursor);
    store.edit(form.setLine(card(), key, { text: edit.lineText(line) }), { line: { key, cursor: next }, another: null, trial: null });
    store.set({ line: { key, cursor: next } });
  }
  const point = (patch) => store.set({ line: { ...store.state.line, cursor: { ...store.state.line.cursor, ...patch } } });
  const alter = (change) => tap((line, cursor) => ({ line: change(line, cursor), cursor }));

  function openLine(key) {
    const line = edit.readLine(form.find(card(), key).line.text);
    store.set({ line: { key, cursor: edit.atEnd(line) }, another: null, trial: null });
  }

  /** Begin a line with the kind, value and notes of `like`, else of the section's last line. */
  function addLine(at, place, like) {
    const before = like ?? card().sections[at].lines.at(-1)?.text;
    const { kind, value, notes } = edit.readLine(before ?? "x25");
    const made = form.newLine(edit.lineText({ title: "", hands: [[]], rules: [], kind, value, notes }));
    store.edit(form.addLine(card(), at, made, place));
    openLine(made.key);
  }

  function move(key, by) {
    store.edit(form.moveLine(card(), key, by));
    const { number, section } = form.find(card(), key);
    announce(cardsText.movedTo(number + 1, card().sections[section].title || cardsText.sectionName(section + 1)));
  }

  /** Let the server read a typed line, and put its reading there, unless the line has changed or gone meanwhile. */
  async function readTyped(key, text) {
    await asking(async () => {
      const found = (await api.pasted(text)).sections.flatMap(({ lines }) => lines);
      if (found.length !== 1 || !store.draft || form.find(card(), key)?.line.text !== text) return;
      const [one] = found;
      const look = one.sure ? null : one.remarks.filter((remark) => remark.look).map(({ message }) => message);
      // One step with the typing: undo takes both back.
      store.edit(form.setLine(card(), key, { text: one.text, look, source: look && text }), { past: store.state.past });
      if (store.state.line?.key === key) openLine(key);
    });
  }

  const lineActions = {
    press: (face) => tap((line, cursor) => edit.press(line, cursor, face)),
    repeat: (count) => tap((line, cursor) => edit.repeat(line, cursor, count)),
    erase: () => tap(edit.erase),
    sign: (mark) => tap((line, cursor) => edit.sign(line, cursor, mark)),
    or: () => tap(edit.alternative),
    paint: (suit) => alter((line, cursor) => edit.paint(line, cursor, suit)),
    natural: (yes) => alter((line, cursor) => edit.setNatural(line, cursor, yes)),
    again: () => tap(edit.again),
    higher: () => alter(edit.higher),
    rule: (rule) => alter((line) => terms.toggleRule(line, rule)),
    number: (letter, number) => alter((line) => terms.toggleNumber(line, letter, number)),
    years: (years) => alter((line) => terms.setYears(line, years)),
    note: (note) => alter((line) => terms.toggleNote(line, note)),
    counted: (what, count) => alter((line) => terms.setCounted(line, what, count)),
    words: (words) => alter((line) => ({ ...line, title: words.replaceAll(":", " ").replace(/\s+/g, " ").trim() })),
    kind: (kind) => alter((line) => ({ ...line, kind })),
    value: (value) => alter((line) => ({ ...line, value })),
    gap: () => point({ gap: !store.state.line.cursor.gap, join: false }),
    join: () => point({ join: !store.state.line.cursor.join, gap: false }),
    choose: (hand, at) => store.set({ line: { ...store.state.line, cursor: { hand, at, gap: false } } }),
    undo: () => {
      store.undo();
      if (!form.find(card(), store.state.line.key)) store.set({ line: null });
      else openLine(store.state.line.key);
    },
    copy: () => {
      const { key } = store.state.line;
      const { section: at, at: place, line } = form.find(card(), key);
      const twin = form.newLine(line.text);
      store.edit(form.addLine(card(), at, twin, place + 1));
      openLine(twin.key);
      announce(cardsText.copied);
    },
    remove: () => {
      const { key } = store.state.line;
      store.set({ line: null });
      store.edit(form.removeLine(card(), key));
      store.set({ said: { text: cardsText.lineRemoved, undo: "edit" } });
    },
    next: () => {
      const { section: at, at: place, line } = form.find(card(), store.state.line.key);
      addLine(at, place + 1, line.text);
    },
    close: () => {
      const { key } = store.state.line ?? {};
      store.set({ line: null });
      // An empty line goes.
      const left = key && form.find(card(), key);
      if (left && edit.readLine(left.line.text).hands.flat().length === 0) store.edit(form.removeLine(card(), key));
      if (key) document.querySelector(`[data-key="line-${key}"]`)?.focus();
    },
    up: () => move(store.state.line.key, -1),
    down: () => move(store.state.line.key, 1),
    looked: () => store.edit(form.setLine(card(), store.state.line.key, { look: null })),
    mend: (mend) => {
      const text = edit.mended(lineText(), mend);
      store.edit(form.setLine(card(), store.state.line.key, { text }));
      openLine(store.state.line.key);
    },
    typed: (text) => {
      const { key } = store.state.line;
      store.edit(form.setLine(card(), key, { text, look: null, source: null }));
      openLine(key);
      return text ? readTyped(key, text) : null;
    },
    another: async (number) => {
      const { line } = store.state;
      const draws = (store.state.draws ?? 0) + 1;
      const { section: at, line: own } = form.find(card(), line.key);
      const alone = { ...card(), sections: [{ ...card().sections[at], lines: [own] }] };
      await asking(async () => {
        const { hands } = await api.check(form.toForm(alone, cardsText.untitled), draws);
        const letter = /[a-z]*$/.exec(number)[0];
        const found = hands.find((hand) => hand.number === `1${letter}`)?.example;
        if (found && store.state.line?.key === line.key) store.set({ draws, another: { ...store.state.another, [number]: found } });
      });
    },
    tryRack: (rack) => tryRack(rack, form.find(card(), store.state.line.key).number),
  };

  async function tryRack(rack, line) {
    if (!rack) {
      store.set({ trial: null });
      return;
    }
    await asking(async () => {
      const verdict = await api.tryRack(form.toForm(card(), cardsText.untitled), rack, line);
      store.set({ trial: { rack, win: verdict.win, text: cardsText.tried(verdict) } });
    }, (error) => store.set({ trial: { rack, win: false, text: error.message } }));
  }

  async function keep() {
    const draft = store.draft;
    // A second tap would save the same draft again, and take the first tap's version for another phone's.
    if (store.state.keeping) return;
    if (form.lines(draft.card).some(({ line }) => line.look)) {
      store.set({ said: { text: cardsText.lookFirst } });
      return;
    }
    if (store.state.report?.of === draft.card && errors(store.state.report).length > 0) {
      store.set({ said: { text: cardsText.mendFirst } });
      return;
    }
    const made = form.toForm(draft.card, cardsText.untitled);
    const name = draft.name ?? freeName(made.id, store.state.cards.map((one) => one.id));
    store.set({ keeping: draft.key });
    try {
      await asking(async () => kept(draft, name, await api.put(name, { ...made, id: name }, draft.version)), ifFaster(store, () => keptApart(draft, made.title)));
    } finally {
      store.set({ keeping: null });
    }
  }

  /** Note that the server has a draft as it was sent; changes since then are still unsaved. */
  async function kept({ key, card: sent }, name, { title, version }) {
    store.mark(key, (now) => ({ dirty: now.card !== sent, name, version, card: { ...now.card, id: name } }));
    if (store.state.open !== key && store.state.drafts[key]?.dirty === false) store.drop(key);
    store.set({ said: { text: (withoutServer ? cardsText.isKeptHere : cardsText.isKept)(title) }, trouble: null });
    await reload();
  }

  /** Make a draft a card of its own, since another phone has changed its card: so both changes survive. */
  async function keptApart({ key }, title) {
    store.mark(key, (now) => ({ name: null, version: null, card: { ...now.card, id: "" } }));
    store.set({ said: { text: cardsText.changedElsewhere(title) } });
    await reload();
  }

  /** Show the result of `read()` in the dialog, unless the player closed it, reopened it or typed in it meanwhile. */
  async function readInto(paste, read) {
    const reading = { ...paste, busy: true };
    store.set({ paste: reading });
    const show = (answer) => store.state.paste === reading && store.set({ paste: { ...paste, ...answer } });
    await asking(async () => show({ found: await read() }), ({ message }) => show({ trouble: message }));
  }

  async function openCard(id) {
    const draft = Object.values(store.state.drafts).find((one) => one.name === id);
    if (draft?.dirty) {
      store.openDraft(draft);
      return;
    }
    await asking(async () => {
      const found = await api.get(id);
      if (draft) store.drop(draft.key);
      begin(form.ofForm(found.form), { name: id, version: found.version, dirty: false });
    });
  }

  const actions = {
    ...lineActions,
    openLine,
    addLine: (at) => addLine(at),
    newCard: () => begin(form.newCard("", MODERN)),
    openDraft: (key) => store.openDraft(store.state.drafts[key]),
    dropDraft: (key) => {
      const dropped = store.drop(key);
      store.set({ said: { text: cardsText.dropped(dropped.card.title || cardsText.untitled), undo: "drop", dropped } });
    },
    openCard,
    copyCard: (entry) => asking(async () => {
      const found = await api.get(entry.id);
      begin({ ...form.ofForm(found.form), id: "", title: cardsText.copyOf(entry.title) });
    }),
    removeCard: (entry) => asking(async () => {
      const { text } = await api.remove(entry.id, entry.version);
      store.set({ said: { text: cardsText.removed(entry.title), undo: "remove", name: entry.id, card: text } });
      await reload();
    }, ifFaster(store, async () => {
      await reload();
      store.set({ said: { text: cardsText.notRemoved(entry.title) } });
    })),
    takeBack: () => {
      const { said } = store.state;
      store.set({ said: null });
      return asking(() => takeBack(said), ifFaster(store, async () => {
        // Somebody has made a card of that name meanwhile: the removed card comes back as a draft.
        await reload();
        await asking(async () => take(await api.pasted(said.card)));
        store.set({ said: { text: cardsText.nameTaken } });
      }));
    },
    play: (id) => {
      play(id);
      store.set({ played: id });
      announce(cardsText.playsBy(store.state.cards.find((one) => one.id === id)?.title ?? id));
    },
    closeCard: () => back.leave(),
    undo: () => store.undo(),
    redo: () => store.redo(),
    title: (title) => store.edit({ ...card(), title }),
    ruleset: (ruleset) => store.edit({ ...card(), ruleset }),
    wildFlowers: (yes) => store.edit({ ...card(), flowers: yes ? "wild" : "" }),
    nameSection: (at, title) => store.edit(form.setSection(card(), at, { title })),
    moveSection: (at, by) => store.edit(form.moveSection(card(), at, by)),
    addSection: () => {
      const added = form.newSection();
      store.edit({ ...card(), sections: [...card().sections, added] });
      document.querySelector(`[data-key="title-${added.key}"]`)?.focus();
    },
    removeSection: (at) => {
      store.edit(form.removeSection(card(), at));
      store.set({ said: { text: cardsText.sectionRemoved, undo: "edit" } });
    },
    move: (key, by) => {
      move(key, by);
      document.querySelector(`[data-key="grip-${key}"]`)?.focus();
    },
    drop: (key, other, before) => {
      const without = form.removeLine(card(), key);
      const { section: at, at: place } = form.find(without, other);
      store.edit(form.placeLine(card(), key, at, before ? place : place + 1));
    },
    dropInto: (key, into) => store.edit(form.placeLine(card(), key, card().sections.findIndex((one) => one.key === into), 0)),
    keep,
    saveFile: () => asking(async () => {
      const made = form.toForm(card(), cardsText.untitled);
      const { text } = await api.check(made, 0);
      saveText(text, `${made.id}.toml`);
    }),
    shareCard: (entry) => asking(async () => share(entry.title, (await api.get(entry.id)).text)),
    shareDraft: () => asking(async () => {
      const made = form.toForm(card(), cardsText.untitled);
      await share(made.title, (await api.check(made, 0)).text);
    }),
    readCodes,
    tryCard: (rack) => tryRack(rack, null),
    openFile: async (file) => {
      const text = await file.text();
      if (other(text)) return;
      await readInto({ text }, () => api.pasted(text));
    },
    openPhoto: (file) => readInto({ text: "", photo: true }, async () => api.photographed((await prepare(file)).upload)),
    openPaste: () => store.set({ paste: { text: "" } }),
    closePaste: () => store.set({ paste: null }),
    pasteText: (text) => store.set({ paste: { text } }),
    readPasted: () => {
      const text = document.querySelector("[data-key=paste-text]")?.value || store.state.paste.text;
      return readInto({ text }, () => api.pasted(text));
    },
    takePasted: () => {
      const { found } = store.state.paste;
      store.set({ paste: null });
      if (store.draft) store.edit(form.addSections(card(), form.ofPasted(found)));
      else take(found);
      announce(cardsText.pasteFound(found.lines, found.look));
    },
  };

  const parts = ["open", "drafts", "cards", "rulesets", "said", "trouble", "played", "keeping"];
  section(store, byId("cards-list"), parts, listView(actions));
  section(store, byId("card-editor"), [...parts, "past", "future", "report", "trial"], editorView(actions));
  section(store, byId("line-dialog"), ["open", "drafts", "line", "report", "another", "past", "trial"], lineView(actions));
  section(store, byId("paste-dialog"), ["paste"], pasteView(actions));
  followDialog(store, byId("line-dialog"), (state) => state.line, lineActions.close, () => byId("line-title")?.focus());
  followDialog(store, byId("paste-dialog"), (state) => state.paste, actions.closePaste);
  const back = onBack("cards", () => store.draft !== null, () => {
    const { key, dirty } = store.draft;
    if (!dirty) store.drop(key);
    store.set({ open: null, said: null, report: null, trouble: null });
    byId("cards-title")?.focus();
  });
  let last = store.state.open;
  store.listen(({ open }) => {
    const begun = open !== null && last === null;
    last = open;
    if (begun) back.opened();
  });
  checkWhileWriting(store);
  store.set({});
  return {
    shown: load,
    /** Show any text to other phones as codes. */
    share,
    /** Set the rule sets that a card may name. */
    rulesets: (rulesets) => store.set({ rulesets, played: played() }),
  };
}
