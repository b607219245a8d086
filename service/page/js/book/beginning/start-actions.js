// Actions of the form for a new game, and what it takes from the scan page.

import { asked } from "../../shared/api.js";
import { played } from "../../shared/claim.js";
import { byId } from "../../shared/dom.js";
import { freshKey } from "../../shared/persistent-store.js";
import { day } from "../../shared/texts.js";
import * as api from "../ledger-api.js";
import { begunBy, NEW_GAME } from "../ledger-store.js";
import { load, openGame } from "../loading.js";

const MORE = 100; // older games that one tap adds to the list

/** Follow the lists of the scan page, and its names, card and rule set: nobody needs to say them again for a new game. */
export function followScan(store, scan) {
  const name = ({ players }) => {
    const named = players.map((one) => one.trim()).filter(Boolean);
    if (!store.state.game && `${named}` !== `${store.state.named}`) store.set({ named });
  };
  const play = (state) => {
    const plays = played(state);
    const { plays: before } = store.state;
    if (plays.card !== before.card || plays.ruleset !== before.ruleset) store.set({ plays });
  };
  const lists = ({ cards, rulesets }) => {
    if (cards !== store.state.cards || rulesets !== store.state.rulesets) store.set({ cards, rulesets });
  };
  for (const follow of [name, play, lists]) {
    follow(scan.state);
    scan.listen(follow);
  }
}

export function startActions(store) {
  const draft = (patch) => store.set({ draft: { ...store.state.draft, key: null, ...patch } });
  const seat = (list, at, name) => draft({ [list]: store.state.draft[list].map((old, other) => (other === at ? name : old)) });
  return {
    draft, seat,
    reload: () => load(store),
    take: (name) => {
      const { seats, waiting } = store.state.draft;
      const found = (wanted) => [["seats", seats.indexOf(wanted)], ["waiting", waiting.indexOf(wanted)]].find(([, at]) => at >= 0);
      const [seated, free] = [found(name), found("")];
      if (seated) seat(...seated, "");
      else if (free) seat(...free, name);
    },
    open: (id) => openGame(store, id),
    older: () => asked(store, async () => {
      const { games: { length: before }, listed: last } = store.state;
      const listed = last + MORE;
      const { games, total, damaged } = await api.games(listed);
      store.set({ games, total, damaged, listed });
      byId("book-start").querySelectorAll(".game")[before]?.focus({ preventScroll: true });
    }),
    begin: async () => {
      // We keep the key before we send it: after a lost answer, a second try then begins the same game.
      store.set({ draft: { ...store.state.draft, key: store.state.draft.key ?? freshKey() } });
      const { title, seats, waiting, key } = store.state.draft;
      const { ruleset, card } = begunBy(store.state);
      await asked(store, async () => {
        const game = await api.begin({ title: title || day(Date.now()), ruleset, card: card ?? undefined,
          players: seats.filter(Boolean), waiting: waiting.filter(Boolean), key });
        store.set({ draft: NEW_GAME });
        if (store.state.open === null) openGame(store, game.id); // else the player has opened another one meanwhile
      });
    },
  };
}
