// Read a photo. Only the photo chosen last counts: a new one aborts the request about the one before it.

import * as api from "../shared/api.js";
import { prepare } from "../shared/pictures.js";
import { pageText, photoText } from "../shared/texts.js";

export class PhotoReading {
  #store;
  #heard;
  #file = null;
  #then = null; // takes the answer about `#file`
  #control = null; // aborts the request about `#file`

  /** `heard`: read({upload, look, scan}) takes the answer; unknownSet() hears that the chosen tile set is gone. */
  constructor(store, heard) {
    this.#store = store;
    this.#heard = heard;
  }

  /** Read the photo under way again, with the chosen tile set; return false without such a photo. */
  async again() {
    if (!this.#file) return false;
    await this.photo(this.#file, this.#then);
    return true;
  }

  /** Read a photo with the chosen tile set, in place of the photo under way; `then` takes the answer. */
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

  /** Abort the reading under way; its answer is no longer wanted. */
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
