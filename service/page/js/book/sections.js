// The sections of the book: the table, the standings, the entries, the end of the evening, the entries on their way.

import { alert, busy, button, fine, gain, heading, payment, same, select, wide } from "../shared/controls.js";
import { element } from "../shared/dom.js";
import { bookText, capital, clock, pageText, points, sentence, signed } from "../shared/texts.js";
import { entryTitle, formOf } from "./entering/entry.js";
import { file } from "./ledger-api.js";
import { chartView } from "./standings/standings-chart.js";

const FORMS = ["win", "wall", "penalty", "note", "seats"];

const warning = (text) => element("p", { class: "note warn", role: "alert" }, text);

function seat(name, { dead, east, winds }) {
  const wind = bookText.winds[winds[name]] ?? (name === east ? bookText.winds.E : "");
  return element("li", { class: `seat ${name === east ? "east" : ""}` },
    element("span", { class: "wind" }, wind), element("strong", {}, name),
    dead.includes(name) && element("span", { class: "no" }, bookText.deadHand));
}

/** Show why the book takes no entries, and what to do. `actions`: reload(). */
export function faultView(actions) {
  return ({ fault }) => fault && [
    heading("fault-title", bookText.faults[fault.code] ?? bookText.faults.other),
    alert(sentence(fault.message)),
    button("look-again", bookText.lookAgain, actions.reload),
  ];
}

/** Ask who is East of the next hand, where the book cannot know. */
function whoIsEast({ players }, waits, actions) {
  return element("div", { class: "note", role: "group", "aria-label": bookText.sayEast }, element("p", {}, bookText.sayEast),
    element("div", { class: "even" }, players.map((name) => button(`east-${name}`, name, () => actions.east(name), { class: "small", disabled: waits }))));
}

/** Ask where East goes, where the rule set is silent: once a game, and the player can change the answer. */
function whereEastGoes({ east_goes: way }, waits, actions) {
  if (way) return select(bookText.eastAfter, "east-goes", Object.entries(bookText.eastGoes), way, actions.eastGoes, { disabled: waits });
  return element("div", { class: "note", role: "group", "aria-label": bookText.eastAfter }, element("p", {}, bookText.eastAsked),
    element("div", { class: "row" }, Object.entries(bookText.eastGoes).map(([id, text]) => button(`east-goes-${id}`, text, () => actions.eastGoes(id), { class: "small", disabled: waits }))));
}

/**
 * Tell or ask about East, one thing at a time: where East goes comes before who is East. `waits`: an entry is on its
 * way, after which somebody else may be East.
 */
function eastOf(sitting, fault, waits, actions) {
  const silent = "east_goes" in sitting;
  const unsaid = sitting.note && !sitting.east && !fault;
  const later = waits && (unsaid || silent) && !fault && fine(bookText.eastLater);
  if (unsaid && silent && !sitting.east_goes) return [whereEastGoes(sitting, waits, actions), later];
  return [
    sitting.note && (unsaid ? whoIsEast(sitting, waits, actions) : element("p", { class: "note warn" }, capital(sitting.note))),
    silent && !fault && whereEastGoes(sitting, waits, actions),
    later,
  ];
}

/** Show the seats and the buttons that enter. `actions`: form(kind), scan(), by(name), east(name), eastGoes(way). */
export function tableView(actions) {
  return ({ game, pending, live, by, trouble, fault }) => {
    if (!game) return null;
    const { sitting } = game;
    const last = game.entries.at(-1);
    const holders = new Set([...sitting.players, ...sitting.waiting, ...(by === null ? [] : [by])]); // who has left may still hold it
    return [
      heading("table-title", game.title),
      // On a line of its own: beside the title, a longer text would move all that stands below.
      element("p", { class: live === false ? "note warn" : "fine" }, live ? bookText.live : live === null ? bookText.connecting : bookText.cutOff),
      alert(trouble?.message),
      element("p", { class: "call good now" }, bookText.now(game)),
      element("p", {}, last ? [element("span", { class: "fine" }, bookText.last), entryTitle(last, game.entries)] : bookText.noEntries),
      sitting.over && element("p", { class: "note" }, bookText.over),
      element("ul", { class: "seats", "aria-label": bookText.turns }, sitting.players.map((name) => seat(name, sitting))),
      sitting.waiting.length > 0 && fine(bookText.waiting(sitting.waiting, sitting.cancelled_bets)),
      !fault && element("div", { class: "enter" },
        button("scan", bookText.scan, actions.scan, { class: "main" }),
        FORMS.map((kind) => button(kind, bookText.forms[kind], () => actions.form(kind)))),
      eastOf(sitting, fault, pending !== null, actions),
      actions.join && button("join", bookText.join, actions.join, { class: "small" }),
      fine(bookText.source(game.ruleset_title, sitting.source)),
      !fault && select(bookText.heldBy, "by", [[null, bookText.notSaid], ...same([...holders])], by, actions.by),
    ];
  };
}

const column = (name) => element("th", { scope: "col" }, bookText.columns[name]);

/** Return the table of the standings. */
function standings(game) {
  const row = (line) => element("tr", {},
    element("th", { scope: "row" }, element("span", { class: "rank" }, `${line.rank}. `), element("bdi", {}, line.player),
      element("small", { class: "fine" }, line.chips < 0 ? bookText.owes(-line.chips) : bookText.chips(line.chips))),
    element("td", {}, bookText.amount(line.chips)),
    element("td", { class: gain(line.points) }, signed(line.points)),
    game.score_sheet && element("td", {}, signed(line.sheet)));
  return wide(bookText.standings,
    element("caption", {}, bookText.began(game.start_chips)),
    element("thead", {}, element("tr", {}, column("player"), column("chips"), column("won"), game.score_sheet && column("sheet"))),
    element("tbody", {}, game.standings.map(row)));
}

