// Beside the page: Python with the flows that the server runs, and what answers its requests for pixels and networks.
// Messages in: {open: {root, version}}, {rest} to let the networks' memory go, and {id, method, address, headers, body, form}; out: {loaded, size}, {ready},
// {failed}, and {id, status, kind, file, etag, body, wrote} to each request.

import { Files } from "./files.js";
import { openHost } from "./host/host.js";
import { Storage } from "./storage.js";

const KEPT = "/kept"; // what the owner keeps
const PACKAGES = "/packages"; // our Python, and that of others
const PYTHON = ["pyodide/pyodide.asm.wasm", "pyodide/python_stdlib.zip", "pyodide/pyodide-lock.json"];
const CORE = "core/rackcheck.whl";
const BOOK = "core/book.tar.bz2";

let running = null;

/** Let everything that runs here ask for files of this version alone, and only for what they should be. */
function guard(files, folder, came, early) {
  self.fetch = async (asked) => {
    const address = String(asked.url ?? asked);
    const place = address.startsWith(folder.root) ? address.slice(folder.root.length) : null;
    if (place === null || !files.has(place)) throw new TypeError(`no file of this version: ${address}`);
    const kind = place.endsWith(".wasm") ? "application/wasm" : "application/octet-stream";
    // Those that Python begins with are here already: it would wait for ever for one that was cut short.
    const data = early.get(place) ?? await files.bytes(place, came);
    early.delete(place);
    return new Response(data, { headers: { "Content-Type": kind } });
  };
}

async function start({ root, version }) {
  const files = await new Files(root, version).open();
  const base = `v-${version}/`;
  const wanted = [...PYTHON, CORE].map((place) => base + place);
  const size = files.size(wanted);
  let loaded = 0;
  let started = false;
  const came = (bytes) => {
    loaded += bytes;
    // What comes later comes behind the player's back.
    if (!started) self.postMessage({ loaded: Math.min(loaded, size), size });
  };
  const early = new Map(await Promise.all(PYTHON.map(async (place) => [base + place, await files.bytes(base + place, came)])));
  guard(files, { root }, came, early);
  // Scripts are loaded by the browser itself; everything else comes through `fetch` above.
  const [{ loadPyodide }, core] = await Promise.all([import(`${root}${base}pyodide/pyodide.mjs`), files.bytes(base + CORE, came)]);
  const python = await loadPyodide({ indexURL: `${root}${base}pyodide/` });
  python.FS.mkdirTree(PACKAGES);
  python.pyimport("sys").path.insert(0, PACKAGES);
  python.unpackArchive(core, "wheel", { extractDir: PACKAGES });
  const storage = new Storage(python.FS, KEPT);
  await storage.open();
  const bridge = python.pyimport("service.browser.bridge");
  const weights = (task) => ({ weights: `${root}${base}models/${task}.onnx`, colour: bridge.colour(task) });
  const print = (name) => ({ weights: `${root}${base}print/${name}.onnx`, colour: "bgr" });
  const models = { detector: weights("finder"), classifier: weights("reader"), printFinder: print("finder"), printReader: print("reader") };
  const host = await openHost({ base: `${root}${base}onnxruntime/`, models });
  const app = bridge.open(KEPT, host);
  started = true;
  let book = null;
  const openBook = () => {
    book ??= files.bytes(base + BOOK).then((data) => python.unpackArchive(data, "bztar", { extractDir: PACKAGES }));
    return book;
  };
  return { storage, app, host, openBook };
}

async function answer({ id, method, address, headers, body, form }) {
  const { storage, app, openBook } = await running;
  if (/^\/api\/v1\/(games|players|season|copy)/.test(address)) await openBook();
  const access = app.access(method, address);
  const before = storage.version;
  const data = (one) => (one ? new Uint8Array(one) : undefined);
  const found = await storage.during(
    access,
    () => app.answer(method, address, headers["Content-Type"], data(body), form && JSON.stringify(form.fields), form?.name, data(form?.data), headers["If-Match"], headers["If-None-Match"]),
    () => app.reopen(),
    () => app.not_kept(),
  );
  const [status, kind, file, etag, bytes] = found.toJs();
  found.destroy();
  const whole = bytes.slice().buffer;
  self.postMessage({ id, status, kind, file, etag, body: whole, wrote: storage.version !== before }, [whole]);
}

self.addEventListener("message", ({ data }) => {
  if (data.rest) {
    running?.then(({ host }) => host.close());
    return;
  }
  if (data.open) {
    running = start(data.open);
    running.then(({ host }) => {
      self.postMessage({ ready: true });
      host.warm();
    }, (problem) => self.postMessage({ failed: String(problem) }));
    return;
  }
  answer(data).catch((problem) => self.postMessage({ id: data.id, failed: String(problem) }));
});
