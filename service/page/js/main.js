// The page: what a person does, and which part of the state it changes.

import * as api from "./shared/api.js";
import { startBook } from "./book/ledger.js";
import { startDisputes } from "./card/dispute.js";
import { announce, h, section } from "./shared/dom.js";
import { evidenceView, keepEvidence } from "./card/evidence.js";
import { ALONE, install } from "./shared/install.js";
import { judge, whatIf } from "./card/judge.js";
import { LiveCamera } from "./camera/live.js";
import * as rack from "./rack/rack.js";
import { PhotoReading } from "./camera/photo-request.js";
import { lessonActions } from "./tilesets/corrections.js";
import { School } from "./tilesets/teach-dialog.js";
import { openAdd, openTile } from "./rack/tile-dialog.js";
import { SetChange } from "./tilesets/change-dialog.js";
import { setRenamed, Store } from "./shared/page-state.js";
import { again, forget, remember } from "./shared/kept-photo.js";
import { lessonView } from "./tilesets/corrections-view.js";
import { moneyView } from "./card/payments-view.js";
import { photoView } from "./camera/photo-view.js";
import { prospectsView } from "./card/prospects-view.js";
import { tilesView } from "./rack/rack-view.js";
import { follow } from "./shared/navigation.js";
import { verdictLine, verdictView } from "./card/verdict-view.js";
import { winView } from "./card/win-form.js";
import { tileName } from "./shared/words.js";

const store = new Store();
const AGAIN = 5000; // ms until a machine that did not answer is asked again
const FIRST_CARD = "nmjl-1976"; // until a person has chosen another
const dialog = document.getElementById("sheet");
let opener = null; // data-key of the control that opened the sheet

/** A picture and what was read in it become the rack. */
function read({ upload, look, scan }) {
  // What a sheet shows is a tile of the rack before.
  dialog.close();
  remember(upload, scan.width);
  const seen = rack.fromScan(scan);
  const [tiles, aside] = [seen.filter((one) => one.group !== null), seen.filter((one) => one.group === null)];
  store.newHand();
  const { width, height, issues, model, set } = scan;
  store.set({ photo: look, scan: { width, height, issues, model, set }, tiles, aside });
  announce(`${tiles.length} tiles found, ${rack.unsure(tiles).length} to look at.`);
  // The first photo after an upgrade makes a set over for the new reader: the list then says so.
  if (set && !model.split("+").includes(store.state.sets.find((one) => one.set === set.name)?.reader)) trying(loadSets);
  document.getElementById(tiles.length ? "tiles" : "photo").scrollIntoView({ block: "start" });
}

const reading = new PhotoReading(store, {
  read,
  // Another phone has renamed or forgotten it: the choice shows what there is now.
  unknownSet: () => trying(loadSets),
});
const photo = (file) => reading.photo(file);

const camera = new LiveCamera(document.getElementById("camera"), {
  read, photo, trouble: (trouble) => store.set({ trouble }),
});

/** What a tile would mean is told only where nothing else about the rack is open. */
function mayHint(state, chosen) {
  return state.card !== null && rack.unsure(state.tiles).every((other) => other === chosen);
}

function tile(id) {
  const { state } = store;
  const chosen = state.tiles.find((one) => one.id === id);
  const asked = !chosen.sure;
  opener = document.activeElement?.dataset.key ?? opener;
  const done = (patch, text) => {
    store.set(patch);
    dialog.close();
    announce(text);
  };
  openTile(dialog, state, chosen, {
    label: (label) => {
      done({ tiles: rack.name(state.tiles, id, label) }, `Tile ${state.tiles.indexOf(chosen) + 1} is ${tileName(label)}.`);
      const [next] = rack.unsure(store.state.tiles);
      if (asked && next) tile(next.id);
    },
    move: (group) => {
      const winning = state.winning === id && group !== 0 ? null : state.winning;
      done({ tiles: rack.change(state.tiles, id, { group }), winning }, "Moved.");
    },
    winning: () => done({ winning: state.winning === id ? null : id }, "Marked."),
    remove: () => done({ tiles: rack.remove(state.tiles, id), winning: state.winning === id ? null : state.winning }, "Removed."),
  }, mayHint(state, chosen) ? (label) => whatIf(state, id, label) : null);
}

