// Beside the page: Python with the flows that the server runs, and what answers its requests for pixels and networks.
// Messages in: {open: {root, version}}, {prepare: {root, version}} to make the snapshot from which Python begins sooner, {rest} to
// let the networks' memory go, and {id, method, address, headers, body, form}; out: {loaded, size}, {ready}, {prepared},
// {failed}, and {id, status, kind, file, etag, body, wrote} to each request.

import { Files } from "./files.js";
import { openHost } from "./host/host.js";
import { makeSnapshot, openPython } from "./python.js";
import { Storage } from "./storage.js";

const KEPT = "/kept"; // what the owner keeps

const QUIET = 500; // ms without a question after which the networks are loaded: the page's first questions come first

let running = null;
let warming = 0; // the timer until the networks are loaded

/** Load the networks once nothing has been asked for a while; a photo that comes sooner loads them itself. */
function warmLater() {
  clearTimeout(warming);
  warming = setTimeout(async () => {
    warming = 0;
    (await running).host.warm();
  }, QUIET);
}

/** The files of a version, as Python begins from them. */
async function versionFiles({ root, version }, came = () => {}) {
  return { files: await new Files(root, version).open(), root, base: `v-${version}/`, came };
}

async function start(open) {
  let loaded = 0;
  let started = false;
  const from = await versionFiles(open, (bytes, size) => {
    loaded += bytes;
    // What comes later comes behind the player's back.
    if (!started) self.postMessage({ loaded: Math.min(loaded, size), size });
  });
  const { python, bridge, openBook } = await openPython(from);
  const storage = new Storage(python.FS, KEPT);
  await storage.open();
  const place = from.root + from.base;
  const weights = (task) => ({ weights: `${place}models/${task}.onnx`, colour: bridge.colour(task) });
  const print = (name) => ({ weights: `${place}print/${name}.onnx`, colour: "bgr" });
  const models = { detector: weights("finder"), classifier: weights("reader"), printFinder: print("finder"), printReader: print("reader") };
  const host = await openHost({ base: `${place}onnxruntime/`, models });
  const app = bridge.open(KEPT, host);
  started = true;
  return { storage, app, host, openBook, files: from.files };
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
    clearTimeout(warming);
    warming = 0;
    running?.then(({ host }) => host.close());
    return;
  }
  if (data.prepare) {
    // Without it Python begins anew each time, and all works.
    versionFiles(data.prepare).then(makeSnapshot).catch(() => {}).finally(() => self.postMessage({ prepared: true }));
    return;
  }
  if (data.open) {
    running = start(data.open);
    running.then(() => {
      self.postMessage({ ready: true });
      warmLater();
    }, (problem) => self.postMessage({ failed: String(problem) }));
    return;
  }
  if (warming) warmLater();
  answer(data).catch(async (problem) => {
    self.postMessage({ id: data.id, failed: String(problem) });
    // What is wrong with a question becomes an answer: this was Python itself.
    await (await running).files.dropSnapshot();
  });
});
