// The book: which section shows which part of the state, and what keeps it up to date.

import { byId, focusIfLost, followDialog, section, submitByEnter } from "../shared/dom.js";
import { view } from "../shared/navigation.js";
import { joinView, openInvited } from "./beginning/joining.js";
import { followScan, startActions } from "./beginning/start-actions.js";
import { startView } from "./beginning/start-game.js";
import { keepView } from "./entering/add-win.js";
import { addWinActions } from "./entering/add-win-actions.js";
import { formView } from "./entering/entry-form.js";
import { enterPenalty, followRulings, formActions } from "./entering/form-actions.js";
import { bookOutbox, followPending, pendingActions } from "./entering/pending.js";
import { pendingView } from "./entering/pending-view.js";
import { feedOf } from "./feed.js";
import { gameActions } from "./game-actions.js";
import { historyView } from "./history-view.js";
import { BookStore, isGone } from "./ledger-store.js";
import { load, refresh } from "./loading.js";
import { followBook } from "./seats.js";
import { seasonView } from "./standings/season.js";
import { endView, standingsView } from "./standings/standings-view.js";
import { faultView, tableView } from "./table-view.js";

/** Return whether the book tells of entries or photos of wins that the page does not show. */
const isNews = (told, game) => told.version !== game?.version || JSON.stringify(told.evidence) !== JSON.stringify(game.evidence);

/** Keep the open game up to date: with what other phones enter, keep and remove, and when the phone wakes or is connected again. */
function followGame(store, photos) {
  const feed = feedOf(
    (id, told) => {
      // With a trouble too: a load that failed without a connection may succeed by now.
      if (id === store.state.open && (isNews(told, store.state.game) || store.state.trouble)) refresh(store);
    },
    (live) => store.set({ live }),
    () => refresh(store),
  );
  store.listen((state) => feed.follow(isGone(state) ? null : state.game && state.open, state.game?.version));
  window.addEventListener("offline", () => store.set({ live: false }));
  window.addEventListener("online", () => {
    feed.again(store.state.game?.version ?? 0);
    photos.resume();
  });
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden) (store.state.fault || store.state.open === null ? load(store) : refresh(store));
  });
}

/**
 * Focus the game when it opens, and the list when the player leaves it: the pressed button is gone by then. So is a
 * button of an entry on its way, once the book has the entry.
 */
function followFocus(store) {
  let inGame = store.state.game !== null;
  let waits = false;
  store.listen(({ game, queued }) => {
    const gone = inGame !== (game !== null) || (waits && queued.length === 0);
    inGame = game !== null;
    waits = queued.length > 0;
    if (gone && view() === "book") focusIfLost(byId(inGame ? "book-table" : "book-start"));
  });
}

/**
 * Start the book. `scan` is the store of the scan page; `photosOf(store, reload)` makes the keeper of win photos
 * (keeping/win-photo.js), `loadCards()` loads the cards and rule sets of the scan page again.
 */
export function startBook(scan, photosOf, loadCards) {
  const store = new BookStore();
  const basis = followBook(scan, store);
  const photos = photosOf(store, () => refresh(store));
  const outbox = bookOutbox(store, scan, photos);
  const form = formActions(store, outbox);
  const game = gameActions(store, outbox, form.open);
  const leaving = (part) => () => store.set({ [part]: null });
  followScan(store, scan);

  section(store, byId("book-fault"), ["fault", "gone", "game", "trouble"], faultView(game));
  section(store, byId("book-pending"), ["queued", "open", "game", "games", "lasts"], pendingView(pendingActions(store, scan, outbox)));
  followPending(store);
  section(store, byId("book-start"), ["plays", "open", "game", "games", "listed", "total", "damaged", "known", "named", "rulesets", "cards", "draft", "lasts", "trouble", "fault"], startView(startActions(store)));
  section(store, byId("book-season"), ["season", "open"], seasonView);
  section(store, byId("join-dialog"), ["joining"], joinView(leaving("joining")));
  followDialog(store, byId("join-dialog"), (state) => state.joining, leaving("joining"));
  section(store, byId("win-photo"), ["photo", "game"], photos.view);
  followDialog(store, byId("win-photo"), (state) => state.photo, leaving("photo"));
  section(store, byId("book-table"), ["game", "gone", "queued", "live", "by", "trouble", "fault"], tableView(game));
  section(store, byId("book-standings"), ["game", "queued"], standingsView(game));
  section(store, byId("book-history"), ["game", "gone", "evening", "queued", "fault", "photos"], historyView({ ...game, photo: photos.line }));
  section(store, byId("book-end"), ["game", "gone", "evening", "queued"], endView(game));
  followRulings(store);
  section(store, byId("book-form"), ["form", "game", "gone", "rulings", "queued", "lasts"], formView(form));
  followDialog(store, byId("book-form"), (state) => state.form && state.game && view() === "book", form.close);
  submitByEnter(byId("book-form"), form.submit);
  section(scan, byId("keep"), ["verdict", "settlement", "table", "bookWaits", "photo", "scan", "tiles", "keepPhoto"],
    keepView(addWinActions(store, scan, outbox, photos, basis)));
  followFocus(store);
  followGame(store, photos);
  openInvited(store);
  load(store).then(() => {
    outbox.resume();
    photos.resume();
  });
  let begun = false; // the page has shown its first part, for which the list is on its way
  return {
    /** Redraw, and load the list of games again where it comes on view; the page calls this when it shows a part. */
    shown: (part) => {
      store.set({});
      if (begun && part === "book" && store.state.game === null) {
        load(store);
        loadCards();
      }
      begun = true;
    },
    /** Load the list of games and the open game again. */
    reload: game.reload,
    penalty: (ruling, facts, bets, title) => enterPenalty(store, outbox, ruling, facts, bets, title),
  };
}
