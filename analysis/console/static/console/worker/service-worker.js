/** Keep the page and the files that it is made of, so that it opens without a connection, and at once on a slow line.
 *
 * It keeps public files only. What the API answers passes by it untouched: that is kept by `server/kept.js`, sealed and
 * for one session. The service puts the addresses of this version before this script.
 */

const worker = /** @type {any} */ (globalThis);
/** @type {string[]} */
const kept = worker.tabanca.kept;
const NAME = `tabanca-${kept[0].split("/").at(-2)}`;
const PAGE = "/";

/** Take along what the last version has already. */
async function keep(cache, address) {
  const known = await caches.match(address);
  if (known) await cache.put(address, known);
  else await cache.add(address);
}

async function install() {
  const cache = await caches.open(NAME);
  await cache.add(new Request(PAGE, { cache: "no-cache" }));
  for (const address of kept) await keep(cache, address); // one after the other: who works now comes first
  await worker.skipWaiting();
}

async function activate() {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name !== NAME && name.startsWith("tabanca-")).map((n) => caches.delete(n)));
  await worker.clients.claim();
}

/** A file whose address names its content never changes. */
const isNamed = (path) => path.startsWith("/fichiers/");

async function answer(request, address) {
  const known = await caches.match(address);
  if (known) return known;
  const response = await fetch(request);
  if (response.ok && isNamed(address)) {
    const cache = await caches.open(NAME);
    await cache.put(address, response.clone());
  }
  return response;
}

worker.addEventListener("install", (event) => event.waitUntil(install()));
worker.addEventListener("activate", (event) => event.waitUntil(activate()));
worker.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== location.origin) return;
  const isPage = request.mode === "navigate" && url.pathname === PAGE;
  if (isPage || isNamed(url.pathname)) event.respondWith(answer(request, url.pathname));
});
worker.addEventListener("message", (event) => {
  const wanted = event.data.addresses.filter(isNamed);
  event.waitUntil(
    caches.open(NAME).then(async (cache) => {
      for (const address of wanted) await keep(cache, address);
    }),
  );
});
