// The tiles on the table (discards, and exposures of the other players), photographed or counted by hand.

import * as api from "../shared/api.js";
import { announce } from "../shared/dom.js";
import { usedSet } from "../shared/kept-photo.js";
import { prepare } from "../shared/pictures.js";
import { rackText, tableText } from "../shared/texts.js";
import { openAdd, openKind, openLoose } from "../rack/tile-dialog.js";

const MOST = 152; // tiles of a set

const NOTHING = Object.freeze({ tiles: [], exposures: [] });

const sure = (label) => ({ label, sure: true, alternatives: [] });

/** Count the sure tiles on the table by kind: [label, count], in the order in which they came. */
export function counted({ tiles }) {
  const counts = new Map();
  for (const tile of tiles) if (tile.sure) counts.set(tile.label, (counts.get(tile.label) ?? 0) + 1);
  return [...counts];
}

/** Return the tiles on the table as the options of a check. */
export function tableOptions({ tiles, exposures }) {
  return { table: tiles.map((tile) => tile.label).join(" "), others: exposures.map((group) => group.join(" ")) };
}

/** Add the tiles of a photo of the table to those already there; face-down tiles are left out. */
function withPhoto({ tiles, exposures }, scan) {
  const exposed = new Set(scan.exposures.flat());
  const loose = scan.tiles.filter((tile) => !exposed.has(tile.index) && tile.label !== "BACK");
  return {
    tiles: [...tiles, ...loose.map((tile) => ({ label: tile.label, sure: tile.sure, alternatives: tile.alternatives.map(([label]) => label) }))],
    exposures: [...exposures, ...scan.exposures.map((group) => group.map((at) => scan.tiles[at].label))],
  };
}

/** Return the actions of the tiles on the table; `dialog` shows one tile. */
export function tableActions(store, dialog) {
  const lying = () => store.state.lying ?? NOTHING;
  const set = (patch, text) => {
    store.set({ lying: { ...lying(), ...patch } });
    if (text) announce(text);
  };
  const change = (tile, label) => {
    set({ tiles: lying().tiles.flatMap((one) => (one !== tile ? [one] : label ? [sure(label)] : [])) }, label ? rackText.isNow(label) : rackText.removed(1));
    dialog.close();
  };
  return {
    countTable: () => set({}),
    clearTable: () => store.set({ lying: null }),
    unfoldProspects: (prospectsOpen) => store.set({ prospectsOpen }),
    addToTable: () => openAdd(dialog, tableText.onTable, (label) => {
      if (lying().tiles.length >= MOST) return false;
      set({ tiles: [...lying().tiles, sure(label)] }, rackText.isAdded(label));
      return true;
    }),
    photographTable: async (file) => {
      const { scan, hand } = store.state;
      const same = () => store.state.hand === hand; // false once the player began another hand
      store.set({ lyingBusy: true, lyingTrouble: null });
      try {
        await api.attempt(async () => {
          const { upload } = await prepare(file);
          const found = await api.patiently(() => api.scan(upload, file.name || "table.jpg", usedSet(scan), undefined, "table"));
          if (same()) set(withPhoto(lying(), found), tableText.found(found.tiles.length));
        }, ({ message }) => same() && store.set({ lyingTrouble: message }));
      } finally {
        if (same()) store.set({ lyingBusy: false });
      }
    },
    /** Let the player change the number of tiles of a kind. */
    kind: (label) => openKind(dialog, label, () => lying().tiles.filter((one) => one.sure && one.label === label).length, (by) => {
      const { tiles } = lying();
      const gone = tiles.filter((one) => one.sure && one.label === label).at(-1);
      set({ tiles: by > 0 ? [...tiles, sure(label)] : tiles.filter((one) => one !== gone) });
    }),
    doubted: (tile) => openLoose(dialog, tile, (label) => change(tile, label)),
    /** Turn a wrongly read exposure into single tiles. */
    takeExposureApart: (group) => set({ tiles: [...lying().tiles, ...group.map(sure)], exposures: lying().exposures.filter((one) => one !== group) }),
  };
}
