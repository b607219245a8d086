// Actions that correct the reading of a photo: read a part of it again, add a missed tile.

import * as api from "../shared/api.js";
import { again, usedSet } from "../shared/kept-photo.js";
import { partOf } from "../shared/pictures.js";
import { photoText, rackText } from "../shared/texts.js";
import { step } from "../rack/history.js";
import { addMissed, boxOf, laidAs, placeAt, withWordsOf } from "../rack/from-photo.js";
import { beside } from "../rack/rack.js";
import { openMissed } from "../rack/tile-dialog.js";

const INSET = 0.08; // share of the photo's width or height that the first frame leaves out at each edge

/** Read the framed part of the photo again. */
async function readPart(store, reading, read) {
  const { photo, scan, tool: { box }, tiles } = store.state;
  const kept = await again(photo, scan);
  if (!kept) {
    store.set({ trouble: { code: "no-photo", message: photoText.gone, where: "photo" } });
    return;
  }
  const part = await partOf(kept.blob, box.map((value) => value * kept.scale));
  const corner = [box[0] * kept.scale, box[1] * kept.scale];
  const scaled = (tile) => (tile.box ? { ...tile, box: tile.box.map((value) => value * kept.scale) } : tile);
  await reading.photo(new File([part], "part.jpg", { type: part.type }), (found) => read(found, {
    text: photoText.partRead,
    rack: (seen) => {
      // The player may have named tiles meanwhile, or gone back to a photo in which they lie elsewhere.
      const now = store.state.scan === scan ? store.state.tiles : tiles;
      return { tiles: beside(withWordsOf(seen, now.map(scaled), corner), now.filter((tile) => !tile.quad)) };
    },
  }));
}

/** Read with the chosen tile set: the photo under way, else the one in view if nobody has corrected its tiles. */
async function readAgain(store, reading, read) {
  if (await reading.again()) return;
  const { scan, tiles, aside } = store.state;
  if (!scan || tiles.some((one) => one.said || one.takenIn)) return;
  if (tiles.length + aside.length < scan.count || aside.some((one) => one.laidAside)) return;
  const sent = await again(null, scan);
  if (!sent) return;
  await reading.photo(new File([sent.blob], "photo.jpg", { type: sent.blob.type }), (found) => read(found, {
    text: photoText.readAgain,
    // `store.state`, not the values above: the rack may have changed before the answer comes.
    rack: (seen) => laidAs(withWordsOf(seen, store.state.tiles, [0, 0]), store.state),
  }));
}

/** Add a tile that the reading missed at this point: read what lies there, and ask the player which tile it is. */
async function addAt(store, dialog, point) {
  const { photo, scan, tiles } = store.state;
  const quad = placeAt(tiles, scan, point);
  let place = quad.map(([x, y]) => [Math.min(scan.width, Math.max(0, x)), Math.min(scan.height, Math.max(0, y))]);
  const looked = (async () => {
    const kept = await again(photo, scan);
    const { tile } = await api.scanTile(kept.blob, quad.map(([x, y]) => [x * kept.scale, y * kept.scale]), usedSet(scan));
    place = tile.quad.map(([x, y]) => [x / kept.scale, y / kept.scale]);
    return { label: tile.label, alternatives: tile.alternatives.map(([label]) => label) };
  })();
  openMissed(dialog, store.state, boxOf(quad), looked, (label) => {
    step(store, { tiles: addMissed(store.state.tiles, label, place, store.state.aside) }, rackText.isAdded(label));
    dialog.close();
  });
}

/** `reading` is that of `photoReading`; `read(answer, change)` makes its answer the rack; `dialog` shows one tile. */
export function fixActions(store, reading, read, dialog) {
  const tool = (patch) => store.set({ tool: patch && { ...store.state.tool, ...patch }, picking: null });
  return {
    startCrop: () => {
      const { width, height } = store.state.scan;
      tool({ kind: "crop", box: [INSET * width, INSET * height, (1 - INSET) * width, (1 - INSET) * height] });
    },
    startAdd: () => {
      const { width, height } = store.state.scan;
      tool({ kind: "add", at: [width / 2, height / 2] });
    },
    /** End Crop, Add a tile, or Mark. */
    stopTool: () => tool(null),
    // A drag can end after its tool was closed.
    setCrop: (box) => store.state.tool?.kind === "crop" && tool({ box }),
    setCross: (at) => store.state.tool?.kind === "add" && tool({ at }),
    seenTo: (code) => step(store, { looked: [...store.state.looked, code] }, photoText.isSeenTo),
    readPart: () => readPart(store, reading, read),
    readAgain: () => readAgain(store, reading, read),
    addAt: (point) => addAt(store, dialog, point),
  };
}
