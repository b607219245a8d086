// The book: its actions, and which part of the state each changes.

import { asked, attempt, cards, rulesets } from "../shared/api.js";
import { played } from "../shared/claim.js";
import { announce, byId, followDialog, section } from "../shared/dom.js";
import { go, view } from "../shared/navigation.js";
import { bookText, day } from "../shared/texts.js";
import { keepView } from "./add-win.js";
import { entryTitle, formOf, fromForm, fromScan, formTitle, isOfRack, scanTitle } from "./entry.js";
import { formView, missing, rulingsOf } from "./entry-form.js";
import { Feed } from "./feed.js";
import * as api from "./ledger-api.js";
import { begunBy, BookStore, freshKey, isHeldUp, NEW_GAME, places } from "./ledger-store.js";
import { knows, Outbox } from "./outbox.js";
import { Table } from "./seats.js";
import { endView, faultView, historyView, pendingView, standingsView, tableView } from "./sections.js";
import { shareStandings } from "./standings-picture.js";
import { joinView, seasonView } from "./season.js";
import { startView } from "./start-game.js";

const readings = { asked: 0, shown: 0 }; // numbers of the last loads; the newest counts, even with fewer entries

/** Load the open game again, with its payments and chart. */
async function refresh(store) {
  const { open } = store.state;
  if (open === null) return;
  readings.asked += 1;
  const number = readings.asked;
  await asked(store, async () => {
    const [game, payments, chart] = await Promise.all([api.game(open), api.settleUp(open), api.chart(open)]);
    // Answers can overtake each other, and the player may have opened another game meanwhile.
    if (store.state.open !== open || number < readings.shown) return;
    readings.shown = number;
    const before = store.state.game?.version ?? game.version;
    store.set({ game, evening: { ...payments, chart } });
    if (game.version > before) announce(bookText.entered(entryTitle(game.entries.at(-1), game.entries)));
  });
  if (store.state.trouble?.code === "unknown-game") store.set({ open: null, game: null, form: null });
}

function loadList(store) {
  return asked(store, async () => {
    const [{ games, fault = null }, { cards: allCards }, { rulesets: allRules }] = await Promise.all([api.games(), cards(), rulesets()]);
    store.set({ games, fault, cards: allCards, rulesets: allRules });
    // A book that takes no entries needs no names, and may have none.
    if (!fault) store.set({ known: (await api.players()).players.map((one) => one.name), season: await api.season() });
  });
}

function startActions(store, opened, reload) {
  const draft = (patch) => store.set({ draft: { ...store.state.draft, key: null, ...patch } });
  const seat = (list, at, name) => draft({ [list]: store.state.draft[list].map((old, other) => (other === at ? name : old)) });
  return {
    draft, seat, reload,
    take: (name) => {
      const { seats, waiting } = store.state.draft;
      const found = (wanted) => [["seats", seats.indexOf(wanted)], ["waiting", waiting.indexOf(wanted)]].find(([, at]) => at >= 0);
      const [seated, free] = [found(name), found("")];
      if (seated) seat(...seated, "");
      else if (free) seat(...free, name);
    },
    open: (id) => opened(id),
    begin: async () => {
      // We keep the key before we send it: after a lost answer, a second try then begins the same game.
      store.set({ draft: { ...store.state.draft, key: store.state.draft.key ?? freshKey() } });
      const { title, seats, waiting, key } = store.state.draft;
      const { ruleset, card } = begunBy(store.state);
      await asked(store, async () => {
        const game = await api.begin({ title: title || day(Date.now()), ruleset, card: card ?? undefined,
          players: seats.filter(Boolean), waiting: waiting.filter(Boolean), key });
        store.set({ draft: NEW_GAME });
        opened(game.id);
      });
    },
  };
}

function newForm(kind, game) {
  const { players, waiting, east } = game.sitting;
  return { kind, basedOn: game.version, ...(kind === "seats" ? { seats: places(players), waiting: places(waiting), east } : {}) };
}

/** Load the rulings of the open game whenever the form is a penalty, also after a reload. */
function followRulings(store) {
  store.listen(({ form, game, rulings }) => {
    if (form?.kind !== "penalty" || !game || rulings?.ruleset === game.ruleset) return;
    const { ruleset } = game;
    const answered = (answer) => store.state.rulings?.ruleset === ruleset && store.set({ rulings: { ...answer, ruleset } });
    store.set({ rulings: { ruleset } });
    attempt(async () => answered(await api.rulings(ruleset)), (trouble) => answered({ trouble }));
  });
}

