// The files of the phone edition: fetched from its host, checked by their hashes, kept on the phone. The key of a file
// is its hash, so a new version fetches only changed files, and an interrupted download starts clean.

const CACHE = "rackcheck-files";
const GONE = 404; // status of a host that lacks a file

// The platform's own `fetch`, taken when this module loads: workers.js later replaces `self.fetch` with these files.
const load = globalThis.fetch.bind(globalThis);

const SILENT = 20; // seconds in which the host sends nothing, of no file, after which we take it for gone
let sent = 0; // parts of files that the host has sent

/** Return what `work(signal)` promises; abort the signal if the host falls silent. Without that a download waits for ever. */
async function unlessSilent(work) {
  const control = new AbortController();
  let [last, silent] = [sent, 0];
  // We count ticks, not time: a phone in a pocket freezes the page, and the download goes on afterwards.
  const timer = setInterval(() => {
    silent = sent === last ? silent + 1 : 0;
    last = sent;
    if (silent >= SILENT) control.abort();
  }, 1000);
  try {
    return await work(control.signal);
  } finally {
    clearInterval(timer);
  }
}

async function hashed(data) {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", data));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

// We keep large files compressed that become clearly smaller so; only this module reads them.
const isPacked = (place) => /\.(wasm|whl|zip|onnx)$/.test(place);

const through = (data, stream) => new Response(new Blob([data]).stream().pipeThrough(stream)).arrayBuffer();

/** A file differs from its version's list: the host is being updated, or somebody changes its answers. */
export class WrongFile extends Error {}

/** Return the error for an answer without the file: a host that lacks it has another version, a busy one answers later. */
const refused = (place, { status }) => new (status === GONE ? WrongFile : Error)(`${place}: ${status}`);

export class Files {
  #root;
  #version;
  #listed = null;
  #later = new Set(); // places of files that we fetch only when first needed
  #cache = null;

  /** The files of a version below `root`, the address of the site's folder. */
  constructor(root, version) {
    this.#root = root;
    this.#version = version;
  }

  #key(name) {
    return `${this.#root}kept/${name}`;
  }

  /** Return the name under which we keep a file. */
  #name(place, [hash]) {
    return isPacked(place) ? `${hash}.gz` : hash;
  }

  async open() {
    // Without a cache (plain http from another machine, a private window) we keep nothing.
    this.#cache = await globalThis.caches?.open(CACHE).catch(() => null) ?? null;
    const found = await this.#kept(`files-${this.#version}`) ?? await this.#list();
    this.#listed = found.files;
    this.#later = new Set(found.later);
    await this.#keepList().catch(() => {}); // a full phone cannot keep it: the page works, and loads it again next time
    return this;
  }

  /** Return what we keep under a name; nothing from a storage that is broken or closed to us. */
  async #match(name) {
    return this.#cache?.match(this.#key(name)).catch(() => undefined);
  }

  async #kept(name) {
    const found = await this.#match(name);
    return found ? found.json().catch(() => null) : null;
  }

  async #list() {
    const found = await unlessSilent(async (signal) => {
      const answer = await load(`${this.#root}v-${this.#version}/files.json`, { cache: "no-cache", signal });
      if (!answer.ok) throw refused("files.json", answer);
      return answer.json();
    });
    if (found.version !== this.#version) throw new WrongFile("files.json");
    return found;
  }

  async #keepList() {
    const name = `files-${this.#version}`;
    const list = { version: this.#version, files: this.#listed, later: [...this.#later] };
    if (!await this.#kept(name)) await this.#keep(name, JSON.stringify(list));
  }

  /** Return the total bytes of the files at `places`. */
  size(places) {
    return places.reduce((sum, place) => sum + this.#listed[place][1], 0);
  }

  has(place) {
    return place in this.#listed;
  }

  async #keep(name, body, headers = {}) {
    await this.#cache?.put(this.#key(name), new Response(body, { headers }));
  }

  /** Return the snapshot of Python that this browser made with the files of this version. */
  async snapshot() {
    const kept = await this.#snapshotKept();
    const packed = await kept.arrayBuffer();
    if (await hashed(packed) !== kept.headers.get("X-Hash")) throw new WrongFile("snapshot");
    return through(packed, new DecompressionStream("gzip"));
  }

  async hasSnapshot() {
    return Boolean(await this.#snapshotKept());
  }

  async #snapshotKept() {
    const kept = await this.#match(`snapshot-${this.#version}`);
    return kept?.headers.get("X-Browser") === navigator.userAgent ? kept : null;
  }

  /** Keep a snapshot for this browser; any other browser or browser version makes its own. */
  async keepSnapshot(data) {
    const packed = await through(data, new CompressionStream("gzip"));
    await this.#keep(`snapshot-${this.#version}`, packed, { "X-Browser": navigator.userAgent, "X-Hash": await hashed(packed) });
  }

  /** Drop the snapshot, so that Python starts from the files next time. */
  async dropSnapshot() {
    await this.#cache?.delete(this.#key(`snapshot-${this.#version}`));
  }

  async #found(place) {
    const listed = this.#listed[place];
    const kept = await this.#match(this.#name(place, listed));
    if (!kept) return null;
    const bytes = await kept.arrayBuffer();
    const data = isPacked(place) ? await through(bytes, new DecompressionStream("gzip")).catch(() => null) : bytes;
    return data && await hashed(data) === listed[0] ? data : null;
  }

  async #keepFile(place, data) {
    const body = isPacked(place) ? await through(data, new CompressionStream("gzip")) : data;
    await this.#keep(this.#name(place, this.#listed[place]), body);
  }

  /** Return a file's bytes; call `came(bytes)` for each part that arrives, or once for a kept file. */
  async bytes(place, came = () => {}) {
    const kept = await this.#found(place);
    if (kept) {
      came(kept.byteLength);
      return kept;
    }
    const data = await this.#fetched(place, came);
    // A full phone cannot keep the file: the page works, and loads it again next time.
    await this.#keepFile(place, data).catch(() => {});
    return data;
  }

  async #fetched(place, came) {
    const data = await unlessSilent((signal) => this.#download(place, came, signal));
    // Over plain http a browser offers no hashes, and no cache either.
    if (globalThis.crypto?.subtle && await hashed(data) !== this.#listed[place][0]) throw new WrongFile(place);
    return data.buffer;
  }

  async #download(place, came, signal) {
    const [, size] = this.#listed[place];
    // `?fresh` passes by site_worker.js, which would answer with the version in use.
    const answer = await load(`${this.#root}${place}?fresh`, { cache: "no-cache", signal });
    if (!answer.ok) throw refused(place, answer);
    const data = new Uint8Array(size);
    let at = 0;
    const reader = answer.body.getReader();
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      sent++;
      if (at + part.value.length > size) throw new WrongFile(place);
      data.set(part.value, at);
      at += part.value.length;
      came(part.value.length);
    }
    if (at !== size) throw new WrongFile(place);
    return data;
  }

  /** Fetch and keep all missing files, except those fetched when first needed; return false without a cache. */
  async keepAll() {
    if (!this.#cache) return false;
    const added = [];
    try {
      await this.#keepList();
      for (const [place, listed] of Object.entries(this.#listed)) {
        const key = this.#key(this.#name(place, listed));
        if (this.#later.has(place) || await this.#cache.match(key)) continue;
        await this.#keepFile(place, await this.#fetched(place, () => {}));
        added.push(key);
      }
    } catch (problem) {
      // A part of a version is of no use, and on a full phone it takes the room that the player's entries need.
      if (problem.name === "QuotaExceededError") await Promise.all(added.map((key) => this.#cache.delete(key)));
      throw problem;
    }
    return true;
  }

  /** Make this version the one that site_worker.js serves the next time the page is opened. */
  async use() {
    await this.#keep("active", JSON.stringify(this.#version));
  }

  async inUse() {
    return await this.#kept("active") === this.#version;
  }

  /** Note that this version is the newest: `tidy` keeps its files, whichever version is in use. */
  async isNewest() {
    await this.#keep("newest", JSON.stringify(this.#version));
  }

  /** Drop all files that neither this version, nor the newest, nor one of `others` needs. */
  async tidy(others) {
    const wanted = new Set([this.#key("active"), this.#key("newest")]);
    for (const version of [this.#version, await this.#kept("newest"), ...others]) {
      wanted.add(this.#key(`files-${version}`)).add(this.#key(`snapshot-${version}`));
      const listed = (await this.#kept(`files-${version}`))?.files ?? {};
      for (const [place, one] of Object.entries(listed)) wanted.add(this.#key(this.#name(place, one)));
    }
    for (const { url } of await this.#cache.keys()) {
      if (url.startsWith(`${this.#root}kept/`) && !wanted.has(url)) await this.#cache.delete(url);
    }
  }
}