function add(group) {
  opener = `add-${group}`;
  const title = group === 0 ? "to the rack" : `to exposure ${group}`;
  openAdd(dialog, title, (label) => {
    if (store.state.tiles.length >= rack.MOST_TILES) return false;
    store.set({ tiles: rack.add(store.state.tiles, label, group) });
    announce(`${tileName(label)} added.`);
    return true;
  });
}

const school = new School(document.getElementById("school"), async (name) => {
  await loadSets();
  await chooseSet(name);
});

const change = new SetChange(document.getElementById("set-change"), {
  renamed: async (was, now) => {
    store.set(setRenamed(store.state, was, now));
    school.renamed(was, now);
    await trying(loadSets);
  },
  learnt: (name) => trying(async () => {
    await loadSets();
    await chooseSet(name);
  }),
});

/** Read by this set from now on; a photo under way, or one in view that nobody has put right, is read by it at once. */
async function chooseSet(set) {
  store.set({ set, setChosen: true, ...(store.state.trouble?.code === "unknown-set" ? { trouble: null } : {}) });
  if (reading.file) {
    await photo(reading.file);
    return;
  }
  const { scan, tiles } = store.state;
  if (!scan || tiles.some((one) => one.said)) return;
  const sent = await again(null, scan.width);
  if (sent) await photo(new File([sent.blob], "photo.jpg", { type: sent.blob.type }));
}

function gone(set) {
  return { code: "unknown-set", where: "set", message: `The set ${set} is not there any more: another phone has renamed or forgotten it. Photos are read without a set until you choose one.` };
}

async function loadSets() {
  const { sets, default: own } = await api.sets();
  const set = store.state.setChosen ? store.state.set : own;
  const there = sets.some((one) => one.set === set);
  store.set({ sets: sets.filter((one) => !one.error), set: there ? set : null });
  // Chosen by a person and gone: photos are read without it, which is not left for them to notice.
  if (set && !there && !store.state.trouble) store.set({ trouble: gone(set) });
}

async function trying(work) {
  try {
    await work();
  } catch (problem) {
    if (!problem.error) throw problem;
    store.set({ trouble: problem.error });
  }
}

async function forgetSet(name) {
  if (!window.confirm(`Forget the set ${name} and all its faces? Only a file that was saved of it brings them back.`)) return;
  await trying(async () => {
    await api.deleteSet(name);
    store.set({ set: null });
    await loadSets();
    announce(`${name} is forgotten.`);
  });
}

const actions = {
  photo, tile, add, chooseSet, forgetSet,
  stopReading: () => reading.drop(),
  teachSet: (name) => school.open(name),
  renameSet: (name) => change.rename(name),
  mergeSet: (name) => change.merge(name, store.state.sets.filter(({ set }) => set !== name)),
  renewalRead: ({ set, reader }) => store.set({ renewalsRead: { ...store.state.renewalsRead, [set]: reader } }),
  camera: () => {
    store.set({ trouble: null });
    camera.open(store.state.set);
  },
  ...lessonActions(store),
  takeIn: (id) => {
    const { tiles, aside } = store.state;
    const found = aside.find((one) => one.id === id);
    store.set({ tiles: rack.takeIn(tiles, found), aside: aside.filter((one) => one !== found) });
    tile(store.state.tiles.at(-1).id);
  },
  byHand: () => {
    store.newHand();
    store.set({ tiles: [] });
    add(0);
  },
  startPicking: () => store.set({ picking: [] }),
  stopPicking: () => store.set({ picking: null }),
  pick: (id) => {
    const { picking } = store.state;
    store.set({ picking: picking.includes(id) ? picking.filter((other) => other !== id) : [...picking, id] });
  },
  makeExposure: () => {
    const { tiles, picking, winning } = store.state;
    store.set({ tiles: rack.expose(tiles, picking), picking: null, winning: picking.includes(winning) ? null : winning });
    announce("Exposure made.");
  },
  asShown: () => store.set({ laid: true }),
  noneExposed: () => store.set({ tiles: rack.conceal(store.state.tiles), laid: true }),
  set: (patch) => store.set(patch),
  rename: (at, name) => store.set({ players: store.state.players.map((old, player) => (player === at ? name : old)) }),
  bet: (name, on) => {
    const others = store.state.bettors.filter((one) => one.name !== name);
    store.set({ bettors: on === null ? others : [...others, { name, on }] });
  },
  bettor: (at, patch) => {
    const bettors = [...store.state.bettors];
    if (patch === null) bettors.splice(at, 1);
    else bettors[at] = { ...bettors[at], ...patch };
    store.set({ bettors });
  },
};

