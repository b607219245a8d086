// Keeping the screen on while the camera looks: a phone that goes dark loses its picture.

/** Keep the screen on, where the browser can; returns what lets it go dark again. */
export function stayAwake() {
  let lock = null;
  let wanted = true;
  const ask = async () => {
    if (document.hidden) return;
    try {
      lock = await navigator.wakeLock?.request("screen");
      if (!wanted) lock?.release();
    } catch {
      // The battery is low: the screen may go dark.
    }
  };
  ask();
  // The browser takes the lock back while the page is out of view.
  document.addEventListener("visibilitychange", ask);
  return () => {
    wanted = false;
    document.removeEventListener("visibilitychange", ask);
    lock?.release();
  };
}
