// Keeping the screen on while the camera looks: a phone that goes dark loses its picture.

/** Keep the screen on, where the browser can; returns what lets it go dark again. */
export async function stayAwake() {
  try {
    const lock = await navigator.wakeLock?.request("screen");
    return () => lock?.release();
  } catch {
    return () => {}; // the battery is low, or the page is not in view
  }
}
