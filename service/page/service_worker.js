// Served as /worker.js behind two lines that name VERSION and FILES: keeps the page itself for when the machine that
// serves it does not answer. It never keeps an answer of the API: a verdict is always asked for.

const CACHE = `rackcheck-${VERSION}`;
const SILENT = 4000; // ms after which a machine that says nothing is taken for gone

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
  // The machine first: a page and its parts are then of one version, and what was changed there is seen at once.
  event.respondWith((async () => {
    const kept = () => caches.match(pathname, { cacheName: CACHE });
    const asked = fetch(event.request);
    // What is not kept is waited for, however long that takes.
    const silent = new Promise((done) => { setTimeout(done, SILENT); }).then(async () => (await kept()) ?? asked);
    try {
      const answer = await Promise.race([asked, silent]);
      // A proxy answers for a machine that does not.
      return [502, 503, 504].includes(answer.status) ? (await kept()) ?? answer : answer;
    } catch (gone) {
      const found = await kept();
      if (found) return found;
      throw gone;
    }
  })());
});
