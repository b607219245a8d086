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

self.addEventListener("fetch", (event) => {
  const { pathname, origin } = new URL(event.request.url);
  if (event.request.method !== "GET" || origin !== self.location.origin || !FILES.includes(pathname)) return;
  // The server comes first, so that the page and its parts are of one version, and changes show at once.
  event.respondWith((async () => {
    const kept = () => caches.match(pathname, { cacheName: CACHE });
    const asked = fetch(event.request);
    // For a file that we do not keep we wait, however long it takes.
    const silent = new Promise((done) => { setTimeout(done, SILENT); }).then(async () => (await kept()) ?? asked);
    try {
      const answer = await Promise.race([asked, silent]);
      // With these codes a proxy answers for a server that is gone.
      return [502, 503, 504].includes(answer.status) ? (await kept()) ?? answer : answer;
    } catch (gone) {
      const found = await kept();
      if (found) return found;
      throw gone;
    }
  })());
});
