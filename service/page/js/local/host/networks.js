// The networks, as whoever asks sees them. They run in a worker of their own: it is loaded beside Python, and what it took
// of memory goes with it.

const BATCH = 64; // crops a run of the classifier: more need more memory and gain no time

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
  #worker;
  #name;
  #colour;

  /** `name`: of the network in the worker. `colour()` says the order of the channels that it takes, `rgb` or `bgr`. */
  constructor(worker, name, colour) {
    this.#worker = worker;
    this.#name = name;
    this.#colour = colour;
  }

  /** Fetch and load it, once. */
  open() {
    return this.#worker.ask({ open: this.#name });
  }

  /** Load it and run it once, on `count` black pictures. */
  warm(count, width, height) {
    return this.#asked(new Uint8Array(3 * count * width * height), [count, height, width, 3]);
  }

  /** The outputs by name, of pictures of one size: {data, dims} each. */
  async run(pictures) {
    const [{ width, height }] = pictures;
    const size = 3 * width * height;
    const pixels = new Uint8Array(pictures.length * size);
    pictures.forEach((picture, at) => pixels.set(picture.data, at * size));
    if (await this.#colour() === "bgr") swapped(pixels);
    return this.#asked(pixels, [pictures.length, height, width, 3]);
  }

  #asked(pixels, dims) {
    return this.#worker.ask({ run: this.#name, pixels, dims }, [pixels.buffer]);
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
  const parts = [];
  for (let start = 0; start < crops.length; start += BATCH) {
    parts.push(await network.run(crops.slice(start, start + BATCH)));
  }
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
