// The service worker, served as /worker.js behind two lines that define VERSION and FILES. It keeps the page for when
// the server does not answer. It never keeps an answer of the API: the page always asks for a verdict.

const CACHE = `rackcheck-${VERSION}`;
const SILENT = 4000; // ms without an answer after which we take the server for gone

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(FILES)).then(() => self.skipWaiting()));
});

self.addEventListener("activate", (event) => {
  const old = (name) => name.startsWith("rackcheck-") && name !== CACHE;
  event.waitUntil(caches.keys()
    .then((names) => Promise.all(names.filter(old).map((name) => caches.delete(name))))
    .then(() => self.clients.claim()));
});

let gone = false; // whether the page opened last, or a part of it, came from the kept files

self.addEventListener("fetch", (event) => {
  const { pathname, origin } = new URL(event.request.url);
  if (event.request.method !== "GET" || origin !== self.location.origin || !FILES.includes(pathname)) return;
  // The server comes first, so that changes show at once. Without it a page and all its parts come from the kept files:
  // they are of one version, and we wait for a silent server once.
  event.respondWith((async () => {
    const kept = () => caches.match(pathname, { cacheName: CACHE }).catch(() => null); // a broken storage has nothing
    if (event.request.mode === "navigate") gone = false;
    if (gone) return (await kept()) ?? fetch(event.request);
    const asked = fetch(event.request);
    const silent = new Promise((done) => { setTimeout(done, SILENT); });
    const answer = await Promise.race([asked, silent]).catch(() => null);
    // With these codes a proxy answers for a server that is gone.
    if (answer && ![502, 503, 504].includes(answer.status)) return answer;
    const found = await kept();
    // For a file that we do not keep we wait, however long it takes.
    if (!found) return asked;
    gone = true;
    return found;
  })());
});
