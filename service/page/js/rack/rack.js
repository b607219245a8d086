// The rack that the player corrects: pure functions on a list of tiles, each {id, label, group, sure, ...}.
// Group 0 is the slope of the rack; 1, 2, ... are the exposures on top of it.

export const MOST_TILES = 24;
const UNCLEAR = "exposures-unclear"; // code of the scan's issue with the tiles whose exposures the player must confirm

/** Return the tiles of a scan answer, numbered as there; `group` is null for tiles beside the rack. */
export function fromScan(scan) {
  const alike = (at) => (scan.alike ?? []).find((one) => one.includes(at)) ?? [];
  const group = (at) => (scan.aside.includes(at) ? null : scan.exposures.findIndex((one) => one.includes(at)) + 1);
  return scan.tiles.map((tile, at) => ({
    id: at + 1,
    number: at + 1, // the tile's number in the reading
    label: tile.label,
    read: tile.label,
    asked: !tile.sure,
    row: tile.row,
    group: group(at),
    sure: tile.sure && tile.label !== "BACK",
    confidence: tile.confidence,
    alternatives: tile.alternatives.map(([label]) => label).filter((label) => label !== "BACK"),
    chances: tile.alternatives,
    alike: alike(at).filter((other) => other !== at).map((other) => other + 1), // numbers of tiles with the same print
    quad: tile.quad,
    box: tile.box,
  }));
}

/** Return the numbers of the exposures in use, in order. */
export function exposures(tiles) {
  return [...new Set(tiles.map((tile) => tile.group).filter(Boolean))].sort((a, b) => a - b);
}

/** Change one tile. */
export function change(tiles, id, patch) {
  return tidy(tiles.map((tile) => (tile.id === id ? { ...tile, ...patch } : tile)));
}

/** Return the tiles of the photo that the player corrected or confirmed; they can teach a tile set. */
export function corrections(tiles) {
  return tiles.filter((tile) => tile.said && tile.quad && (tile.label !== tile.read || tile.asked));
}

/** Make tiles one new exposure. */
export function expose(tiles, ids) {
  const group = exposures(tiles).length + 1;
  return tidy(tiles.map((tile) => (ids.includes(tile.id) ? { ...tile, group } : tile)));
}

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
export function putBack(tiles, ids) {
  return tidy(tiles.map((tile) => (ids.includes(tile.id) ? { ...tile, group: 0 } : tile)));
}

/** Swap two tiles: each takes the other's place, on the slope or in an exposure. */
export function swapped(tiles, [one, other]) {
  const [at, to] = [one, other].map((id) => tiles.findIndex((tile) => tile.id === id));
  const found = [...tiles];
  found[at] = { ...tiles[to], group: tiles[at].group };
  found[to] = { ...tiles[at], group: tiles[to].group };
  return tidy(found);
}

/** Put the tiles of an exposure back on the slope. */
export function takeApart(tiles, group) {
  return tidy(tiles.map((tile) => (tile.group === group ? { ...tile, group: 0 } : tile)));
}

/** Set the label that the player gives some tiles. */
export function name(tiles, ids, label) {
  return tidy(tiles.map((tile) => (ids.includes(tile.id) ? { ...tile, label, sure: true, said: true } : tile)));
}

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

