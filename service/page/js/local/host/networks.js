// The two networks, run by onnxruntime-web.

const BATCH = 64; // crops a run of the classifier: more need more memory and gain no time
const MOST_THREADS = 4;

/** Load onnxruntime-web from a folder's address. */
export async function runtime(base) {
  const file = (name) => new URL(name, base).href;
  const ort = await import(file("ort.wasm.min.mjs"));
  ort.env.wasm.wasmPaths = { mjs: file("ort-wasm-simd-threaded.mjs"), wasm: file("ort-wasm-simd-threaded.wasm") };
  ort.env.wasm.numThreads = self.crossOriginIsolated ? Math.min(MOST_THREADS, navigator.hardwareConcurrency || 1) : 1;
  ort.env.logLevel = "error";
  return ort;
}

/** One network: pictures in, named rows of numbers out. */
export class Network {
  #ort;
  #weights;
  #colour;
  #session = null;

  /** `weights`: address of the ONNX file. `colour`: order of the channels that it takes, `rgb` or `bgr`. */
  constructor(ort, { weights, colour }) {
    this.#ort = ort;
    this.#weights = String(weights);
    this.#colour = colour;
  }

  /** Fetch and load it, once. */
  open() {
    this.#session ??= this.#loaded().catch((problem) => {
      this.#session = null; // so that the next attempt tries again
      throw problem;
    });
    return this.#session;
  }

  async #loaded() {
    const answer = await fetch(this.#weights);
    if (!answer.ok) throw new Error(`${this.#weights}: ${answer.status}`);
    const options = { executionProviders: ["wasm"], graphOptimizationLevel: "all", logSeverityLevel: 3 };
    return this.#ort.InferenceSession.create(new Uint8Array(await answer.arrayBuffer()), options);
  }

  /** Let its memory go; the next run loads it again. */
  async close() {
    const session = this.#session;
    this.#session = null;
    await (await session?.catch(() => null))?.release();
  }

  /** The outputs by name, of pictures of one size: {data, dims} each. */
  async run(pictures) {
    const session = await this.open();
    const [{ width, height }] = pictures;
    const size = 3 * width * height;
    const pixels = new Uint8Array(pictures.length * size);
    pictures.forEach((picture, at) => pixels.set(picture.data, at * size));
    if (this.#colour === "bgr") swapped(pixels);
    const input = new this.#ort.Tensor("uint8", pixels, [pictures.length, height, width, 3]);
    return session.run({ [session.inputNames[0]]: input });
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
