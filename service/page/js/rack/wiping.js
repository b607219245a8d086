// Marking tiles with a finger: a tap marks one, a wipe all that it goes over, on the photo and on the rack alike.

const STEP = 6; // pixels between two looks at what lies under the finger: no tile is jumped over

function tileAt(x, y) {
  return document.elementFromPoint(x, y)?.closest("[data-pick]");
}

/** The tiles on the way from one point to another. */
function along([x0, y0], [x1, y1]) {
  const count = Math.max(1, Math.ceil(Math.hypot(x1 - x0, y1 - y0) / STEP));
  return Array.from({ length: count + 1 }, (_, at) => tileAt(x0 + ((x1 - x0) * at) / count, y0 + ((y1 - y0) * at) / count)).filter(Boolean);
}

/**
 * Follow fingers on `root` while tiles are being marked. The first tile says whether the wipe marks or clears;
 * `marked()` has the ids marked so far, or null while nothing is being marked; `mark(ids)` takes the new ones.
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
  // The click that ends a wipe is none of its own; one without a finger, of a keyboard or a screen reader, is.
  root.addEventListener("click", (event) => {
    if (!wiped) return;
    wiped = false;
    event.stopPropagation();
  }, { capture: true });
  root.addEventListener("pointermove", (event) => {
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
    mark([...ids]);
  };
  window.addEventListener("pointerup", end);
  window.addEventListener("pointercancel", end);
}
