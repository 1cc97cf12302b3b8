/** Keep the console's own files on the device: it opens at once on a slow line, and without one.
 *
 * Nothing that the API answers is kept here: what the page keeps of it is sealed (offline/kept.js). The service writes `PACK` before these lines: the version of its bundle with
 * the addresses of its files, or null where it has none. Then the worker removes itself.
 */

const worker = /** @type {any} */ (globalThis);
const PACK = worker.PACK;
const PREFIX = "tabanca-console-";
const PAGE = "/";

async function keepFiles() {
  const cache = await caches.open(PREFIX + PACK.version);
  await cache.addAll([PAGE, ...PACK.files]);
  await worker.skipWaiting();
}

/** Remove the older bundles but the last: a page that is open may still load a part of that. */
async function removeOld() {
  const names = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== PREFIX + PACK?.version);
  await Promise.all((PACK ? names.slice(0, -1) : names).map((name) => caches.delete(name)));
  if (PACK) await worker.clients.claim();
  else await worker.registration.unregister();
}

async function answer(request) {
  const own = await caches.open(PREFIX + PACK.version);
  const found = request.mode === "navigate" ? await own.match(PAGE) : await caches.match(request);
  return found ?? fetch(request);
}

worker.addEventListener("install", (event) => event.waitUntil(PACK ? keepFiles() : worker.skipWaiting()));
worker.addEventListener("activate", (event) => event.waitUntil(removeOld()));
worker.addEventListener("fetch", (event) => {
  const { method, mode, url } = event.request;
  const { origin, pathname } = new URL(url);
  const isOwn = mode === "navigate" ? pathname === PAGE : PACK?.files.includes(pathname);
  // The bundle before is in the list of no worker, and is asked for by its folder.
  const isEarlier = pathname.startsWith("/static/console/pack/");
  if (PACK && method === "GET" && origin === worker.location.origin && (isOwn || isEarlier)) {
    event.respondWith(answer(event.request));
  }
});
