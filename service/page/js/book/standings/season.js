// The season: several games added up.

import { fine, gain, heading, wide } from "../../shared/controls.js";
import { element } from "../../shared/dom.js";
import { bookText, signed } from "../../shared/texts.js";

function season({ ruleset_title: title, tournament, games, standings }) {
  const sheet = standings[0].sheet !== null;
  const head = ["player", "games", "wins", !tournament && "won", sheet && "sheet"].filter(Boolean);
  const named = bookText.seasonOf(title, games, tournament);
  return [
    element("h3", {}, named),
    wide(named,
      element("thead", {}, element("tr", {}, head.map((name) => element("th", { scope: "col" }, bookText.columns[name])))),
      element("tbody", {}, standings.map((line) => element("tr", {},
        element("th", { scope: "row" }, element("span", { class: "rank" }, `${line.rank}. `), element("bdi", {}, line.player)),
        element("td", {}, String(line.games)), element("td", {}, String(line.wins)),
        !tournament && element("td", { class: gain(line.points) }, signed(line.points)), sheet && element("td", {}, signed(line.sheet))))))];
}

/** Show who has won how much in all games of the book, once there are two. */
export function seasonView({ season: { seasons, left_out: left, damaged = [] }, open }) {
  const games = seasons.reduce((sum, one) => sum + one.games, damaged.length);
  if (open !== null || games < 2) return null;
  return [heading("season-title", bookText.season), left > 0 && fine(bookText.seasonLeftOut(left)),
    damaged.length > 0 && fine(bookText.seasonDamaged(damaged.length)), seasons.map(season)];
}
