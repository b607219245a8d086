// Read a photo. Only the photo chosen last counts: a new one aborts the request about the one before it.

import * as api from "../shared/api.js";
import { prepare } from "../shared/pictures.js";
import { pageText, photoText } from "../shared/texts.js";

/**
 * Return {photo(file, then), again(), drop()}. `heard`: read({upload, look, scan}) takes the answer; unknownSet() hears
 * that the chosen tile set is gone.
 */
export function photoReading(store, heard) {
  let underWay = null; // {file, then}: the photo under way, and what takes its answer
  let control = null; // aborts the request about it

  function begin(reading) {
    control?.abort();
    underWay = reading;
    control = new AbortController();
    return control.signal;
  }

  /** Read a photo with the chosen tile set, in place of the photo under way; `then` takes the answer. */
  async function photo(file, then = heard.read) {
    const signal = begin({ file, then });
    const wanted = () => !signal.aborted;
    store.set({ busy: photoText.looking, trouble: null });
    try {
      const { upload, look } = await prepare(file);
      const scan = await api.patiently(
        () => api.scan(upload, file.name || "photo.jpg", store.state.set, signal),
        () => wanted() && store.set({ busy: pageText.waiting }),
      );
      if (wanted()) then({ upload, look, scan });
    } catch (problem) {
      if (problem.name === "AbortError") return;
      if (!problem.error) throw problem;
      if (wanted()) store.set({ trouble: problem.error });
      if (problem.error.code === "unknown-set") await heard.unknownSet();
    } finally {
      if (wanted()) drop();
    }
  }

  /** Read the photo under way again, with the chosen tile set; return false without such a photo. */
  async function again() {
    if (!underWay) return false;
    await photo(underWay.file, underWay.then);
    return true;
  }

  /** Abort the reading under way; its answer is no longer wanted. */
  function drop() {
    begin(null);
    store.set({ busy: null });
  }

  return { photo, again, drop };
}
