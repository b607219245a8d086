// Keep the scan page in step with the book: the open game's players, and whether the page's hand is on its way.

import { announce } from "../shared/dom.js";
import { winText } from "../shared/texts.js";
import { isOnScanPage } from "./entering/entry.js";
import { isDeleted, isHeldUp, oldestOf, places } from "./ledger-store.js";

export class Table {
  #scan;
  #store;
  #hadTiles;

  /** `scan` is the store of the scan page, `store` the store of the book. */
  constructor(scan, store) {
    this.#scan = scan;
    this.#store = store;
    this.#hadTiles = scan.state.tiles !== null;
    store.listen((state) => this.#sit(state));
    scan.listen((state) => this.#handBegun(state));
    for (const one of [store, scan]) one.listen(() => this.#wait());
    this.#wait();
  }

  /** Return the version of the game at which the player began the rack on the scan page. */
  basis() {
    const { game, handBasis } = this.#store.state;
    return handBasis?.game === game.id ? handBasis.version : game.version;
  }

  #wait() {
    const { bookWaits } = this.#scan.state;
    const { state } = this.#store;
    const isOnItsWay = state.queued.some(({ entry }) => isOnScanPage(entry, this.#scan.state));
    const now = isOnItsWay ? "hand" : isHeldUp(oldestOf(state, state.open)) ? "other" : null;
    if (now !== bookWaits) this.#scan.set({ bookWaits: now });
  }

  #handBegun(state) {
    const has = state.tiles !== null;
    if (has === this.#hadTiles) return;
    this.#hadTiles = has;
    const { game } = this.#store.state;
    this.#store.set({ handBasis: has && game ? { game: game.id, version: game.version } : null });
  }

  #sit({ open, game }) {
    const { table } = this.#scan.state;
    if (open === null && table) this.#leave();
    if (!game) return;
    const { id, title, ruleset, card, rules, sitting: { players, waiting, east, table_wind: tableWind, streak, after_wall: afterWall, dead, cancelled_bets: cancelled } } = game;
    const balances = Object.fromEntries(game.standings.map((one) => [one.player, one.points]));
    const sits = { id, title, ruleset, card, rules, waiting: [...waiting], east, tableWind, streak, dead, cancelled, afterWall, balances };
    const seated = this.#scan.state.players;
    if (table?.id === id && `${table.waiting}` === `${waiting}` && `${seated}` === `${players}`) {
      if (JSON.stringify(table) !== JSON.stringify(sits)) this.#scan.set({ table: sits });
      return;
    }
    // Winner and discarder stay the same people after a change of seats.
    const moved = (at) => (at === null || !players.includes(seated[at]) ? null : players.indexOf(seated[at]));
    const { winner, discarder } = this.#scan.state;
    const isSame = table?.id === id;
    const seatedOut = isSame ? [winner, discarder].filter((at) => at !== null && moved(at) === null).map((at) => seated[at]) : [];
    this.#scan.set({ ...isSame ? {} : this.#cards(game), players: [...players], bettors: [], table: sits, seatedOut,
      winner: moved(winner), discarder: moved(discarder) });
    if (seatedOut.length > 0) announce(winText.seatedOut(seatedOut));
  }

  /** Return card and rule set of a game that was just opened. */
  #cards({ ruleset, card, rules }) {
    return { ...this.#scan.state.before, before: null, ruleset, ...(card || !rules.takes_card ? { card, cardChosen: true } : {}) };
  }

  #leave() {
    const { players, card, cards, ruleset, rulesets } = this.#scan.state;
    // Of the card and the rules of a game, today's may be gone.
    this.#scan.set({ table: null, players: places(players), bettors: [], winner: null, discarder: null,
      card: isDeleted(cards, card) ? null : card, ruleset: isDeleted(rulesets, ruleset) ? null : ruleset });
  }
}
