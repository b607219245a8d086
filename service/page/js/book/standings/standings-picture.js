// A picture to share: the standings, and who pays whom.

import { bookText, day, moneyText, pageText, points, signed } from "../../shared/texts.js";
import { Sheet, sharePicture } from "../../shared/share.js";

const WIDTH = 420;
const FILE = "rackcheck-standings.png";

/** Share the standings of the open game. */
export function shareStandings({ game, evening }) {
  const sheet = new Sheet(WIDTH);
  sheet.text(game.title, 26, { bold: true });
  sheet.text(bookText.sheet(day(game.started_at), game.ruleset_title, game.hand - 1), 14, { soft: true });
  for (const line of game.standings) sheet.row(`${line.rank}. ${line.player}`, signed(game.rules.tournament ? line.sheet : line.points), 20);
  const payments = evening?.payments ?? [];
  if (payments.length) sheet.text(bookText.whoPays, 16, { bold: true });
  for (const one of payments) sheet.row(`${one.from}${moneyText.pays}${one.to}`, one.money ?? points(one.points), 16);
  sheet.text(pageText.name, 12, { soft: true });
  return sharePicture(sheet.done(), FILE, game.title);
}