function formActions(store, outbox) {
  return {
    open: (kind, said = {}) => {
      store.set({ form: { ...newForm(kind, store.state.game), ...said } });
    },
    change: (patch) => store.set({ form: { ...store.state.form, ...patch } }),
    close: () => store.set({ form: null }),
    rulingsAgain: () => store.set({ rulings: null }),
    submit: () => {
      const { form, game } = store.state;
      const wanted = isHeldUp(store.state) ? bookText.onItsWay : missing(store.state);
      if (wanted) {
        store.set({ form: { ...form, error: { message: wanted } } });
        return;
      }
      const list = rulingsOf(store.state) ?? [];
      const [entry, title] = [fromForm(form, game.sitting, list), formTitle(form, list)];
      // We close the form only after we have the entry: closing loses its answers.
      store.set({ form: null });
      outbox.put(game.id, entry, form.basedOn, title, form);
    },
  };
}

function pendingActions(store, outbox) {
  return {
    again: () => outbox.again(),
    drop: () => outbox.drop(),
    forget: (key) => outbox.forget(key),
    change: () => {
      const { pending } = store.state;
      outbox.drop();
      // The player has seen the newer entries.
      const version = pending.version ?? Math.min(pending.basedOn, store.state.game?.version ?? Infinity);
      if (pending.form) {
        store.set({ form: { ...pending.form, basedOn: version, error: pending.error } });
      } else {
        // The player corrects a win from the scan page there: the page still has its tiles.
        store.set({ handBasis: { game: pending.game, version } });
        go("scan");
      }
    },
  };
}

/** Let the open form, and the rack on the scan page if it is not the entry's own, know an entry of this phone. */
function followOwn(store, scan, sent, seq) {
  const { form, handBasis, open } = store.state;
  if (form && open === sent.game) store.set({ form: { ...form, basedOn: knows(form.basedOn, sent, seq) } });
  if (handBasis?.game !== sent.game || sent.entry.key === scan.state.entryKey) return;
  store.set({ handBasis: { ...handBasis, version: knows(handBasis.version, sent, seq) } });
}

const ALONE = ["localhost", "127.0.0.1", "[::1]"]; // a server's names for itself: no other phone reaches it by them

/** Return the address at which another phone joins a game; `code` is the pairing code, or null without pairing. */
function addressOf(game, code) {
  const { origin } = window.location;
  return code === null ? `${origin}/?game=${game}#book` : `${origin}/pair?game=${game}#${code}`;
}

/** Open the game named in the address, and take its name out: only the first visit should open it. */
function openInvited(store) {
  const { search, pathname, hash } = window.location;
  const game = new URLSearchParams(search).get("game");
  if (game === null) return;
  // An open form belongs to the game before.
  if (game !== store.state.open) store.set({ open: game, game: null, evening: null, live: null, by: null, form: null });
  window.history.replaceState(window.history.state, "", pathname + hash);
}

/**
 * Start the book. `scan` is the store of the scan page; `shared` says whether other phones can join; `photosOf(store,
 * reload)` makes the keeper of win photos (keeping/win-photo.js).
 */
