// The tiles of a photo: from its reading to the rack, and what is still open about them. Pure functions.

import { freshId, tidy } from "./rack.js";

export const UNCLEAR = "exposures-unclear"; // code of the scan's issue with the tiles whose exposures the player must confirm

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

/** Return the photo's open issues: the player has not laid, named or removed their tiles, nor dismissed them. */
export function openIssues({ scan, tiles, laid, looked }) {
  const settled = (number) => tiles.every((tile) => tile.number !== number + 1 || tile.said);
  const dealt = ({ code, tiles: about }) => looked.includes(code) || (code === UNCLEAR ? laid : about?.length > 0 && about.every(settled));
  return (scan?.issues ?? []).filter((issue) => !dealt(issue));
}
