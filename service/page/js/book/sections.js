// The sections of the book: the table now, the standings, the entries, the end of the evening.

import { file } from "./ledger-api.js";
import { chartView } from "./standings-chart.js";
import { select } from "./fields.js";
import { chips, clock, entryTitle, kindName, signed } from "./entry-words.js";
import { h } from "../shared/dom.js";
import { points } from "../shared/words.js";

const WINDS = { E: "East", S: "South", W: "West", N: "North" };
const button = (key, text, onclick, more = {}) => h("button", { type: "button", "data-key": key, onclick, ...more }, text);

function seat(name, sitting) {
  const dead = sitting.dead.includes(name);
  const wind = WINDS[sitting.winds[name]] ?? (name === sitting.east ? "East" : "");
  return h("li", { class: `seat ${name === sitting.east ? "east" : ""}` },
    h("span", { class: "wind" }, wind), h("strong", {}, name), dead && h("span", { class: "no" }, "dead hand"));
}

function waits(sitting) {
  if (!sitting.waiting.length) return null;
  const off = sitting.cancelled_bets.map((name) => `${name}'s bet is cancelled`);
  return h("p", { class: "fine" }, [`Waiting: ${sitting.waiting.join(", then ")}`, ...off].join(". "));
}

/** Who sits where and what can be entered. `actions`: form(kind), scan(), by(name). */
export function tableView(actions) {
  return (state) => {
    const { game } = state;
    if (!game) return null;
    const { sitting } = game;
    const last = game.entries.at(-1);
    const round = sitting.table_wind ? `, ${WINDS[sitting.table_wind]} round` : "";
    return [
      h("div", { class: "row between" }, h("h2", { id: "table-title" }, game.title),
        h("span", { class: state.live ? "fine" : "note warn" }, state.live ? "Up to date" : "No connection: what others enter comes later")),
      h("p", { class: "call good now" }, `Hand ${game.hand}${round} · ${sitting.east ? `${sitting.east} is East` : "East is not known"}`),
      last && h("p", { class: "last" }, h("span", { class: "fine" }, "Last entry: "), entryTitle(last)),
      sitting.over && h("p", { class: "note" }, "All rounds of this game have been played."),
      sitting.note && h("div", { class: "note warn" }, h("p", {}, sitting.note[0].toUpperCase() + sitting.note.slice(1)),
        button("say-east", "Say who is East", () => actions.form("seats"), { class: "small" })),
      h("ul", { class: "seats", "aria-label": "Seats in the order of turns" }, sitting.players.map((name) => seat(name, sitting))),
      waits(sitting),
      h("div", { class: "enter" },
        button("scan", "Scan a winning rack", actions.scan, { class: "main" }),
        button("win", "Win by hand", () => actions.form("win")), button("wall", "Wall game", () => actions.form("wall")),
        button("penalty", "Penalty", () => actions.form("penalty")), button("note", "Note", () => actions.form("note")),
        button("seats", "Change seats", () => actions.form("seats"))),
      h("p", { class: "fine" }, sitting.source ? `${game.ruleset_title}. Seats: ${sitting.source}` : game.ruleset_title),
      select("This phone is held by", "by", [[null, "not said"], ...[...sitting.players, ...sitting.waiting].map((name) => [name, name])],
        state.by, actions.by),
    ];
  };
}

export function standingsView(state) {
  const { game } = state;
  if (!game) return null;
  const row = (line) => h("tr", {},
    h("th", { scope: "row" }, h("span", { class: "rank" }, `${line.rank}. `), line.player,
      h("small", { class: "fine" }, line.chips < 0 ? `owes ${points(-line.chips)} beyond all chips` : chips(line.chips))),
    h("td", {}, line.chips.toLocaleString("en")),
    h("td", { class: line.points > 0 ? "good" : line.points < 0 ? "no" : "" }, signed(line.points)),
    game.score_sheet && h("td", {}, signed(line.sheet)));
  return [
    h("h2", { id: "standings-title" }, "Standings"),
    h("table", { class: "net standings" },
      h("caption", {}, `Everybody began with ${points(game.start_chips).replace("1000", "1,000")} in chips of 200, 25 and 5`),
      h("thead", {}, h("tr", {}, h("th", { scope: "col" }, "Player"), h("th", { scope: "col" }, "Chips"), h("th", { scope: "col" }, "Won"),
        game.score_sheet && h("th", { scope: "col" }, "Sheet"))),
      h("tbody", {}, game.standings.map(row))),
  ];
}

function paid(entry) {
  const net = Object.entries(entry.settlement?.net ?? {}).filter(([, value]) => value);
  return net.length > 0 && h("p", { class: "fine" }, net.map(([name, value]) => `${name} ${signed(value)}`).join(" · "));
}