export function startBook(scan, shared, photosOf) {
  const store = new BookStore();
  const table = new Table(scan, store);
  const photos = photosOf(store, () => refresh(store));
  const outbox = new Outbox(store, (sent, seq) => {
    const { entry } = sent;
    photos.entered(entry.key, seq);
    followOwn(store, scan, sent, seq);
    // The player may have begun the next hand while this one was on its way.
    if (isOfRack(entry, scan.state)) scan.newHand();
    refresh(store);
  }, (key) => photos.drop(key));
  const feed = new Feed(
    (id, told) => {
      // With a trouble too: a load that failed without a connection may succeed by now.
      if (id === store.state.open && (told.version !== store.state.game?.version || store.state.trouble)) refresh(store);
    },
    (live) => store.set({ live }),
    () => refresh(store),
  );
  const load = async () => {
    await loadList(store);
    await refresh(store);
  };
  const open = async (id) => {
    store.set({ open: id, game: null, evening: null, live: null, by: null });
    await refresh(store);
    window.scrollTo(0, 0);
  };
  const form = formActions(store, outbox);
  /** Enter who is East, or where East goes. While an entry is on its way, a second tap enters nothing. */
  const seat = (said, title) => {
    const { game, pending } = store.state;
    const { players, waiting } = game.sitting;
    if (!pending) outbox.put(game.id, { kind: "seats", players, waiting, ...said }, game.version, title);
  };
  const actions = {
    form: form.open,
    scan: () => go("scan"),
    by: (by) => store.set({ by }),
    east: (east) => seat({ east }, bookText.eastTitle(east)),
    eastGoes: (way) => seat({ east: store.state.game.sitting.east ?? undefined, east_goes: way }, bookText.eastGoesTitle(way)),
    undo: (entry) => {
      const { id, version, entries } = store.state.game;
      outbox.put(id, { kind: "undo", undoes: entry.seq }, version, bookText.undone(entryTitle(entry, entries)));
    },
    correct: (entry) => {
      const { kind, ...said } = formOf(entry);
      form.open(kind, { ...said, insteadOf: entry.seq, corrects: entryTitle(entry, store.state.game.entries) });
    },
    /** Show the address and code with which another phone joins. */
    join: () => asked(store, async () => {
      const { open: id } = store.state;
      const { code } = await api.join();
      if (store.state.open !== id || view() !== "book") return; // the player has gone on
      store.set({ joining: ALONE.includes(window.location.hostname) ? { trouble: bookText.joinAlone } : { address: addressOf(id, code) } });
    }),
    closeJoin: () => store.set({ joining: null }),
    sharePicture: () => shareStandings(store.state),
    photo: photos.line,
    leave: async () => {
      store.set({ open: null, game: null, evening: null, rulings: null, form: null });
      await load();
    },
  };

  // Players named on the scan page need not be typed again for a new game.
  const name = ({ players }) => {
    const named = players.map((one) => one.trim()).filter(Boolean);
    if (!store.state.game && `${named}` !== `${store.state.named}`) store.set({ named });
  };
  name(scan.state);
  scan.listen(name);
  const follow = (state) => {
    const plays = played(state);
    const { plays: before } = store.state;
    if (plays.card !== before.card || plays.ruleset !== before.ruleset) store.set({ plays });
  };
  follow(scan.state);
  scan.listen(follow);

  const parts = ["plays", "open", "game", "games", "known", "named", "rulesets", "cards", "draft", "trouble", "fault"];
  section(store, byId("book-fault"), ["fault"], faultView({ reload: load }));
  section(store, byId("book-pending"), ["pending", "queued", "game"], pendingView(pendingActions(store, outbox)));
  let shown = null;
  store.listen(({ pending }) => {
    const status = pending?.status ?? null;
    if (status !== shown && status !== null && status !== "sending") byId("book-pending").scrollIntoView({ block: "start" });
    shown = status;
  });
  section(store, byId("book-start"), parts, startView(startActions(store, open, load)));
  section(store, byId("book-season"), ["season", "open"], seasonView);
  section(store, byId("join-dialog"), ["joining"], joinView(actions));
  followDialog(store, byId("join-dialog"), (state) => state.joining, actions.closeJoin);
  section(store, byId("win-photo"), ["photo", "game"], photos.view);
  followDialog(store, byId("win-photo"), (state) => state.photo, () => store.set({ photo: null }));
  section(store, byId("book-table"), ["game", "pending", "live", "by", "trouble", "fault"], tableView({ ...actions, join: shared && actions.join }));
  section(store, byId("book-standings"), ["game"], standingsView);
  section(store, byId("book-history"), ["game", "pending", "fault", "photos"], historyView(actions));
  section(store, byId("book-end"), ["game", "evening"], endView(actions));
  followRulings(store);
  section(store, byId("book-form"), ["form", "game", "rulings", "rulesets"], formView(form));
  followDialog(store, byId("book-form"), (state) => state.form && state.game && view() === "book", form.close);
  section(scan, byId("keep"), ["verdict", "settlement", "table", "bookWaits", "photo", "scan", "tiles", "keepPhoto"], keepView({
    add: () => {
      const { game } = store.state;
      // A second tap may come before the button goes: the hand has its entry by then.
      if (game && !scan.state.bookWaits) {
        const entryKey = freshKey();
        photos.hold(entryKey, game.id, scan.state);
        outbox.put(game.id, fromScan(scan.state), table.basis(), scanTitle(scan.state), null, entryKey);
        scan.set({ entryKey });
      }
      go("book");
    },
    offersPhoto: photos.offers,
    keepPhoto: (keepPhoto) => scan.set({ keepPhoto }),
  }));
  store.listen((state) => feed.follow(state.game && state.open, state.game?.version));
  window.addEventListener("offline", () => store.set({ live: false }));
  window.addEventListener("online", () => {
    feed.again(store.state.game?.version ?? 0);
    photos.resume();
  });
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden) (store.state.fault ? load() : refresh(store));
  });
  openInvited(store);
  load().then(() => {
    outbox.resume();
    photos.resume();
  });
  return {
    /** Redraw; the page calls this when it shows another of its parts. */
    shown: () => store.set({}),
    /**
     * Enter a ruling with its facts, without asking again: the player has seen the answer, and can undo the entry.
     * Return why the book cannot take it yet, or null.
     */
    penalty: (ruling, facts, title) => {
      const { game } = store.state;
      if (!game) return bookText.opening;
      if (isHeldUp(store.state)) return bookText.rulingWaits;
      const form = { ...newForm("penalty", game), ruling, facts };
      outbox.put(game.id, { kind: "penalty", outcome: { kind: "error", ruling, ...facts } }, game.version, title, form);
      go("book");
      return null;
    },
  };
}