/** Show the standings. `actions`: end(), which leads past all entries to who pays whom. */
export function standingsView(actions) {
  return ({ game }) => game && [
    heading("standings-title", bookText.standings),
    standings(game),
    button("to-end", bookText.end, actions.end, { class: "small" }),
  ];
}

function line(entry, hand, { entries, evidence = [] }, photos, actions, waits) {
  const kept = evidence.find((one) => one.entry === entry.seq);
  const title = entryTitle(entry, entries);
  const net = Object.entries(entry.settlement?.net ?? {}).filter(([, value]) => value);
  return element("li", { class: `entry ${entry.in_effect ? "" : "gone"}`, "data-key": `entry-${entry.seq}` },
    fine(bookText.facts({ ...entry, hand }, clock(entry.entered_at))),
    element("p", {}, entry.in_effect ? title : element("s", {}, title)),
    entry.in_effect ? net.length > 0 && fine(bookText.net(net)) : fine(bookText.takenOut),
    entry.kind === "penalty" && fine(entry.settlement.source),
    entry.note && entry.kind !== "note" && element("p", {}, entry.note),
    actions.photo(entry.seq, title, kept, photos.find((one) => one.seq === entry.seq)),
    entry.in_effect && element("div", { class: "row" }, formOf(entry) && button(`correct-${entry.seq}`, bookText.correct, () => actions.correct(entry), { class: "small plain", disabled: waits, "aria-label": bookText.correctIt(title) }),
      button(`undo-${entry.seq}`, pageText.undo, () => actions.undo(entry), { class: "small plain", disabled: waits, "aria-label": bookText.undo(title) })));
}

/** Show the entries, newest first. `actions`: correct(entry), undo(entry), photo(seq, title, kept, coming). */
export function historyView(actions) {
  return ({ game, evening, pending, fault, photos }) => {
    if (!game) return null;
    // After the undo of an earlier hand the chart numbers the hands anew, as the table above does.
    const hands = new Map(evening?.chart.hands.map((one) => [one.seq, one.hand]));
    return [
      heading("history-title", bookText.entries),
      game.entries.length > 0
        ? element("ol", { class: "entries", reversed: true }, [...game.entries].reverse().map((entry) =>
          line(entry, hands.get(entry.seq) ?? entry.hand, game, photos.filter((one) => one.game === game.id), actions, pending !== null || fault !== null)))
        : fine(bookText.noEntries),
    ];
  };
}

function settled({ payments, fewest, chart }) {
  return [
    payments.length > 0
      ? element("ul", { class: "transfers", "aria-label": bookText.whoPays }, payments.map((one) => payment(one, bookText.pays, one.money ?? points(one.points), bookText.chips(one.points))))
      : element("p", {}, bookText.even),
    payments.length > 0 && fewest && fine(bookText.fewest),
    chartView(chart),
  ];
}

/** Show who pays whom, the chart, the files. `actions`: leave(). */
export function endView(actions) {
  return ({ game, evening }) => {
    if (!game) return null;
    const download = (suffix, text) => element("a", { class: "button small", href: file(game.id, suffix), download: true }, text);
    return [
      heading("end-title", bookText.end, { tabindex: "-1" }),
      evening && settled(evening),
      element("div", { class: "row" }, download("csv", bookText.csv), download("json", bookText.json)),
      element("div", { class: "row" },
      button("share-standings", bookText.sharePicture, actions.sharePicture, { class: "small" }),
      button("print-book", pageText.print, () => window.print(), { class: "small" })),
    button("leave", bookText.leave, actions.leave, { class: "plain" }),
    ];
  };
}

/** Show the entries that are not in the book yet. `actions`: again(), changes(pending), change(), drop(key). */
export function pendingView(actions) {
  return ({ pending, queued, game, lasts }) => {
    if (!pending) return null;
    const behind = queued.length > 0 && element("ul", { class: "newer", "aria-label": bookText.behind }, queued.map(({ title: text, entry }) =>
      element("li", { class: "row between" }, text, button(`forget-${entry.key}`, bookText.drop, () => actions.drop(entry.key), { class: "small plain", "aria-label": bookText.dropIt(text) }))));
    const { status, title, error, newer } = pending;
    const shown = (text, ...nodes) => [heading("pending-title", text), ...nodes, behind];
    const yours = element("p", {}, element("strong", {}, bookText.yours), title);
    const again = (text) => button("again", text, actions.again, { class: "main" });
    const change = (text) => actions.changes(pending) && button("change", text, actions.change);
    const drop = button("drop", bookText.drop, () => actions.drop(pending.entry.key), { class: "danger" });
    const row = (...buttons) => element("div", { class: "row" }, ...buttons, drop);
    switch (status) {
      case "sending": return shown(bookText.entering, busy(title));
      case "waiting": return shown(lasts ? bookText.kept : bookText.leaveOpen, yours, warning(bookText.sentAgain(error?.message ?? "")), row(again(bookText.sendNow)));
      case "conflict": return shown(bookText.faster, warning(bookText.lookAtNewer),
        element("ul", { class: "newer", "aria-label": bookText.newerEntries }, newer.map((entry) =>
          element("li", {}, bookText.newer(entry, entryTitle(entry, [...(game?.entries ?? []), ...newer]))))),
        yours, row(again(bookText.enterToo), change(bookText.changeMine)));
      default: return shown(bookText.notEntered, yours, alert(error.message), row(again(bookText.sendNow), change(bookText.change)));
    }
  };
}
