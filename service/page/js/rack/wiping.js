// Mark tiles with a finger, on the photo or on the rack: a tap marks one, a wipe all tiles under its way.

const STEP = 6; // pixels between two points of a wipe at which we look for a tile, so that we skip none

function tileAt(x, y) {
  return document.elementFromPoint(x, y)?.closest("[data-pick]");
}

/** Return the elements of the tiles on the way from one point to another. */
function along([x0, y0], [x1, y1]) {
  const count = Math.max(1, Math.ceil(Math.hypot(x1 - x0, y1 - y0) / STEP));
  return Array.from({ length: count + 1 }, (_, at) => tileAt(x0 + ((x1 - x0) * at) / count, y0 + ((y1 - y0) * at) / count)).filter(Boolean);
}

/**
 * Follow fingers on `root` while the player marks tiles. A wipe marks or clears, depending on its first tile.
 * `marked()` returns the ids marked so far, or null when the player marks no tiles; `mark(ids)` takes the new ones.
 */
export function followWipes(root, marked, mark) {
  let wipe = null; // {at, on, ids}
  let wiped = false; // a wipe has just ended
  const touch = (tiles) => {
    for (const tile of tiles) {
      const id = Number(tile.dataset.pick);
      wipe.on ??= !wipe.ids.has(id);
      if (wipe.on) wipe.ids.add(id);
      else wipe.ids.delete(id);
      document.querySelectorAll(`[data-pick="${id}"]`).forEach((one) => one.classList.toggle("picked", wipe.on));
    }
  };
  root.addEventListener("pointerdown", (event) => {
    [wipe, wiped] = [null, false];
    const now = marked();
    if (!now || event.button !== 0 || !event.target.closest("[data-wipe]")) return;
    wipe = { at: [event.clientX, event.clientY], on: null, ids: new Set(now) };
    touch(along(wipe.at, wipe.at));
  });
  // We stop the click that ends a wipe; clicks by keyboard or screen reader pass.
  root.addEventListener("click", (event) => {
    if (!wiped) return;
    wiped = false;
    event.stopPropagation();
  }, { capture: true });
  root.addEventListener("pointermove", (event) => {
    if (!marked()) wipe = null; // the player has ended the marking meanwhile
    if (!wipe) return;
    const to = [event.clientX, event.clientY];
    touch(along(wipe.at, to));
    wipe.at = to;
  });
  const end = () => {
    if (!wipe) return;
    const { ids, on } = wipe;
    wipe = null;
    if (on === null) return;
    wiped = true;
    if (marked()) mark([...ids]);
  };
  window.addEventListener("pointerup", end);
  window.addEventListener("pointercancel", end);
}