function bar(state) {
  const line = verdictLine(state);
  if (!line) return null;
  const [open] = rack.unsure(state.tiles);
  const go = () => {
    if (open) tile(open.id);
    else document.getElementById("verdict").focus();
    if (!open) document.getElementById("verdict").scrollIntoView({ block: "start" });
  };
  return [h("button", { type: "button", class: `wide ${line.kind}`, "data-key": "bar", onclick: go },
    line.text)];
}

let unanswered = null; // what was told of a machine that did not answer the page itself

async function loadCards() {
  try {
    const [{ cards }, { rulesets }] = await Promise.all([api.cards(), api.rulesets()]);
    const known = (list, id) => list.some((one) => one.id === id);
    const { card, ruleset } = store.state;
    const bare = card === null && rulesets.some((one) => one.id === ruleset && !one.takes_card);
    const first = known(cards, FIRST_CARD) ? FIRST_CARD : cards[0]?.id ?? null;
    store.set({
      cards, rulesets,
      card: known(cards, card) || bare ? card : first, ruleset: known(rulesets, ruleset) ? ruleset : null,
    });
    // Only that: a photo that nobody answered meanwhile has still to be sent again.
    if (unanswered && store.state.trouble === unanswered) store.set({ trouble: null });
    // Last: where sets cannot be read that is told, and everything else works without them.
    await loadSets();
  } catch (problem) {
    if (!problem.error) throw problem;
    const { code, message } = problem.error;
    unanswered = code === "server-gone" ? { ...problem.error, message: `${message} ${ALONE}` } : null;
    store.set({ trouble: unanswered ?? problem.error });
    if (unanswered) setTimeout(loadCards, AGAIN);
  }
}

const byId = (id) => document.getElementById(id);
section(store, byId("photo"), ["photo", "scan", "tiles", "aside", "laid", "busy", "trouble", "sets", "set", "renewalsRead"], photoView(actions));
section(store, byId("tiles"), ["tiles", "winning", "picking"], tilesView(actions));
section(store, byId("lesson"), ["tiles", "scan", "set", "lesson", "lessonBusy"], lessonView(actions));
section(store, byId("win"), ["tiles", "cards", "card", "rulesets", "ruleset", "players", "bettors", "table", "winner", "how", "discarder", "jokerWasUsed", "seat"], winView(actions));
section(store, byId("verdict"), ["tiles", "verdict"], verdictView(actions));
section(store, byId("prospects"), ["tiles", "card", "rulesets", "ruleset", "verdict", "outOfPlay", "prospects"], prospectsView(actions));
section(store, byId("money"), ["verdict", "settlement", "winner", "how", "discarder", "seat", "card", "ruleset", "rulesets"], moneyView);
section(store, byId("evidence"), ["photo", "scan", "tiles", "verdict", "evidence"], evidenceView(keepEvidence(store)));
section(store, byId("bar"), ["tiles", "verdict"], bar);

let said = null;
store.listen((state) => {
  const line = verdictLine(state)?.text ?? null;
  if (line !== said && line) announce(line);
  said = line;
  byId("restart").hidden = !state.tiles;
  // A hand that the book has taken is cleared away, and what a sheet shows of it with it.
  if (!state.tiles && dialog.open) dialog.close();
});
byId("restart").addEventListener("click", () => {
  reading.drop();
  forget();
  store.newHand();
  window.scrollTo(0, 0);
});
// The section behind the sheet may have been drawn anew: the focus goes back by key, not by element.
dialog.addEventListener("close", () => {
  if (opener && !dialog.open) document.querySelector(`[data-key="${CSS.escape(opener)}"]`)?.focus({ preventScroll: true });
});
// A tap beside the sheet closes it.
dialog.addEventListener("click", (event) => {
  if (event.target === dialog) dialog.close();
});

judge(store);
const book = startBook(store, api);
const disputes = startDisputes(store, book.penalty);
follow((name) => {
  book.shown(name);
  if (name === "disputes") disputes.shown();
});
loadCards();
install();
store.set({});
