// Put the page together: the sections of index.html, and the actions of each group.

import { startBook } from "./book/ledger.js";
import { betView } from "./book/entering/add-win.js";
import { photoActions } from "./camera/actions.js";
import { stayAwake } from "./camera/awake.js";
import { Camera, mayAsk, refusal } from "./camera/camera.js";
import { takeDropped } from "./camera/dropped-photo.js";
import { followTools } from "./camera/photo-tools.js";
import { photoView } from "./camera/photo-view.js";
import { loadCards, winActions } from "./card/actions.js";
import { barView, verdictLine } from "./card/bar.js";
import { cardInUseView, ownRules } from "./card/card-in-use.js";
import { startDisputes } from "./card/disputes/dispute.js";
import { claim, evidenceView, isEvidence, keepEvidence } from "./card/evidence.js";
import { judge, whatIf } from "./card/judge.js";
import { moneyView, paymentsLine } from "./card/payments-view.js";
import { prospectsView } from "./card/prospects-view.js";
import { tableActions } from "./card/table-tiles.js";
import { verdictView } from "./card/verdict-view.js";
import { winView } from "./card/win-form.js";
import { startCards } from "./cards/cards.js";
import { Notice } from "./keeping/notice.js";
import { startEvidence } from "./keeping/open-evidence.js";
import { startCopy } from "./keeping/whole-copy.js";
import { winPhotos } from "./keeping/win-photo.js";
import { startTable } from "./table/table.js";
import { isTable } from "./table/table-file.js";
import { rackActions } from "./rack/actions.js";
import { unsure } from "./rack/rack.js";
import { tilesView } from "./rack/rack-view.js";
import { followWipes } from "./rack/wiping.js";
import { isMissing } from "./shared/api.js";
import { ownChoice, played, withoutCard } from "./shared/claim.js";
import { afterTap, announce, byId, focusIfLost, section } from "./shared/dom.js";
import { followOffer, install, offerView } from "./shared/install.js";
import { forget } from "./shared/kept-photo.js";
import { follow, view } from "./shared/navigation.js";
import { Store, withoutServer } from "./shared/page-state.js";
import { saveLinked } from "./shared/save-file.js";
import { pageText } from "./shared/texts.js";
import { setActions } from "./tilesets/actions.js";
import { lessonActions } from "./tilesets/corrections.js";
import { lessonView } from "./tilesets/corrections-view.js";
import { setPicker } from "./tilesets/set-picker.js";

// In the phone edition a worker answers instead of a server.
const notice = new Notice(byId("local"));
const local = withoutServer && (await import("./local/client.js")).openLocal(notice);

const store = new Store();
const dialog = byId("tile-dialog");

const photos = photoActions(store, {
  // The first photo after an upgrade converts a taught tile set for the new classifier: we load the list that says so.
  read: ({ set, model }) => {
    if (set && !model.split("+").includes(store.state.sets.find((one) => one.set === set.name)?.reader)) sets.reloadSets();
  },
  // Another phone has renamed or deleted the tile set: we load the present list.
  unknownSet: () => sets.reloadSets(),
});
const sets = setActions(store, photos);
const actions = { ...photos, ...sets, ...rackActions(store, dialog, whatIf), ...winActions(store), ...tableActions(store, dialog), ...lessonActions(store, sets.reloadSets) };

document.querySelector(".skip").textContent = pageText.skip;
byId("restart").textContent = pageText.restart;
byId("views").setAttribute("aria-label", pageText.views);
section(store, byId("photo"), ["photo", "scan", "tiles", "verdict", "aside", "laid", "looked", "picking", "pickingOn", "tool", "past", "busy", "trouble", "sets", "set", "forgotten", "renewalsRead"], photoView(actions, setPicker(actions)));
section(store, byId("card-in-use"), ["tiles", "cards", "card", "cardChosen", "changingCard", "rulesets", "ruleset", "table"], cardInUseView(actions));
section(store, byId("tiles"), ["tiles", "lasts", "scan", "laid", "winning", "picking", "pickingOn", "past", "verdict", "card", "rulesets", "ruleset", "table"], tilesView(actions));
section(store, byId("lesson"), ["tiles", "scan", "set", "lesson", "lessonBusy"], lessonView(actions));
section(store, byId("win"), ["tiles", "winning", "verdict", "cards", "card", "rulesets", "ruleset", "players", "bettors", "table", "winner", "how", "discarder", "jokerWasUsed", "seat"], winView(actions, betView(actions)));
section(store, byId("verdict"), ["tiles", "photo", "scan", "looked", "verdict", "asHand", "cards", "card", "rulesets", "ruleset", "table"], verdictView(actions));
section(store, byId("prospects"), ["tiles", "card", "rulesets", "ruleset", "table", "verdict", "lying", "lyingBusy", "lyingTrouble", "prospects", "prospectsOpen"], prospectsView(actions));
section(store, byId("money"), ["verdict", "settlement", "winner", "how", "discarder", "seatedOut", "seat", "table", "card", "ruleset", "rulesets"], moneyView);
section(store, byId("evidence"), ["photo", "scan", "tiles", "verdict", "evidence"], evidenceView(keepEvidence(store)));
section(store, byId("install"), ["offer", "offerRead", "settlement"], offerView(store));
section(store, byId("bar"), ["tiles", "scan", "looked", "verdict", "cards", "card", "rulesets", "ruleset", "table"], barView(actions));
// How high it is depends on its text and on the size of the letters: what gets the focus is scrolled clear of it.
new ResizeObserver(([{ target }]) => document.documentElement.style.setProperty("--bar", `${target.offsetHeight}px`)).observe(byId("bar"));

