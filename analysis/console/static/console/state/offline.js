/** Keeping the console on this device, so that it opens without a connection. */

const AFTER = 5_000; // ms: the map comes first

/** Register the service worker once the page is at rest; a page of single modules names none. */
export function keepConsole() {
  const address = document.documentElement.dataset.worker;
  if (!address || !navigator.serviceWorker) return;
  // A browser that refuses (private windows of some do) shows the console as it would without.
  setTimeout(() => navigator.serviceWorker.register(address).catch((error) => console.warn(error)), AFTER);
}
