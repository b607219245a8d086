// Keep the scan page in step with the book: the open game's players, and whether the page's hand is on its way.

import { announce } from "../shared/dom.js";
import { winText } from "../shared/texts.js";
import { isOnScanPage } from "./entering/entry.js";
import { isDeleted, isHeldUp, oldestOf, places } from "./ledger-store.js";

/** Follow the book with the scan page; return `basis()`, the version of the game at which the player began the rack there. */
export function followBook(scan, store) {
  let hadTiles = scan.state.tiles !== null;

  function wait() {
    const { bookWaits } = scan.state;
    const { state } = store;
    const isOnItsWay = state.queued.some(({ entry }) => isOnScanPage(entry, scan.state));
    const now = isOnItsWay ? "hand" : isHeldUp(oldestOf(state, state.open)) ? "other" : null;
    if (now !== bookWaits) scan.set({ bookWaits: now });
  }

  function handBegun({ tiles }) {
    const has = tiles !== null;
    if (has === hadTiles) return;
    hadTiles = has;
    const { game } = store.state;
    store.set({ handBasis: has && game ? { game: game.id, version: game.version } : null });
  }

  function sit({ open, game }) {
    const { table } = scan.state;
    if (open === null && table) leave();
    if (!game) return;
    const { id, title, ruleset, card, rules, sitting: { players, waiting, east, table_wind: tableWind, streak, after_wall: afterWall, dead, cancelled_bets: cancelled } } = game;
    const balances = Object.fromEntries(game.standings.map((one) => [one.player, one.points]));
    const sits = { id, title, ruleset, card, rules, waiting: [...waiting], east, tableWind, streak, dead, cancelled, afterWall, balances };
    const { players: seated, winner, discarder } = scan.state;
    const isSame = table?.id === id;
    if (isSame && `${table.waiting}` === `${waiting}` && `${seated}` === `${players}`) {
      if (JSON.stringify(table) !== JSON.stringify(sits)) scan.set({ table: sits });
      return;
    }
    // Winner and discarder stay the same people after a change of seats.
    const moved = (at) => (at === null || !players.includes(seated[at]) ? null : players.indexOf(seated[at]));
    const seatedOut = isSame ? [winner, discarder].filter((at) => at !== null && moved(at) === null).map((at) => seated[at]) : [];
    // A game that was just opened brings its rule set, and its card if it has one.
    const plays = isSame ? {} : { ...scan.state.before, before: null, ruleset, ...(card || !rules.takes_card ? { card, cardChosen: true } : {}) };
    scan.set({ ...plays, players: [...players], bettors: [], table: sits, seatedOut, winner: moved(winner), discarder: moved(discarder) });
    if (seatedOut.length > 0) announce(winText.seatedOut(seatedOut));
  }

  function leave() {
    const { players, card, cards, ruleset, rulesets } = scan.state;
    // Of the card and the rules of a game, today's may be gone.
    scan.set({ table: null, players: places(players), bettors: [], winner: null, discarder: null,
      card: isDeleted(cards, card) ? null : card, ruleset: isDeleted(rulesets, ruleset) ? null : ruleset });
  }

  store.listen(sit);
  scan.listen(handBegun);
  for (const one of [store, scan]) one.listen(wait);
  wait();
  return () => {
    const { game, handBasis } = store.state;
    return handBasis?.game === game.id ? handBasis.version : game.version;
  };
}