function line(entry, actions, busy) {
  const title = entryTitle(entry);
  const facts = [entry.seq, kindName(entry.kind), entry.hand && `hand ${entry.hand}`, clock(entry.entered_at), entry.by && `by ${entry.by}`];
  return h("li", { class: `entry ${entry.in_effect ? "" : "gone"}`, "data-key": `entry-${entry.seq}` },
    h("p", { class: "fine" }, facts.filter(Boolean).join(" · ")),
    h("p", {}, entry.in_effect ? title : h("s", {}, title)),
    !entry.in_effect && h("p", { class: "fine" }, `Entry ${entry.removed_by} took this out: it no longer counts`),
    entry.in_effect && paid(entry), entry.kind === "penalty" && h("p", { class: "fine" }, entry.settlement.source),
    entry.note && entry.kind !== "note" && h("p", {}, entry.note),
    entry.in_effect && h("button", { type: "button", class: "small plain", "data-key": `undo-${entry.seq}`, disabled: busy,
      "aria-label": `Undo entry ${entry.seq}: ${title}`, onclick: () => actions.undo(entry.seq) }, "Undo"));
}

/** The entries, newest first. `actions`: undo(seq). */
export function historyView(actions) {
  return (state) => {
    if (!state.game) return null;
    const entries = [...state.game.entries].reverse();
    return [
      h("h2", { id: "history-title" }, "Entries"),
      entries.length ? h("ol", { class: "entries", reversed: true }, entries.map((entry) => line(entry, actions, state.pending !== null)))
        : h("p", { class: "fine" }, "Nothing has been entered yet."),
    ];
  };
}

function payment(one) {
  return h("li", { class: "transfer" },
    h("p", { class: "row between" },
      h("span", {}, h("strong", {}, one.from), " pays ", h("strong", {}, one.to)), h("span", { class: "amount" }, points(one.points))),
    h("p", { class: "fine" }, chips(one.points)));
}

/** Who pays whom, the chart, the files. `actions`: leave(). */
export function endView(actions) {
  return (state) => {
    const { game, evening } = state;
    if (!game) return null;
    return [
      h("h2", { id: "end-title" }, "End of the evening"),
      evening && (evening.payments.length ? h("ul", { class: "transfers", "aria-label": "Who pays whom" }, evening.payments.map(payment))
        : h("p", {}, "Everybody is even: nobody pays.")),
      evening?.payments.length > 0 && evening.fewest && h("p", { class: "fine" }, "No smaller number of payments makes everybody even."),
      evening && chartView(evening.chart),
      h("div", { class: "row" },
        h("a", { class: "button small", href: file(game.id, "csv"), download: true }, "Save for a spreadsheet (CSV)"),
        h("a", { class: "button small", href: file(game.id, "json"), download: true }, "Save everything (JSON)")),
      button("leave", "Another game", actions.leave, { class: "plain" }),
    ].flat();
  };
}

/** What was entered and is not in the book. `actions`: again(), change(), drop(). */
export function pendingView(actions) {
  return (state) => {
    const { pending } = state;
    if (!pending) return null;
    const title = (text) => h("h2", { id: "pending-title" }, text);
    const yours = h("p", {}, h("strong", {}, "Yours, not in the book yet: "), pending.title);
    // An undo has nothing that could be changed.
    const change = (text) => pending.entry.kind !== "undo" && button("change", text, actions.change);
    const drop = button("drop", "Drop it", actions.drop, { class: "danger" });
    switch (pending.status) {
      case "sending": return [title("Entering …"), h("p", { class: "busy" }, pending.title)];
      case "waiting": return [title("Kept on this phone"), yours,
        h("p", { class: "note warn", role: "alert" }, `${pending.error?.message ?? ""} It is sent again by itself, and entered once.`),
        h("div", { class: "row" }, button("again", "Send it now", actions.again, { class: "main" }), drop)];
      case "conflict": return [title("Somebody was faster"),
        h("p", { class: "note warn", role: "alert" }, "The book has newer entries. Look at them, then say whether yours still holds."),
        h("ul", { class: "newer", "aria-label": "Newer entries" }, pending.newer.map((entry) =>
          h("li", {}, `${entry.seq} · ${entryTitle(entry)}${entry.by ? ` (by ${entry.by})` : ""}`))),
        yours,
        h("div", { class: "row" }, button("again", "Enter mine too", actions.again, { class: "main" }), change("Change mine"), drop)];
      default: return [title("It was not entered"), yours, h("p", { class: "note bad", role: "alert" }, pending.error.message),
        h("div", { class: "row" }, change("Change it"), drop)];
    }
  };
}
