// Start the workers of the phone edition, and limit what they may fetch.

/** Start a worker with the module at an address. We go by way of a blob, since only a blob has its maker's policy. */
export function newWorker(address) {
  const blob = URL.createObjectURL(new Blob([`import ${JSON.stringify(String(address))};`], { type: "text/javascript" }));
  const worker = new Worker(blob, { type: "module" });
  setTimeout(() => URL.revokeObjectURL(blob), 60_000);
  return worker;
}

/**
 * Replace `fetch` in this worker: it answers only for files of this version, with the hashes of its list.
 *
 * @param {Files} files
 * @param {string} root address of the site's folder
 * @param {Map<string, ArrayBuffer>} early files that have already loaded, by their places; each is given out once
 */
export function guard(files, root, early = new Map()) {
  self.fetch = async (asked) => {
    const address = String(asked.url ?? asked);
    const place = address.startsWith(root) ? address.slice(root.length) : null;
    if (place === null || !files.has(place)) throw new TypeError(`no file of this version: ${address}`);
    const kind = place.endsWith(".wasm") ? "application/wasm" : "application/octet-stream";
    const data = early.get(place) ?? await files.bytes(place);
    early.delete(place);
    return new Response(data, { headers: { "Content-Type": kind } });
  };
}
