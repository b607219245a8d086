// Limit what a worker may fetch.

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
