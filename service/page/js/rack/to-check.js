// The rack as a check asks about it, and the tiles about which the verdict asks. Pure functions.

import { UNCLEAR } from "./from-photo.js";
import { exposures, unsure } from "./rack.js";

export const COUNT = "tiles-missing"; // code of the issue of too few tiles; once dismissed, the verdict does not ask about their number
const FEW = 3; // asked tiles up to which each is asked about by itself, with what its answer would mean
const WEIGHED = [COUNT, UNCLEAR, "face-down", "half-hidden", "too-many-copies"]; // codes of issues of which a verdict tries every answer

function isRun(labels) {
  if (labels.length !== 3 || labels.some((label) => !/^[1-9][BCD]$/.test(label)) || new Set(labels.map((label) => label[1])).size > 1) return false;
  const [low, middle, high] = labels.map((label) => Number(label[0])).sort();
  return middle === low + 1 && high === low + 2;
}

/**
 * Return the tiles whose exposure the photo leaves open; if there are none, those of exposed runs, provided `runs` says
 * that the rules know no runs. The verdict may depend on them until the player has said how the tiles lie.
 */
export function doubtful(tiles, scan, runs) {
  const named = new Set((scan?.issues ?? []).filter((issue) => issue.code === UNCLEAR).flatMap((issue) => issue.tiles));
  const unclear = tiles.filter((tile) => tile.quad && named.has(tile.number - 1));
  if (unclear.length || !runs || !scan) return unclear;
  const found = exposures(tiles).map((group) => tiles.filter((tile) => tile.group === group));
  return found.filter((group) => isRun(group.map((tile) => tile.label))).flat();
}

/** Return the unsure tiles that change the verdict, the most telling first: it waits for the player's answers. */
export function asked({ tiles, verdict }) {
  if (!verdict || verdict.error) return [];
  const open = unsure(tiles);
  return (verdict.ask ?? []).map((one) => open.find((tile) => tile.id === one.tile)).filter(Boolean);
}

/** Return the asked tiles that one look at the photo may confirm: more than a few, each with a label and its picture; else []. */
export function confirmable(state) {
  const open = asked(state).filter((tile) => tile.box && tile.label !== "BACK");
  return state.photo && open.length > FEW ? open : [];
}

/** Say whether the rack of the photo loses by its number of tiles alone, and the player has not said that it is whole. */
export function hangsOnCount({ scan, looked, verdict }) {
  return Boolean(scan && verdict?.lost_by_count && !looked.includes(COUNT));
}

/** Say whether an issue of the photo asks what changes nothing: the verdict stands whatever the answer is. */
export function isWeighed({ code }, state) {
  const { verdict } = state;
  return Boolean(verdict && !verdict.error && verdict.win !== null && !hangsOnCount(state) && WEIGHED.includes(code));
}

/** Return the rack with each tile's alternatives, for a check; `unclear` are the ids of tiles with unclear exposure. */
export function seenRack(tiles, unclear, winning, how, discarder) {
  const order = exposures(tiles);
  const known = how && tiles.some((tile) => tile.id === winning && tile.group === 0);
  return {
    tiles: tiles.map(({ id, label, sure, group, confidence, chances }) => ({
      tile: id, label, sure, exposure: group ? order.indexOf(group) : null,
      ...(sure ? {} : { confidence, alternatives: chances ?? [] }),
    })),
    unclear,
    ...(known ? { winning, won_by: how, ...(how === "discard" ? { discarder } : {}) } : {}),
  };
}

/**
 * Return the rack in the text form of the contract. We mark the winning tile only if we know how it came. `labels` (by
 * id) replaces the labels of some tiles, to ask "what if".
 */
export function notation(tiles, winning, how, labels = {}) {
  const codes = (list) => list.map((tile) => labels[tile.id] ?? tile.label);
  const parts = exposures(tiles).map((group) => `[${codes(tiles.filter((tile) => tile.group === group)).join(" ")}]`);
  const slope = tiles.filter((tile) => tile.group === 0);
  const last = how ? slope.find((tile) => tile.id === winning) : undefined;
  parts.push(...codes(slope.filter((tile) => tile !== last)));
  if (last) parts.push(`+${codes([last])[0]}${how === "discard" ? "<Discarder" : ""}`);
  return parts.join(" ");
}
