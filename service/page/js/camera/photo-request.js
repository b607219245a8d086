// The photo that is being read. The last one that a person chose counts: what is asked about an earlier one is broken off.

import * as api from "../shared/api.js";
import { prepare } from "../shared/pictures.js";
import { pageText, photoText } from "../shared/texts.js";

export class PhotoReading {
  #store;
  #heard;
  #file = null;
  #control = null; // breaks off what is asked about it

  /** `heard`: read({upload, look, scan}) has what was read; unknownSet() is told that the chosen set is gone. */
  constructor(store, heard) {
    this.#store = store;
    this.#heard = heard;
  }

  /** The photo under way, or null. */
  get file() {
    return this.#file;
  }

  /** Read a photo, by the set that is chosen now, in place of one under way; `then` has what was read. */
  async photo(file, then = this.#heard.read) {
    const signal = this.#begin(file);
    const wanted = () => !signal.aborted;
    const store = this.#store;
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
      if (problem.error.code === "unknown-set") await this.#heard.unknownSet();
    } finally {
      if (wanted()) this.drop();
    }
  }

  /** Read none: what is under way is wanted no more. */
  drop() {
    this.#begin(null);
    this.#store.set({ busy: null });
  }

  #begin(file) {
    this.#control?.abort();
    this.#file = file;
    this.#control = new AbortController();
    return this.#control.signal;
  }
}
