// The photo that is being read. The last one that a person chose counts: an answer about an earlier one comes too late.

import * as api from "./api.js";
import { prepare } from "./photo.js";

const LOOKING = "Looking at the photo …";
const BUSY = "The machine is busy with other photos. Yours is sent again in a moment …";

export class PhotoReading {
  #store;
  #heard;
  #latest = 0;
  #file = null;

  /** `heard`: read({upload, look, scan}) has what was read; unknownSet() is told that the chosen set is gone. */
  constructor(store, heard) {
    this.#store = store;
    this.#heard = heard;
  }

  /** The photo under way, or null. */
  get file() {
    return this.#file;
  }

  /** Read a photo, by the set that is chosen now, in place of one under way. */
  async photo(file) {
    const mine = this.#begin(file);
    const wanted = () => mine === this.#latest;
    const store = this.#store;
    store.set({ busy: LOOKING, trouble: null });
    try {
      const { upload, look } = await prepare(file);
      const scan = await api.patiently(
        () => api.scan(upload, file.name || "photo.jpg", store.state.set),
        () => wanted() && store.set({ busy: BUSY }),
      );
      if (wanted()) this.#heard.read({ upload, look, scan });
    } catch (problem) {
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
    this.#file = file;
    this.#latest += 1;
    return this.#latest;
  }
}
