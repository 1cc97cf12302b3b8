/** The lock of the page: what was shown goes after some minutes without a sign of life. */

import { Icon } from "../components/icon.js";
import { t } from "../i18n.js";
import { html, signal } from "../preact.js";
import { onSession } from "../server/session.js";
import { lockPages } from "../server/tabs.js";

const SILENCE = 5 * 60_000; // milliseconds
const SIGNS = ["pointerdown", "keydown", "wheel"];
const WAKES = ["visibilitychange", "pageshow", "focus"];

export const isLocked = signal(false);
const emptied = [];

/** Call `forget()` when the page locks: what a tab has read must not outlive it. */
export const onLock = (forget) => emptied.push(forget);

/** Empty the page: nothing of what was read is left in it. */
export function emptyPage() {
  isLocked.value = true;
  for (const forget of emptied) forget();
}

/** Empty the page and end the session, also in pages that are as silent: who comes back signs in again. */
export function lock() {
  emptyPage();
  lockPages();
}

onSession((event) => {
  if (event === "in") isLocked.value = false;
});

/** Lock the page after a silence, while it is shown.
 *
 * The timer stands still while a telephone or laptop sleeps, the clock does not: who wakes it up sees nothing.
 */
export function watchForSilence() {
  let last = Date.now();
  let timer = setTimeout(lock, SILENCE);
  const isOver = () => !isLocked.value && Date.now() - last >= SILENCE;
  const listen = () => {
    if (isOver()) return lock();
    clearTimeout(timer);
    last = Date.now();
    timer = setTimeout(lock, SILENCE);
  };
  const wake = () => isOver() && lock();
  for (const name of SIGNS) addEventListener(name, listen, { passive: true });
  for (const name of WAKES) addEventListener(name, wake, { capture: true });
  return () => {
    clearTimeout(timer);
    for (const name of SIGNS) removeEventListener(name, listen);
    for (const name of WAKES) removeEventListener(name, wake, { capture: true });
    for (const forget of emptied) forget();
  };
}

export const Locked = () => html`
  <div class="etat" role="status"><${Icon} name="person" /><p>${t("protection.verrou")}</p></div>
`;
