/** Keep the console's own files and the guide of users on the device: they open at once on a slow line, and without one.
 *
 * Nothing that the API answers is kept here: what the page keeps of it is sealed (offline/held-answers.js). The service
 * writes `PACK` before these lines: the version of its bundle with the addresses of its files, or null where it has
 * none. Then the worker removes itself.
 */

const worker = /** @type {any} */ (globalThis);
const PACK = worker.PACK;
const PREFIX = "tabanca-console-";
const PAGE = "/";
const GUIDE = "tabanca-aide";
const GUIDE_AGE = 7 * 24 * 3_600_000; // ms: how long it is not read again
const ANY = { ignoreVary: true }; // pages differ by what a browser asks with; the address has the language
/** What a page of the guide leads to and shows; the dictionary of data is for the office. */
const GUIDE_PART = /(?:href|src)="(\/(?:aide|static\/aide)(?!\/dictionnaire)[^"#]*)/g;

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
  else await Promise.all([caches.delete(GUIDE), worker.registration.unregister()]);
}

const isAged = (answer) => Date.now() - Date.parse(answer.headers.get("Date") ?? "") > GUIDE_AGE;

/** Keep the guide in a language: its pages, their pictures and their style. Its first page comes last: it tells that
 * all of it is there. */
async function keepGuide(language) {
  const cache = await caches.open(GUIDE);
  const first = `/aide?langue=${language}`;
  const held = await cache.match(first, ANY);
  if (held && !isAged(held)) return;
  const other = `langue=${language === "pt" ? "fr" : "pt"}`; // English reads the French one
  const wanted = new Set([first]);
  const found = new Map();
  for (const address of wanted) {
    const part = await fetch(address);
    found.set(address, part.clone());
    if (!part.headers.get("Content-Type")?.startsWith("text/html")) continue;
    for (const [, next] of (await part.text()).matchAll(GUIDE_PART)) if (!next.endsWith(other)) wanted.add(next);
  }
  for (const [address, part] of [...found].reverse()) if (part.ok) await cache.put(address, part);
}

/** Answer a part of the guide as the service has it now, else as it was kept, in another language if need be. */
async function answerGuide(request) {
  try {
    return await fetch(request);
  } catch {
    const cache = await caches.open(GUIDE);
    return (
      (await cache.match(request, ANY)) ??
      (await cache.match(request, { ...ANY, ignoreSearch: true })) ??
      Response.error()
    );
  }
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
  if (!PACK || method !== "GET" || origin !== worker.location.origin) return;
  const isOwn = mode === "navigate" ? pathname === PAGE : PACK.files.includes(pathname);
  // The bundle before is in the list of no worker, and is asked for by its folder.
  const isEarlier = pathname.startsWith("/static/console/pack/");
  if (isOwn || isEarlier) event.respondWith(answer(event.request));
  else if (/^\/(static\/)?aide(\/|$)/.test(pathname)) event.respondWith(answerGuide(event.request));
});
worker.addEventListener("message", (event) => PACK && event.waitUntil(keepGuide(event.data.guide)));
