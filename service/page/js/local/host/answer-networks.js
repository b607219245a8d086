// Run the networks in a worker, with onnxruntime-web. Messages in: {id, open: name} to load a network, and
// {id, run: name, pixels, dims}; out: {id, answer} or {id, failed}. A run answers outputs by name, each {data, dims}.

const MOST_THREADS = 4;

/** Load onnxruntime-web from the folder at address `base`. */
async function runtime(base) {
  const file = (name) => new URL(name, base).href;
  const ort = await import(file("ort.wasm.min.mjs"));
  ort.env.wasm.wasmPaths = { mjs: file("ort-wasm-simd-threaded.mjs"), wasm: file("ort-wasm-simd-threaded.wasm") };
  ort.env.wasm.numThreads = self.crossOriginIsolated ? Math.min(MOST_THREADS, navigator.hardwareConcurrency || 1) : 1;
  ort.env.logLevel = "error";
  return ort;
}

async function loaded(ort, weights) {
  const answer = await fetch(weights);
  if (!answer.ok) throw new Error(`${weights}: ${answer.status}`);
  const options = { executionProviders: ["wasm"], graphOptimizationLevel: "all", logSeverityLevel: 3 };
  return ort.InferenceSession.create(new Uint8Array(await answer.arrayBuffer()), options);
}

/**
 * Answer the messages of `NetworksWorker`.
 *
 * @param {Promise<{base: string, weights: Object<string, string>}>} from `base`: address of the folder with onnxruntime-web's
 *   files; ends with a slash. `weights`: addresses of the ONNX files, by the networks' names
 */
export function answerNetworks(from) {
  const runs = from.then(({ base }) => runtime(base));
  const sessions = new Map();

  /** Return the session of a network: loaded once, and again after a failure. */
  const session = (name) => {
    if (!sessions.has(name)) {
      const loading = Promise.all([runs, from]).then(([ort, { weights }]) => loaded(ort, weights[name]));
      loading.catch(() => sessions.delete(name));
      sessions.set(name, loading);
    }
    return sessions.get(name);
  };

  async function answer({ open, run, pixels, dims }) {
    const network = await session(open ?? run);
    if (open) return {};
    const { Tensor } = await runs;
    const found = await network.run({ [network.inputNames[0]]: new Tensor("uint8", pixels, dims) });
    return Object.fromEntries(Object.entries(found).map(([name, { data, dims }]) => [name, { data, dims }]));
  }

  self.addEventListener("message", ({ data: { id, ...asked } }) => {
    if (id === undefined) return;
    answer(asked).then(
      (found) => self.postMessage({ id, answer: found }, Object.values(found).map(({ data }) => data.buffer)),
      (problem) => self.postMessage({ id, failed: String(problem) }),
    );
  });
}
