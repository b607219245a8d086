// The worker of the page: Python with the flows of the server, and the host that answers its requests for pixels and
// networks. Messages in: {open: {root, version}}; {prepare: {root, version}} to make the snapshot that starts Python
// faster; {rest} to free the networks' memory; {id, method, address, headers, body, form}; {drop: id} to cancel one.
// Messages out: {loaded, size}; {ready, empty, forgets} (whether nothing was ever saved, and whether the browser saves nothing); {warm} once everything that a photo needs has loaded or failed to; {prepared};
// {cleared, still} when the browser has cleared the owner's data, which Python still has; {failed}; and {id, status, kind, etag, body, wrote} for each request.

import { Files } from "./files.js";
import { openHost } from "./host/host.js";
import { makeSnapshot, openPython } from "./python.js";
import { Storage } from "./storage.js";
import { newWorker } from "./workers.js";
import { oneByOne } from "../shared/persistent-store.js";

const REFUSED = 400; // least status of a refusal
const KEPT = "/kept"; // folder of the owner's data

let running = null;

/** Return the files of a version, as `openPython` and `makeSnapshot` take them. */
async function versionFiles({ root, version }, came = () => {}) {
  return { files: await new Files(root, version).open(), root, base: `v-${version}/`, came };
}

/** Start a worker with the networks of a version. */
function begunNetworks(open) {
  const worker = newWorker(new URL("./networks-worker.js", import.meta.url));
  worker.postMessage({ open });
  return worker;
}

/** Return whether Python itself failed, and not the browser, a file or the storage. */
const isPythons = ({ name, type }) => name === "RuntimeError" || (name === "PythonError" && type !== "JsException");

async function start(open) {
  let loaded = 0;
  const from = await versionFiles(open, (bytes, size) => {
    loaded += bytes;
    self.postMessage({ loaded: Math.min(loaded, size), size });
  });
  const opening = openPython(from);
  opening.catch(() => {}); // handled where we await it
  const said = (task) => async () => (await opening).bridge.colour(task);
  const bgr = () => "bgr";
  const host = openHost({
    begin: () => begunNetworks(open),
    colours: { detector: said("finder"), classifier: said("reader"), upright: said("upright"), printFinder: bgr, printReader: bgr },
  });
  // On a first visit we fetch Python before the networks; later both load at once. The next photo reports a failure.
  from.files.hasSnapshot().then((kept) => kept && host.load()).then(() => opening).then(() => host.warm()).catch(() => {})
    .finally(() => self.postMessage({ warm: true }));
  const { python, bridge, openBook } = await opening;
  const storage = new Storage(python.FS, KEPT, (still) => self.postMessage({ cleared: true, still }));
  await storage.open();
  const app = bridge.open(KEPT, host);
  return { storage, bridge, app, host, openBook, files: from.files };
}

const dropped = new Set(); // ids of cancelled requests

const reading = oneByOne(); // photos, so that one cancelled before its turn costs nothing

async function answer({ id, method, address, headers, body, form }) {
  const { storage, bridge, app, openBook } = await running;
  if (dropped.has(id)) return;
  if (/^\/api\/v1\/(games|players|season|copy)|[?&]game=/.test(address)) await openBook();
  let before = null; // the state that the request works on, which other tabs may have written
  const data = (one) => (one ? new Uint8Array(one) : undefined);
  const asked = bridge.asked(method, address, headers["Content-Type"], data(body), form && JSON.stringify(form.fields), form?.name, data(form?.data), headers["If-Match"], headers["If-None-Match"]);
  const found = await storage.during(
    app.access(asked),
    () => {
      before = storage.version;
      return app.answer(asked);
    },
    () => app.reopen(),
    // A GET only reads, and a refusal changes nothing, though the ledger writes files as it opens: a full phone still
    // shows and copies what it has, and says what is wrong with an entry.
    (unkept) => (unkept && (method === "GET" || unkept.status >= REFUSED) ? unkept : app.not_kept()),
  );
  const { status, kind, etag, body: held } = found;
  const whole = held.toJs().slice().buffer;
  for (const one of [asked, found, held]) one.destroy();
  self.postMessage({ id, status, kind, etag, body: whole, wrote: storage.version !== before }, [whole]);
}

self.addEventListener("message", ({ data }) => {
  if (data.rest) {
    running?.then(({ host }) => host.close());
    return;
  }
  if (data.prepare) {
    // A failure does no harm: without a snapshot Python starts from the files.
    versionFiles(data.prepare).then(makeSnapshot).catch(() => {}).finally(() => self.postMessage({ prepared: true }));
    return;
  }
  if (data.open) {
    running = start(data.open);
    running.then(({ storage }) => self.postMessage({ ready: true, empty: storage.version === 0, forgets: storage.forgets }), (problem) => self.postMessage({ failed: String(problem) }));
    return;
  }
  if (data.drop !== undefined) {
    dropped.add(data.drop);
    return;
  }
  const answered = data.form ? reading(() => answer(data)) : answer(data);
  answered.catch(async (problem) => {
    self.postMessage({ id: data.id, failed: String(problem) });
    // A faulty request gets an answer; an exception means that Python, and so its snapshot, may be broken.
    if (isPythons(problem)) await (await running).files.dropSnapshot();
  }).finally(() => dropped.delete(data.id));
});
