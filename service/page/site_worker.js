// The service worker of the phone edition, served as worker.js behind a line that defines POLICY. It answers for the
// files of a version from those kept on the phone, checks each by its hash, and refuses requests to other machines.
// js/local/files.js decides which files to keep and which version to use: this script is the same for all versions.

const SCOPE = new URL("./", self.location).href;
const CACHE = "rackcheck-files";
const GONE = 404; // status of a host that lacks a file
const KINDS = { html: "text/html; charset=utf-8", js: "text/javascript", mjs: "text/javascript", css: "text/css", svg: "image/svg+xml",
  png: "image/png", json: "application/json", webmanifest: "application/manifest+json", wasm: "application/wasm", txt: "text/plain; charset=utf-8" };

// Cross-origin isolation lets the networks use threads; a plain host cannot send these headers. Workers have no
// index.html with their policy, so it comes with their script.
const HEADERS = { "X-Content-Type-Options": "nosniff", "Cross-Origin-Opener-Policy": "same-origin", "Cross-Origin-Embedder-Policy": "require-corp",
  "Cross-Origin-Resource-Policy": "same-origin", "Content-Security-Policy": POLICY };

self.addEventListener("install", (event) => event.waitUntil(self.skipWaiting()));
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

const key = (name) => `${SCOPE}kept/${name}`;

async function kept(cache, name) {
  const found = await cache.match(key(name));
  return found ? found.json() : null;
}

const lists = new Map(); // version: its files, which never change

async function list(cache, version) {
  const found = lists.get(version) ?? (await kept(cache, `files-${version}`))?.files;
  if (found) lists.set(version, found);
  return found;
}

async function hashed(data) {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", data));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

function answer(place, data) {
  return new Response(data, { headers: { ...HEADERS, "Content-Type": KINDS[place.split(".").at(-1)] ?? "application/octet-stream" } });
}

/** Return a file of a version: the kept one if its hash is right, else the host's; null for a file that only the host has. */
async function file(cache, version, place) {
  const listed = (await list(cache, version))?.[place];
  if (!listed) return null;
  const [hash] = listed;
  const found = await cache.match(key(hash));
  if (found) {
    const data = await found.arrayBuffer();
    if (await hashed(data) === hash) return answer(place, data);
    await cache.delete(key(hash));
  }
  const fresh = await fetch(SCOPE + place, { cache: "no-cache" });
  const data = await fresh.arrayBuffer();
  if (!fresh.ok || await hashed(data) !== hash) {
    // The host has another version by now. No page runs without its scripts: the next one comes from the host.
    if (/\.m?js$/.test(place) && (fresh.ok || fresh.status === GONE)) await cache.delete(key("active"));
    return place.startsWith("v-") ? Response.error() : null;
  }
  await cache.put(key(hash), new Response(data.slice(0))).catch(() => {}); // a full phone loads it again next time
  return answer(place, data);
}

async function serve(request, place) {
  const cache = await caches.open(CACHE);
  const [, version] = place.match(/^v-([0-9a-f]+)\//) ?? [];
  const active = version ?? await kept(cache, "active");
  const found = active && await file(cache, active, place);
  return found || fetch(request);
}

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = request.url.split(/[?#]/)[0];
  if (!url.startsWith(SCOPE)) {
    // The page asks no other machine, so we refuse such requests.
    if (/^https?:/.test(url)) event.respondWith(Response.error());
    return;
  }
  const place = url.slice(SCOPE.length) || "index.html";
  // Only the host knows the newest version and its files.
  if (request.method !== "GET" || request.url.endsWith("?fresh") || place.startsWith("rackcheck-files.json") || place.endsWith("/files.json")) return;
  // Without a storage, or with a broken one, the host answers.
  event.respondWith(serve(request, place).catch(() => fetch(request)));
});
