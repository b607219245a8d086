// Disputes: the rulings of a rule set as short questions, and the answers.

import * as api from "../../shared/api.js";
import { played, rulesetsOf } from "../../shared/claim.js";
import { announce, byId, section, submitByEnter } from "../../shared/dom.js";
import { onBack } from "../../shared/navigation.js";
import { KeptStore } from "../../shared/persistent-store.js";
import { disputeText } from "../../shared/texts.js";
import { given, ofThoseHere, question, settlement } from "./dispute-question.js";
import { disputeView, isOfGame } from "./dispute-view.js";

const PAUSE = 150; // ms after the last letter before we search, so that a word asks once
const KEY = "rackcheck.1.dispute";
const KEPT = ["ruleset", "under", "ruling", "east", "facts"];
// under: the table's rule set when the player chose `ruleset`. Once the table plays by another, that holds here too.
// ruled: the id of the open game by whose rules `rulings` are, or null.
const EMPTY = { ruleset: null, under: null, ruling: null, east: null, facts: {}, rulesets: [], rulings: null, ruled: null, answer: null, trouble: null, words: "", found: null };

function dropNames(store) {
  const { ruling, rulings, facts, table } = store.state;
  const open = rulings?.find((one) => one.id === ruling);
  if (open) store.set({ facts: ofThoseHere(facts, open, table) });
}

/** Return the open game if it plays by the rules of the question, else null. */
const gameOf = (state) => (isOfGame(state) ? state.table.table : null);

/** Return `load(ruleset)`, which loads the rulings of a rule set. */
function loading(store) {
  let asked = 0; // number of the last load: the player may choose another rule set meanwhile
  return async (ruleset) => {
    asked += 1;
    const [number, game] = [asked, gameOf({ ...store.state, ruleset })];
    const { rulings } = await api.rulings(ruleset, game);
    if (asked !== number) return;
    const { ruling } = store.state;
    store.set({ ruleset, rulings, ruled: game?.id ?? null, ruling: rulings.some((one) => one.id === ruling) ? ruling : null });
    dropNames(store);
  };
}

/** Return `find(words)`, which searches the rulings. */
function finding(store) {
  let timer = 0;
  const look = (words) => api.keepAsking(store, async () => {
    const { rulings } = await api.rulings(store.state.ruleset, gameOf(store.state), words);
    if (store.state.words !== words) return;
    store.set({ found: rulings.map((one) => one.id) });
    announce(disputeText.count(rulings.length));
  });
  return (words) => {
    store.set({ words, found: words ? store.state.found : null });
    clearTimeout(timer);
    if (words) timer = setTimeout(() => look(words), PAUSE);
  };
}

/** Enter the answer in the book: once; for a second entry the player asks again. */
function enterAnswer(store, enter) {
  const { ruling, rulings, facts, answer } = store.state;
  if (answer.entered) return;
  const refused = enter(ruling, given(facts), settlement(store.state).bettors ?? [], rulings.find((one) => one.id === ruling).title);
  store.set({ answer: { ...answer, entered: refused === null, refused } });
}

const bodyOf = (state) => (isOfGame(state) ? settlement : question)(state);
const asksTheSame = (state, other) => JSON.stringify(bodyOf(state)) === JSON.stringify(bodyOf(other));

/** Return the ruling; in the open game with the payments as its book makes them. */
async function answerTo(state) {
  if (!isOfGame(state)) return api.rule(state.ruling, bodyOf(state));
  const { ruling, transfers } = await api.settle(bodyOf(state), state.table.table);
  return { ...ruling, transfers };
}

async function askRuling(store) {
  const now = store.state;
  const answer = await answerTo(now);
  const isOther = (part) => store.state[part] !== now[part];
  // The player has asked for something else, or entered the last answer.
  if (isOther("ruling") || (store.state.answer?.entered && !now.answer?.entered)) return;
  // The game has moved on, and a player may have less left to pay, or its rules have come late: the player still waits.
  if (["table", "ruleset"].some(isOther)) {
    await askRuling(store);
    return;
  }
  // The facts on the page have changed: this answer would look like the answer to the new ones.
  if (!asksTheSame(store.state, now)) return;
  store.set({ answer });
  announce(disputeText.answer(answer));
}

function disputeActions(store, root, load, enter) {
  const show = (ruling) => {
    store.set({ ruling, facts: {}, answer: null, trouble: null });
    root.scrollIntoView({ block: "start" });
    byId("dispute-title").focus({ preventScroll: true });
  };
  const back = onBack("disputes", () => store.state.ruling !== null, () => show(null));
  const ask = () => api.asked(store, () => askRuling(store), () => store.set({ answer: null }));
  return {
    choose: (ruleset) => {
      store.set({ ruleset, rulings: null, answer: null, trouble: null, words: "", found: null });
      api.keepAsking(store, () => load(ruleset));
    },
    open: (ruling) => {
      show(ruling);
      back.opened();
    },
    back: back.leave,
    find: finding(store),
    fact: (name, value) => store.set({ facts: { ...store.state.facts, [name]: value }, answer: null }),
    east: (east) => store.set({ east, answer: null }),
    // A tap that ends the typing of another fact enters nothing: the player first sees the answer to it.
    enter: () => (store.state.answer ? enterAnswer(store, enter) : ask()),
    ask,
  };
}

/**
 * Start the part of the page that settles disputes. `table` is the store of the scan page, with the players.
 * `enter(ruling, facts, bets, title)` enters a ruling in the book, and returns why the book does not take it, or null.
 */
export function startDisputes(table, enter) {
  const root = byId("dispute");
  const store = new KeptStore(KEY, KEPT, { ...EMPTY, table: table.state });
  const load = loading(store);
  const actions = disputeActions(store, root, load, enter);
  section(store, root, ["ruleset", "rulesets", "rulings", "words", "found", "ruling", "facts", "east", "answer", "trouble", "table", "lasts"],
    disputeView(actions));
  submitByEnter(root, () => store.state.ruling !== null && actions.ask());
  table.listen((now) => {
    const { players, bettors, table: game } = store.state.table;
    if (players === now.players && bettors === now.bettors && game === now.table) return;
    const answer = game?.id === now.table?.id ? store.state.answer : null;
    const before = store.state;
    store.set({ table: now, answer });
    dropNames(store);
    // The ruling on view follows the table; one that is in the book stays as it was entered.
    if (answer && !answer.entered && !asksTheSame(store.state, before)) actions.ask();
  });
  return {
    /** Load the rule sets again; the page calls this when it shows this part. */
    shown: () => api.keepAsking(store, async () => {
      const [{ rulesets: today }, { cards }] = await Promise.all([api.rulesets(), api.cards()]);
      const { ruleset, under, rulings, ruled, answer } = store.state;
      const rulesets = rulesetsOf({ ...table.state, rulesets: today });
      // The player may have solved the reason for the refusal meanwhile.
      store.set({ rulesets, answer: answer && { ...answer, refused: null } });
      const now = table.state.table?.ruleset ?? played({ ...table.state, cards }).ruleset;
      const has = (id) => rulesets.some((one) => one.id === id);
      const wanted = under === now && has(ruleset) ? ruleset : has(now) ? now : rulesets[0].id;
      store.set({ under: now, answer: wanted === ruleset ? store.state.answer : null });
      if (!rulings || wanted !== ruleset || ruled !== (gameOf({ ...store.state, ruleset: wanted })?.id ?? null)) await load(wanted);
    }),
  };
}
