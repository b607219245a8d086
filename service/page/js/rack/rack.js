// The rack that the player corrects: pure functions on a list of tiles, each {id, label, group, sure, ...}.
// Group 0 is the slope of the rack; 1, 2, ... are the exposures on top of it.

export const MOST_TILES = 24;

/** Return the numbers of the exposures in use, in order. */
export function exposures(tiles) {
  return [...new Set(tiles.map((tile) => tile.group).filter(Boolean))].sort((a, b) => a - b);
}

/** Change tiles. */
export const change = (tiles, ids, patch) => tidy(tiles.map((tile) => (ids.includes(tile.id) ? { ...tile, ...patch } : tile)));

/** Return the tiles of the photo that the player corrected or confirmed; they can teach a tile set. */
export function corrections(tiles) {
  return tiles.filter((tile) => tile.said && tile.quad && (tile.label !== tile.read || tile.asked));
}

/** Make tiles one new exposure. */
export const expose = (tiles, ids) => change(tiles, ids, { group: exposures(tiles).length + 1 });

const LARGEST_EXPOSURE = 6;

/** Return the ids of the tiles beside a tile on the slope that could form an exposure with it by the rules, or []. */
export function likeBeside(tiles, id, { smallest }) {
  const slope = tiles.filter((tile) => tile.group === 0);
  const at = slope.findIndex((tile) => tile.id === id);
  if (at < 0) return [];
  const { label } = slope[at];
  const fits = (tile) => tile && (tile.label === label || tile.label === "J" || label === "J");
  let [from, to] = [at, at];
  while (fits(slope[from - 1])) from -= 1;
  while (fits(slope[to + 1])) to += 1;
  const found = slope.slice(from, to + 1);
  const kinds = new Set(found.map((tile) => tile.label).filter((one) => one !== "J"));
  return kinds.size === 1 && found.length >= smallest && found.length <= LARGEST_EXPOSURE ? found.map((tile) => tile.id) : [];
}

/** Return why the rules (`exposureRules`) do not allow an exposure, as the key of a text, or null. */
export function exposureFault(tiles, group, { smallest, natural }) {
  const labels = tiles.filter((tile) => tile.group === group).map((tile) => tile.label);
  const kinds = new Set(labels.filter((label) => label !== "J"));
  if (labels.length < smallest) return "tooSmall";
  if (labels.length > LARGEST_EXPOSURE) return "tooLarge";
  if (kinds.size === 0 && natural) return "allJokers";
  return kinds.size > 1 ? "unlike" : null;
}

/** Put tiles on the slope of the rack. */
export const putBack = (tiles, ids) => change(tiles, ids, { group: 0 });

/** Swap two tiles: each takes the other's place, on the slope or in an exposure. */
export function swapped(tiles, [one, other]) {
  const [at, to] = [one, other].map((id) => tiles.findIndex((tile) => tile.id === id));
  const found = [...tiles];
  found[at] = { ...tiles[to], group: tiles[at].group };
  found[to] = { ...tiles[at], group: tiles[to].group };
  return tidy(found);
}

/** Set the label that the player gives some tiles. */
export const name = (tiles, ids, label) => change(tiles, ids, { label, sure: true, said: true });

/** Return the unsure tiles with the same print as a tile: one answer may name them all. */
export function sameFace(tiles, id) {
  const { alike = [] } = tiles.find((tile) => tile.id === id);
  return tiles.filter((tile) => alike.includes(tile.number) && !tile.sure);
}

/** Return the tiles in the photo's row of a tile, if there are other rows too; else []. */
export function rowOf(tiles, id) {
  const { row, quad } = tiles.find((tile) => tile.id === id);
  if (!quad || row === undefined) return [];
  const same = tiles.filter((tile) => tile.quad && tile.row === row);
  return same.length > 1 && same.length < tiles.length ? same : [];
}

/** Remove tiles. */
export function without(tiles, ids) {
  return tidy(tiles.filter((tile) => !ids.includes(tile.id)));
}

/** Return the winning tile's id, or null if it is one of `ids`. */
export const wonStill = ({ winning }, ids) => (ids.includes(winning) ? null : winning);

/** Return the patch of the state that lays tiles aside, as tiles of another rack. */
export function laidAside(state, ids) {
  const gone = state.tiles.filter((one) => ids.includes(one.id) && one.quad).map((one) => ({ ...one, group: null, laidAside: true }));
  return { tiles: without(state.tiles, ids), aside: [...state.aside, ...gone], winning: wonStill(state, ids) };
}

/** Return an id that no tile has. */
export function freshId(tiles) {
  return Math.max(0, ...tiles.map((tile) => tile.id)) + 1;
}

/** Add a tile of the photo that lay beside the rack to it, as the last tile, with a new id; `aside` still lie there. */
export function takeIn(tiles, tile, aside = []) {
  return [...tiles, { ...tile, id: freshId([...tiles, ...aside]), group: 0, takenIn: true }];
}

/** Append tiles to others, each with a new id. */
export function beside(tiles, more) {
  return more.reduce((all, tile) => [...all, { ...tile, id: freshId(all) }], tiles);
}

/** Add a tile that is not in the photo. */
export function add(tiles, label, group) {
  const tile = { id: freshId(tiles), label, group, sure: true, said: true, confidence: 1, alternatives: [], quad: null, box: null };
  return tidy([...tiles, tile]);
}

const EXAMPLE = [["2B", "2B", "J", "2B"], ["G", "G", "G", "G"], ["8C", "8C", "8C", "F", "F", "8C"]];

/** Return a winning rack of the practice card with two exposures and a joker; the last tile is the winning tile. */
export function example() {
  const [first, second, slope] = EXAMPLE;
  const groups = [[first, 1], [second, 2], [slope, 0]];
  const tiles = groups.reduce((laid, [labels, group]) => labels.reduce((all, label) => add(all, label, group), laid), []);
  return { tiles, winning: tiles.at(-1).id };
}

/** Number the exposures 1, 2, ... without gaps. */
export function tidy(tiles) {
  const order = exposures(tiles);
  return tiles.map((tile) => (tile.group ? { ...tile, group: order.indexOf(tile.group) + 1 } : tile));
}

/** Return the unsure tiles. */
export function unsure(tiles) {
  return tiles.filter((tile) => !tile.sure);
}
