// Proxies for the networks. The networks run in workers of their own, so that they load beside Python, and so that
// ending a worker frees their memory.

const BATCH = 64; // most crops a run of the classifier: more take more memory and save no time
const MOST_WORKERS = 2; // each holds onnxruntime-web and the classifier

/** Return how many workers share many crops: one with threads, else two, where the processor has two cores. */
export const workersOfMany = () => (self.crossOriginIsolated ? 1 : Math.min(MOST_WORKERS, navigator.hardwareConcurrency || 1));

/** A worker in which `answerNetworks` runs; the first question starts it. */
export class NetworksWorker {
  #begin;
  #worker = null;
  #waiting = new Map();
  #next = 0;
  #closing = false;

  /** `begin()` returns a new worker. */
  constructor(begin) {
    this.#begin = begin;
  }

  /** Ask the worker, and return its answer; throws if the worker failed. */
  ask(question, transfer = []) {
    this.#worker ??= this.#begun();
    this.#closing = false;
    const id = this.#next++;
    return new Promise((done, refuse) => {
      this.#waiting.set(id, { done, refuse });
      this.#worker.postMessage({ id, ...question }, transfer);
    });
  }

  #begun() {
    const worker = this.#begin();
    worker.addEventListener("message", ({ data: { id, failed, answer } }) => {
      const { done, refuse } = this.#waiting.get(id);
      this.#waiting.delete(id);
      if (failed) {
        this.#closing = true; // a new worker may succeed
        refuse(new Error(failed));
      } else {
        done(answer);
      }
      if (this.#closing) this.close();
    });
    worker.addEventListener("error", ({ message }) => {
      this.#worker = null; // so that the next question tries again
      for (const { refuse } of this.#waiting.values()) refuse(new Error(message));
      this.#waiting.clear();
    });
    return worker;
  }

  /** End the worker, which frees its memory, once it has answered all questions; the next question starts a new one. */
  close() {
    this.#closing = true;
    if (this.#waiting.size) return;
    this.#worker?.terminate();
    this.#worker = null;
  }
}

/** A network could not be loaded; Python recognizes the error by its name. */
class NoNetwork extends Error {
  name = "no-network";
}

/** One network: pictures in, named rows of numbers out. */
export class Network {
  #workers;
  #name;
  #colour;

  /** `name`: the network's name in each worker. `colour()` returns the channel order of its input, `rgb` or `bgr`. */
  constructor(workers, name, colour) {
    this.#workers = workers;
    this.#name = name;
    this.#colour = colour;
  }

  /** Load the network once, in one worker after another: the second then finds the files that the first has kept. */
  async open() {
    for (const worker of this.#workers) {
      await worker.ask({ open: this.#name }).catch(({ message }) => { throw new NoNetwork(message); });
    }
  }

  /** Load the network and run it once, on `count` black pictures. */
  async warm(count, width, height) {
    await this.open();
    await Promise.all(this.#workers.map((worker) =>
      this.#asked(worker, new Uint8Array(3 * count * width * height), [count, height, width, 3])));
  }

  /** Run the network on pictures of one size; return the outputs by name, {data, dims} each. */
  async run(pictures) {
    await this.open();
    return this.#run(this.#workers[0], pictures);
  }

  /** Run it on many pictures, in batches of at most `most` that the workers share; return the outputs of each batch. */
  async runMany(pictures, most) {
    await this.open();
    const each = Math.min(most, Math.ceil(pictures.length / this.#workers.length));
    const parts = [];
    for (let start = 0; start < pictures.length; start += each) parts.push(pictures.slice(start, start + each));
    const found = [];
    for (let turn = 0; turn < parts.length; turn += this.#workers.length) {
      const asked = this.#workers.slice(0, parts.length - turn).map((worker, nth) => this.#run(worker, parts[turn + nth]));
      found.push(...await Promise.all(asked));
    }
    return found;
  }

  async #run(worker, pictures) {
    const [{ width, height }] = pictures;
    const size = 3 * width * height;
    const pixels = new Uint8Array(pictures.length * size);
    pictures.forEach((picture, at) => pixels.set(picture.data, at * size));
    if (await this.#colour() === "bgr") swapped(pixels);
    return this.#asked(worker, pixels, [pictures.length, height, width, 3]);
  }

  #asked(worker, pixels, dims) {
    return worker.ask({ run: this.#name, pixels, dims }, [pixels.buffer]);
  }
}

function swapped(pixels) {
  for (let at = 0; at < pixels.length; at += 3) [pixels[at], pixels[at + 2]] = [pixels[at + 2], pixels[at]];
}

/** Run the detector on a view; return scores and offsets, and the grid's shape: rows, columns. */
export async function detected(network, view) {
  const { score, offsets } = await network.run([view]);
  return { scores: score.data, offsets: offsets.data, shape: [score.dims[1], score.dims[2]] };
}

/** Run the classifier on crops; return logits, turns and frames (a row a crop), and embeddings (an array a crop). */
export async function classified(network, crops) {
  const parts = await network.runMany(crops, BATCH);
  const joined = (name) => {
    const made = new Float32Array(parts.reduce((sum, part) => sum + part[name].data.length, 0));
    parts.reduce((at, part) => (made.set(part[name].data, at), at + part[name].data.length), 0);
    return made;
  };
  const embeddings = joined("embedding");
  const size = embeddings.length / crops.length;
  return {
    logits: joined("logits"),
    turns: joined("turn"),
    frames: joined("frame"),
    embeddings: crops.map((_, at) => embeddings.slice(at * size, (at + 1) * size)),
  };
}

/** Return for each face the embeddings of its views, one after another in one array. */
export async function embedded(network, views) {
  const each = views.flat();
  const { embeddings } = each.length ? await classified(network, each) : { embeddings: [] };
  const count = views[0]?.length;
  return views.map((_, face) => {
    const own = embeddings.slice(face * count, (face + 1) * count);
    const made = new Float32Array(count * own[0].length);
    own.forEach((one, view) => made.set(one, view * one.length));
    return made;
  });
}
