/** Keeping the console and its guide on this device, so that they open without a connection. */

import { language } from "../i18n.js";
import { signal } from "../preact.js";

const AFTER = 5_000; // ms: the map comes first
const GUIDE_AFTER = 30_000; // ms: the work comes first

const LOOK = 3_600_000; // ms between two looks for a new version: a tab of a phone stays open for days

/** Whether a newer version of the console is on the device than the one that is open. */
export const hasUpdate = signal(false);

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

/** Register the service worker once the page is at rest; a page of single modules names none. */
export function keepConsole() {
  const address = document.documentElement.dataset.worker;
  if (!address || !navigator.serviceWorker) return;
  // A browser that refuses (private windows of some do) shows the console as it would without.
  const register = () => navigator.serviceWorker.register(address).then(followUpdates);
  setTimeout(() => register().catch((error) => console.warn(error)), AFTER);
  setTimeout(keepGuide, GUIDE_AFTER);
}

/** Keep the guide in the language of the page; a page of single modules has no worker that could. */
export async function keepGuide() {
  if (!document.documentElement.dataset.worker || !navigator.serviceWorker) return;
  const { active } = await navigator.serviceWorker.ready;
  active?.postMessage({ guide: language.peek() });
}
