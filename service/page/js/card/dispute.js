// Disputes: the rulings of a rule set as short questions, and the answers.

import * as api from "../shared/api.js";
import { betsOf, played } from "../shared/claim.js";
import { announce, byId, section } from "../shared/dom.js";
import { onBack } from "../shared/navigation.js";
import { playerNames } from "../shared/page-state.js";
import { KeptStore } from "../shared/persistent-store.js";
import { disputeText } from "../shared/texts.js";
import { disputeView, nameable } from "./dispute-view.js";

const PAUSE = 150; // ms after the last letter before we search, so that a word asks once
const KEY = "rackcheck.1.dispute";
const KEPT = ["ruleset", "under", "ruling", "east", "facts"];
const ASKED = [...KEPT, "table"]; // the parts of the state that a question depends on
// under: the table's rule set when the player chose `ruleset`. Once the table plays by another, that holds here too.
const EMPTY = { ruleset: null, under: null, ruling: null, east: null, facts: {}, rulesets: [], rulings: null, answer: null, trouble: null, words: "", found: null };

const isGiven = (value) => value !== "" && value !== null && value !== undefined && !(Array.isArray(value) && !value.length);

/** Drop the names of people who left the table from the facts: no field on the page would show them. */
function ofThoseHere(facts, { inputs }, table) {
  const here = ({ name, kind }) => {
    const names = nameable(kind, table);
    const value = facts[name];
    if (!names) return value;
    return Array.isArray(value) ? value.filter((one) => names.includes(one)) : names.find((one) => one === value);
  };
  return Object.fromEntries(inputs.filter(({ name }) => name in facts).map((input) => [input.name, here(input)]));
}

/** Return the request body for a ruling: the given facts, and who sits at the table. */
function question({ ruleset, ruling, rulings, east, facts }, table) {
  const { inputs } = rulings.find((one) => one.id === ruling);
  const names = playerNames(table);
  const body = { ruleset };
  // Some rulings have a fact named "players" that means only some of them: then the body does not name the table.
  if (!inputs.some((one) => one.name === "players")) {
    body.players = names;
    if (east !== null) body.east = names[east];
    if (table.bettors.length) body.bettors = betsOf(table);
  }
  for (const { name } of inputs) if (isGiven(facts[name])) body[name] = facts[name];
  return body;
}

/**
 * Start the part of the page that settles disputes. `table` is the store of the scan page, with the players.
 * `enter(ruling, facts, title)` enters a ruling in the book, and returns why the book does not take it, or null.
 */
export function startDisputes(table, enter) {
  const root = byId("dispute");
  const store = new KeptStore(KEY, KEPT, { ...EMPTY, table: table.state });
  const set = (patch) => store.set(patch);
  let finding = 0; // the timer of a search
  let asked = null; // the rule set whose rulings we asked for last
  const dropNames = () => {
    const { ruling, rulings, facts } = store.state;
    const open = rulings?.find((one) => one.id === ruling);
    if (open) set({ facts: ofThoseHere(facts, open, table.state) });
  };
  const load = async (ruleset) => {
    asked = ruleset;
    const { rulings } = await api.rulings(ruleset);
    // The player may have chosen another rule set meanwhile.
    if (asked !== ruleset) return;
    const { ruling } = store.state;
    set({ ruleset, rulings, ruling: rulings.some((one) => one.id === ruling) ? ruling : null });
    dropNames();
  };
  const look = (words) => api.asked(store, async () => {
    const { rulings } = await api.rulings(store.state.ruleset, words);
    if (store.state.words === words) set({ found: rulings.map((one) => one.id) });
  });
  const show = (ruling) => {
    set({ ruling, facts: {}, answer: null, trouble: null });
    root.scrollIntoView({ block: "start" });
    byId("dispute-title").focus({ preventScroll: true });
  };
  const back = onBack("disputes", () => store.state.ruling !== null, () => show(null));
  const actions = {
    choose: (ruleset) => {
      set({ ruleset, rulings: null, answer: null, trouble: null, words: "", found: null });
      api.keepAsking(store, () => load(ruleset));
    },
    open: (ruling) => {
      show(ruling);
      back.opened();
    },
    back: back.leave,
    find: (words) => {
      set({ words, found: words ? store.state.found : null });
      clearTimeout(finding);
      if (words) finding = setTimeout(() => look(words), PAUSE);
    },
    fact: (name, value) => set({ facts: { ...store.state.facts, [name]: value }, answer: null }),
    east: (east) => set({ east, answer: null }),
    enter: () => {
      const { ruling, rulings, facts, answer } = store.state;
      if (answer.entered) return;
      const said = Object.fromEntries(Object.entries(facts).filter(([, value]) => isGiven(value)));
      const refused = enter(ruling, said, rulings.find((one) => one.id === ruling).title);
      // A player enters an answer once; for a second entry the player asks again.
      set({ answer: { ...answer, entered: refused === null, refused } });
    },
    ask: () => api.asked(store, async () => {
      const now = store.state;
      const answer = await api.rule(now.ruling, question(now, table.state));
      // The question on the page has changed: this answer would look like the answer to the new one.
      if (ASKED.some((part) => store.state[part] !== now[part])) return;
      set({ answer });
      announce(disputeText.answer(answer));
    }),
  };
  section(store, root, ["ruleset", "rulesets", "rulings", "words", "found", "ruling", "facts", "east", "answer", "trouble", "table"], disputeView(actions));
  table.listen((now) => {
    const { players, bettors } = store.state.table;
    if (players === now.players && bettors === now.bettors) return;
    set({ table: now, answer: null });
    dropNames();
  });
  return {
    /** Load the rule sets again; the page calls this when it shows this part. */
    shown: () => api.keepAsking(store, async () => {
      const [{ rulesets }, { cards }] = await Promise.all([api.rulesets(), api.cards()]);
      const { ruleset, under, rulings, answer } = store.state;
      // The player may have solved the reason for the refusal meanwhile.
      set({ rulesets, answer: answer && { ...answer, refused: null } });
      const now = table.state.table?.ruleset ?? played({ ...table.state, cards }).ruleset;
      const has = (id) => rulesets.some((one) => one.id === id);
      const wanted = under === now && has(ruleset) ? ruleset : has(now) ? now : rulesets[0].id;
      if (under !== now) set({ under: now, answer: null });
      if (!rulings || wanted !== ruleset) await load(wanted);
    }),
  };
}