function freshId(tiles) {
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

const middle = ([x0, y0, x1, y1]) => [(x0 + x1) / 2, (y0 + y1) / 2];
const distance = ([x0, y0], [x1, y1]) => Math.hypot(x1 - x0, y1 - y0);

/** Return the tile of the photo nearest to a point, or undefined. */
export function nearest(tiles, point) {
  return tiles.filter((tile) => tile.box).sort((one, other) => distance(middle(one.box), point) - distance(middle(other.box), point))[0];
}

const ACROSS = 16; // assumed width of a photo in tiles, for a photo without any tile
const TALL = 4 / 3; // height of a tile of unit width

/** Return a guess of the quad of a tile at a point: the quad of the nearest tile, moved there. */
export function placeAt(tiles, scan, [x, y]) {
  const like = nearest(tiles, [x, y]);
  if (like) {
    const [cx, cy] = middle(like.box);
    return like.quad.map(([u, v]) => [u + x - cx, v + y - cy]);
  }
  const [half, high] = [scan.width / ACROSS / 2, (scan.width / ACROSS / 2) * TALL];
  return [[x - half, y - high], [x + half, y - high], [x + half, y + high], [x - half, y + high]];
}

export function boxOf(quad) {
  const [xs, ys] = [quad.map(([x]) => x), quad.map(([, y]) => y)];
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
}

/** Add a tile that the reading missed, next to the tile nearest to it and in that tile's group; `aside` lie beside the rack. */
export function addMissed(tiles, label, quad, aside = []) {
  const box = boxOf(quad);
  const like = nearest(tiles, middle(box));
  const fresh = { id: freshId([...tiles, ...aside]), label, read: null, group: like?.group ?? 0, row: like?.row, sure: true, said: true, asked: true, confidence: 1, alternatives: [], quad, box };
  const at = like ? tiles.indexOf(like) + (middle(box)[0] > middle(like.box)[0] ? 1 : 0) : tiles.length;
  return [...tiles.slice(0, at), fresh, ...tiles.slice(at)];
}

/** Return the tile of `before` at the place of a tile, or undefined. The tile is of a part of the photo at a corner. */
function lyingAt({ box: [x0, y0, x1, y1] }, before, [left, top] = [0, 0]) {
  return before.find(({ box }) => {
    if (!box) return false;
    const [x, y] = middle(box);
    return x - left > x0 && x - left < x1 && y - top > y0 && y - top < y1;
  });
}

/** Give tiles, read in a part of the photo that begins at `corner`, the labels that the player gave them `before`. */
export function withWordsOf(tiles, before, corner) {
  const told = before.filter((tile) => tile.said);
  return tiles.map((tile) => {
    const same = lyingAt(tile, told, corner);
    return same ? { ...tile, label: same.label, sure: true, said: true } : tile;
  });
}

/** Give the tiles of a photo read again the exposures that the player had laid; return also the winning tile. */
export function laidAs(seen, { tiles, laid, winning }) {
  const before = seen.map((tile) => lyingAt(tile, tiles));
  // A new tile may belong to an exposure: then the player must say how the tiles lie again.
  const stay = laid && before.every(Boolean);
  const won = before.findIndex((tile) => tile?.id === winning);
  return {
    tiles: stay ? tidy(seen.map((tile, at) => ({ ...tile, group: before[at].group }))) : seen,
    laid: stay,
    winning: seen[won]?.id ?? null,
  };
}

const EXAMPLE = [["2B", "2B", "J", "2B"], ["G", "G", "G", "G"], ["8C", "8C", "8C", "F", "F", "8C"]];

/** Return a winning rack of the practice card with two exposures and a joker; the last tile is the winning tile. */
export function example() {
  const [first, second, slope] = EXAMPLE;
  const groups = [[first, 1], [second, 2], [slope, 0]];
  const tiles = groups.reduce((laid, [labels, group]) => labels.reduce((all, label) => add(all, label, group), laid), []);
  return { tiles, winning: tiles.at(-1).id };
}

/** Put all tiles on the slope of the rack. */
export function conceal(tiles) {
  return tiles.map((tile) => ({ ...tile, group: 0 }));
}

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

/** Return the photo's open issues: the player has not laid, named or removed their tiles, nor dismissed them. */
export function openIssues({ scan, tiles, laid, looked }) {
  const settled = (number) => tiles.every((tile) => tile.number !== number + 1 || tile.said);
  const dealt = ({ code, tiles: about }) => looked.includes(code) || (code === UNCLEAR ? laid : about?.length > 0 && about.every(settled));
  return (scan?.issues ?? []).filter((issue) => !dealt(issue));
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

/** Return the unsure tiles that change the verdict, the most telling first: it waits for the player's answers. */
export function asked({ tiles, verdict }) {
  if (!verdict || verdict.error) return [];
  const open = unsure(tiles);
  return (verdict.ask ?? []).map((one) => open.find((tile) => tile.id === one.tile)).filter(Boolean);
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
