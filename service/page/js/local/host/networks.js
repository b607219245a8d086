// The networks, as whoever asks sees them. They run in workers of their own: these are loaded beside Python, and what they
// took of memory goes with them.

const BATCH = 64; // crops a run of the classifier: more need more memory and gain no time
const MOST_WORKERS = 2; // each holds onnxruntime-web and the classifier

/** In how many workers many crops are classified. Where the networks may not use threads, a second worker takes half of them. */
export const workersOfMany = () => (self.crossOriginIsolated ? 1 : Math.min(MOST_WORKERS, navigator.hardwareConcurrency || 1));

/** A worker in which `answerNetworks` runs; begun when it is first asked. */
export class NetworksWorker {
  #begin;
  #worker = null;
  #waiting = new Map();
  #next = 0;
  #closing = false;

  /** `begin()` gives a new worker. */
  constructor(begin) {
    this.#begin = begin;
  }

  /** What the worker answers. */
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
        this.#closing = true; // a new worker may do what this one could not
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

  /** Let its memory go once all is answered; a question after that begins another. */
  close() {
    this.#closing = true;
    if (this.#waiting.size) return;
    this.#worker?.terminate();
    this.#worker = null;
  }
}

/** One network: pictures in, named rows of numbers out. */
export class Network {
  #workers;
  #name;
  #colour;

  /** `name`: of the network in each worker. `colour()` says the order of the channels that it takes, `rgb` or `bgr`. */
  constructor(workers, name, colour) {
    this.#workers = workers;
    this.#name = name;
    this.#colour = colour;
  }

  /** Fetch and load it, once: in one worker after another, so that the files that the first one has kept are there for the next. */
  async open() {
    for (const worker of this.#workers) await worker.ask({ open: this.#name });
  }

  /** Load it and run it once, on `count` black pictures. */
  async warm(count, width, height) {
    await this.open();
    await Promise.all(this.#workers.map((worker) =>
      this.#asked(worker, new Uint8Array(3 * count * width * height), [count, height, width, 3])));
  }

  /** The outputs by name, of pictures of one size: {data, dims} each. */
  run(pictures) {
    return this.#run(this.#workers[0], pictures);
  }

  /** The same of many pictures, in parts of at most `most`, which the workers share. */
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

/** What the detector says of a view: scores, offsets, rows, columns. */
export async function detected(network, view) {
  const { score, offsets } = await network.run([view]);
  return { scores: score.data, offsets: offsets.data, shape: [score.dims[1], score.dims[2]] };
}

/** What the classifier says of crops: logits, turns and frames in rows one after another, an array a crop's embedding. */
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

/** The embeddings of the views of each face, one after another. */
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
