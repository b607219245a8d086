// The standings, and the end of the evening: who pays whom, the chart, the files.

import { button, fine, gain, heading, payment, wide } from "../../shared/controls.js";
import { element } from "../../shared/dom.js";
import { bookText, moneyText, pageText, points, signed } from "../../shared/texts.js";
import { file } from "../ledger-api.js";
import { isGone, oldestOf } from "../ledger-store.js";
import { chartView } from "./standings-chart.js";

const column = (name) => element("th", { scope: "col" }, bookText.columns[name]);

/** Return the table of the standings; in a tournament only the sheet moves. */
function standings(game) {
  const { score_sheet: sheet, rules: { tournament } } = game;
  const row = (line) => element("tr", {},
    element("th", { scope: "row" }, element("span", { class: "rank" }, `${line.rank}. `), element("bdi", {}, line.player),
      !tournament && element("small", { class: "fine" }, line.chips < 0 ? bookText.owes(-line.chips) : bookText.chips(line.chips))),
    !tournament && [element("td", {}, bookText.amount(line.chips)), element("td", { class: gain(line.points) }, signed(line.points))],
    sheet && element("td", {}, signed(line.sheet)));
  return wide(bookText.standings,
    !tournament && element("caption", {}, bookText.began(game.start_chips)),
    element("thead", {}, element("tr", {}, column("player"), !tournament && [column("chips"), column("won")], sheet && column("sheet"))),
    element("tbody", {}, game.standings.map(row)));
}

/** Say how many entries of this phone the book lacks, once they wait: points and payments leave them out. */
function uncounted({ game, queued }) {
  if ((oldestOf({ queued }, game.id)?.status ?? "sending") === "sending") return null;
  return element("p", { class: "note warn" }, bookText.uncounted(queued.filter((one) => one.game === game.id).length));
}

/** Show the standings. `actions`: end(), which leads past all entries to who pays whom. */
export function standingsView(actions) {
  return ({ game, queued }) => game && [
    heading("standings-title", bookText.standings),
    uncounted({ game, queued }),
    standings(game),
    button("to-end", bookText.end, actions.end, { class: "small" }),
  ];
}

function settled({ payments, fewest, chart }, { tournament }) {
  return [
    payments.length > 0
      ? element("ul", { class: "transfers", "aria-label": bookText.whoPays }, payments.map((one) => payment(one, moneyText.pays, one.money ?? points(one.points), bookText.chips(one.points))))
      : element("p", {}, tournament ? bookText.scored : bookText.even),
    payments.length > 0 && fewest && fine(bookText.fewest),
    chartView(chart),
  ];
}

/** Show who pays whom, the chart, the files. `actions`: leave(), sharePicture(). */
export function endView(actions) {
  return ({ game, gone, evening, queued }) => {
    if (!game) return null;
    const download = (suffix, text) => element("a", { class: "button small", href: file(game.id, suffix), download: `rackcheck-${game.id}.${suffix}` }, text);
    return [
      heading("end-title", bookText.end, { tabindex: "-1" }),
      uncounted({ game, queued }),
      evening && settled(evening, game.rules),
      !isGone({ game, gone }) && element("div", { class: "row" }, download("csv", bookText.csv), download("json", bookText.json)),
      element("div", { class: "row" },
        button("share-standings", pageText.sharePicture, actions.sharePicture, { class: "small" }),
        button("print-book", pageText.print, () => window.print(), { class: "small" })),
      button("leave", bookText.leave, actions.leave, { class: "plain" }),
    ];
  };
}
