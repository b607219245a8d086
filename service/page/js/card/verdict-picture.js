// A picture of the verdict to share: the answer, the hand's name and line, and the rack drawn as tiles.

import { Sheet, sharePicture } from "../shared/share.js";
import { cardText, handName, isUnheaded, pageText, rackText, reasonText, verdictText } from "../shared/texts.js";
import { facePicture, RATIO } from "../rack/face-picture.js";
import { exposures } from "../rack/rack.js";
import { hangsOnCount } from "../rack/to-check.js";
import { namesOf } from "./card-in-use.js";

const WIDTH = 560;
const TILE = 34; // width of a drawn tile
const FILE = "rackcheck-verdict.png";
const MOST_REASONS = 3;

function tiles(sheet, pictures, labels) {
  const across = Math.floor(sheet.width / (TILE + 2));
  for (let from = 0; from < labels.length; from += across) {
    sheet.draw(TILE * RATIO + 8, (context, at) => labels.slice(from, from + across).forEach((label, nth) =>
      context.drawImage(pictures.get(label), sheet.margin + nth * (TILE + 2), at, TILE, TILE * RATIO)));
  }
}

/** Share the verdict on the rack. */
export async function shareVerdict(state) {
  const { tiles: held, verdict } = state;
  const [best] = verdict.matches;
  const labels = [...new Set(held.map((tile) => tile.label))];
  const pictures = new Map(await Promise.all(labels.map(async (label) => [label, await facePicture(label)])));
  const sheet = new Sheet(WIDTH);
  const lost = verdict.waits?.length ? verdictText.notYet : verdict.unsaid ? verdictText.sayMore : hangsOnCount(state) ? verdictText.asPhotographed : verdictText.no;
  const title = verdict.win ? verdictText.won(verdict) : lost;
  sheet.text(title, 28, { bold: true });
  if (verdict.win && !isUnheaded(best)) sheet.text(handName(best), 18);
  if (verdict.win && best.line) sheet.text(best.line.map(({ text }) => text).join("  "), 20, { bold: true });
  for (const reason of verdict.win ? [] : verdict.reasons.slice(0, MOST_REASONS)) {
    const text = reasonText(reason, verdict.near);
    if (text) sheet.text(text, 16);
  }
  for (const group of [...exposures(held), 0]) {
    const there = held.filter((tile) => tile.group === group).map((tile) => tile.label);
    if (!there.length) continue;
    sheet.text(rackText.place(group), 14, { soft: true });
    tiles(sheet, pictures, there);
  }
  sheet.text(cardText.judgedBy(namesOf({ ...state, card: verdict.card, ruleset: verdict.ruleset })), 13, { soft: true });
  sheet.text(pageText.name, 12, { soft: true });
  await sharePicture(sheet.done(), FILE, title);
}