followWipes(document.querySelector('main[data-view="scan"]'), () => store.state.picking, actions.mark);
followTools(byId("photo"), () => store.state.tool, () => store.state.scan, actions);
takeDropped(() => view() === "scan" && !document.querySelector("dialog[open]"), photos.photo);
document.addEventListener("keydown", (event) => {
  if (event.target.closest("input, select, textarea, dialog") || document.querySelector("dialog[open]") || view() !== "scan") return;
  const { past, picking, tool } = store.state;
  if (event.key === "Escape" && (tool || picking)) actions.stopTool();
  if (event.key !== "z" || !(event.ctrlKey || event.metaKey) || !past.length) return;
  event.preventDefault();
  actions.takeBack();
});

for (const lineOf of [(state) => verdictLine(state)?.text, paymentsLine]) {
  let said = null;
  store.listen((state) => {
    const line = lineOf(state) ?? null;
    if (line !== said && line) announce(line);
    said = line;
  });
}
store.listen((state) => {
  // The page clears a hand that the book has taken, so the dialog of one of its tiles must close.
  if (!state.tiles && dialog.open) dialog.close();
});
const offerRestart = () => { byId("restart").hidden = !store.state.tiles; };
store.listen(() => afterTap(offerRestart));
byId("restart").addEventListener("click", () => {
  photos.stopReading();
  forget(store.state.scan?.sent);
  store.newHand();
  window.scrollTo(0, 0);
});

// The control that brought or cleared a rack is gone afterwards: for players without a pointer we focus the photo.
let laid = Boolean(store.state.tiles);
store.listen(({ tiles }) => {
  if (laid === Boolean(tiles)) return;
  laid = !laid;
  if (view() === "scan") focusIfLost(byId("photo"));
});

// With a card the verdict comes before the win form; without one it depends on the seat and winds in the form. The one
// that moves loses the focus, so we move the other one.
let bare = false;
const order = () => {
  if (bare === Boolean(withoutCard(store.state))) return;
  bare = !bare;
  const [verdict, win] = [byId("verdict"), byId("win")];
  const [upper, lower] = bare ? [win, verdict] : [verdict, win];
  if (upper.contains(document.activeElement)) upper.after(lower);
  else lower.before(upper);
};
store.listen(() => afterTap(order));

judge(store);
const book = startBook(store, (ledger, reload) => winPhotos(ledger, reload, { claim, isEvidence, isOpen: ({ tiles }) => unsure(tiles).length > 0 }), () => loadCards(store, () => {}));
const disputes = startDisputes(store, book.penalty);
startEvidence();
const copy = startCopy(() => {
  book.shown(view());
  loadCards(store, sets.loadSets);
});
if (local) local.remind(copy.keepAll);
const cards = startCards({
  played: () => played(store.state).card,
  play: (card) => store.set({ card, cardChosen: true, ruleset: ownRules(store.state), before: null, asHand: null }),
  changed: () => loadCards(store, () => {}),
  camera: { mayAsk, refusal, stayAwake, open: (video, signal) => Camera.open(video, signal, store.state.camera) },
  other: (text) => isTable(text) && Boolean(table.take(text)),
});
const table = startTable({
  played: () => ownChoice(store.state).ruleset,
  // Rule sets without a card stand alone; others keep the present card.
  play: (id) => {
    const { before, rulesets } = store.state;
    const bare = rulesets.find((one) => one.id === id)?.takes_card === false;
    store.set({ ...before, before: null, ruleset: id, ...(bare ? { card: null, cardChosen: true } : {}) });
  },
  changed: () => loadCards(store, () => {}),
  share: cards.share,
});
// What another window or phone has deleted leaves the part of the page that has its link.
const missing = { scan: sets.reloadSets, book: book.reload, cards: cards.gone };
saveLinked((trouble) => {
  notice.offer(pageText.notSaved(trouble.message));
  byId("local").scrollIntoView({ block: "nearest" });
  if (isMissing(trouble)) missing[view()]?.(trouble);
});
let rulesets = null;
store.listen((state) => {
  if (state.rulesets === rulesets) return;
  rulesets = state.rulesets;
  cards.rulesets(rulesets);
  table.rulesets(rulesets);
});
follow((name) => {
  book.shown(name);
  if (name === "cards") {
    cards.shown();
    table.shown();
  }
  if (name === "disputes") disputes.shown();
});
// Tile sets load last: if that fails the page says so, and everything else works without them.
loadCards(store, sets.loadSets);
if (!local) install();
followOffer(store);
store.set({});
byId("unloaded").remove();
