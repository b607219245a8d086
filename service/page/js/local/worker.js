// Beside the page: Python with the flows that the server runs, and what answers its requests for pixels and networks.
// Messages in: {open: {root, version}}, {prepare: {root, version}} to make the snapshot from which Python begins sooner, {rest} to
// let the networks' memory go, {id, method, address, headers, body, form}, and {drop: id} of a request that nobody waits for
// any more; out: {loaded, size}, {ready}, {warm} once all that a photo needs is loaded, or cannot be, {prepared}, {failed}, and
// {id, status, kind, file, etag, body, wrote} to each request.

import { Files } from "./files.js";
import { openHost } from "./host/host.js";
import { makeSnapshot, openPython } from "./python.js";
import { Storage } from "./storage.js";
import { newWorker } from "./workers.js";

const KEPT = "/kept"; // what the owner keeps

let running = null;

/** The files of a version, as Python begins from them. */
async function versionFiles({ root, version }, came = () => {}) {
  return { files: await new Files(root, version).open(), root, base: `v-${version}/`, came };
}

/** A worker with the networks of a version. */
function begunNetworks(open) {
  const worker = newWorker(new URL("./networks-worker.js", import.meta.url));
  worker.postMessage({ open });
  return worker;
}

/** Whether it was Python itself that failed: not what it asked of the browser, nor a file or the storage beside it. */
const isPythons = ({ name, type }) => name === "RuntimeError" || (name === "PythonError" && type !== "JsException");

async function start(open) {
  let loaded = 0;
  const from = await versionFiles(open, (bytes, size) => {
    loaded += bytes;
    self.postMessage({ loaded: Math.min(loaded, size), size });
  });
  const opening = openPython(from);
  opening.catch(() => {}); // told where it is waited for
  const said = (task) => async () => (await opening).bridge.colour(task);
  const bgr = () => "bgr";
  const host = openHost({
    begin: () => begunNetworks(open),
    colours: { detector: said("finder"), classifier: said("reader"), upright: said("upright"), printFinder: bgr, printReader: bgr },
  });
  // On a first visit Python is fetched before the networks; from then on both are loaded at once. What fails is told with a photo.
  from.files.hasSnapshot().then((kept) => kept && host.load()).then(() => opening).then(() => host.warm()).catch(() => {})
    .finally(() => self.postMessage({ warm: true }));
  const { python, bridge, openBook } = await opening;
  const storage = new Storage(python.FS, KEPT);
  await storage.open();
  const app = bridge.open(KEPT, host);
  return { storage, app, host, openBook, files: from.files };
}

const dropped = new Set(); // ids of requests that nobody waits for any more

let reading = Promise.resolve(); // until the photos asked about so far are read

/** Read a photo once those before it are read: one that nobody waits for by then costs nothing. */
function inTurn(work) {
  const turn = reading.then(work);
  reading = turn.catch(() => {}); // told to who asked
  return turn;
}

async function answer({ id, method, address, headers, body, form }) {
  const { storage, app, openBook } = await running;
  if (dropped.has(id)) return;
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
  if (data.prepare) {
    // Without it Python begins anew each time, and all works.
    versionFiles(data.prepare).then(makeSnapshot).catch(() => {}).finally(() => self.postMessage({ prepared: true }));
    return;
  }
  if (data.open) {
    running = start(data.open);
    running.then(() => self.postMessage({ ready: true }), (problem) => self.postMessage({ failed: String(problem) }));
    return;
  }
  if (data.drop !== undefined) {
    dropped.add(data.drop);
    return;
  }
  const answered = data.form ? inTurn(() => answer(data)) : answer(data);
  answered.catch(async (problem) => {
    self.postMessage({ id: data.id, failed: String(problem) });
    // What is wrong with a question becomes an answer: this Python may be of no use, and so what it began from.
    if (isPythons(problem)) await (await running).files.dropSnapshot();
  }).finally(() => dropped.delete(data.id));
});
