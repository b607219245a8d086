// Keep the screen on while the camera is open: when the screen goes dark, the phone stops the camera.

/** Keep the screen on, where the browser can; return a function that lets it go dark again. */
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
