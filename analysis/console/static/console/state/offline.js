/** Keeping the console and its guide on this device, so that they open without a connection. */

import { language } from "../i18n.js";

const AFTER = 5_000; // ms: the map comes first
const GUIDE_AFTER = 30_000; // ms: the work comes first

/** Register the service worker once the page is at rest; a page of single modules names none. */
export function keepConsole() {
  const address = document.documentElement.dataset.worker;
  if (!address || !navigator.serviceWorker) return;
  // A browser that refuses (private windows of some do) shows the console as it would without.
  setTimeout(() => navigator.serviceWorker.register(address).catch((error) => console.warn(error)), AFTER);
  setTimeout(keepGuide, GUIDE_AFTER);
}

/** Keep the guide in the language of the page; a page of single modules has no worker that could. */
export async function keepGuide() {
  if (!document.documentElement.dataset.worker || !navigator.serviceWorker) return;
  const { active } = await navigator.serviceWorker.ready;
  active?.postMessage({ guide: language.peek() });
}
