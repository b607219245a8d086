// The photo that is being read. The last one that a person chose counts: what is asked about an earlier one is broken off.

import * as api from "../shared/api.js";
import { prepare } from "../shared/pictures.js";
import { pageText, photoText } from "../shared/texts.js";

export class PhotoReading {
  #store;
  #heard;
  #file = null;
  #then = null; // has what is read in it
  #control = null; // breaks off what is asked about it

  /** `heard`: read({upload, look, scan}) has what was read; unknownSet() is told that the chosen set is gone. */
  constructor(store, heard) {
    this.#store = store;
    this.#heard = heard;
  }

  /** Read the photo under way by the set that is chosen now; false without one. */
  async again() {
    if (!this.#file) return false;
    await this.photo(this.#file, this.#then);
    return true;
  }

  /** Read a photo, by the set that is chosen now, in place of one under way; `then` has what was read. */
  async photo(file, then = this.#heard.read) {
    const signal = this.#begin(file, then);
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
    this.#begin(null, null);
    this.#store.set({ busy: null });
  }

  #begin(file, then) {
    this.#control?.abort();
    this.#file = file;
    this.#then = then;
    this.#control = new AbortController();
    return this.#control.signal;
  }
}
