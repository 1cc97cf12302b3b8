/** Keeping the console and its guide on this device, so that they open without a connection. */

import { language } from "../i18n.js";
import { signal } from "../preact.js";
import { waitForFirstMap } from "./first-map.js";

const AT_MOST = 30_000; // ms: the map comes first, on a slow line for as long
const GUIDE_AFTER = 30_000; // ms: the work comes first

const LOOK = 3_600_000; // ms between two looks for a new version: a tab of a phone stays open for days

/** Whether a newer version of the console is on the device than the one that is open. */
export const hasUpdate = signal(false);
/** Whether the page opens on this device without a connection. */
export const isReadyOffline = signal(false);

/** Look for newer versions, and note when one has taken over. The first worker of a device is no newer version. */
function followUpdates(registration) {
  const container = navigator.serviceWorker;
  let isFirst = !container.controller;
  container.addEventListener("controllerchange", () => {
    hasUpdate.value ||= !isFirst;
    isFirst = false;
  });
  // Without a connection nothing is found: the next look is soon enough.
  setInterval(() => registration.update().catch(() => null), LOOK);
}

/** Return where the service worker is; null: a page of single modules has none, and some browsers take none. */
const findWorker = () => (navigator.serviceWorker ? document.documentElement.dataset.worker || null : null);

/** Register the service worker once the map stands: who leaves for the field then has the page with them. */
export function keepConsole() {
  const address = findWorker();
  if (!address) return;
  // A browser that refuses (private windows of some do) shows the console as it would without.
  const register = () => navigator.serviceWorker.register(address).then(followUpdates);
  waitForFirstMap(AT_MOST)
    .then(register)
    .catch((error) => console.warn(error));
  // A worker is active once all the files are on the device.
  navigator.serviceWorker.ready.then(() => {
    isReadyOffline.value = true;
  });
}

/** Keep the guide once the first work is done. */
export const keepGuideLater = () => setTimeout(keepGuide, GUIDE_AFTER);

/** Keep the guide in the language of the page. */
export async function keepGuide() {
  if (!findWorker()) return;
  const { active } = await navigator.serviceWorker.ready;
  active?.postMessage({ guide: language.peek() });
}
