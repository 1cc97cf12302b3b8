/** Whether there is a connection, for the whole page: what needs one looks so, and a line says why. */

import { Icon } from "../components/icon.js";
import { t } from "../i18n.js";
import { effect, html, signal } from "../preact.js";

/** Whether the device says that it has no network. */
export const isOffline = signal(!navigator.onLine);

/** Whether the page has had no network since it was opened: nothing is drawn of what no device may keep. */
export const beganOffline = signal(isOffline.value);

for (const event of ["online", "offline"]) {
  addEventListener(event, () => {
    isOffline.value = !navigator.onLine;
    beganOffline.value &&= isOffline.value;
  });
}
// The style sheets dim what waits for a connection.
effect(() => {
  document.documentElement.toggleAttribute("data-horsligne", isOffline.value);
});

/** What a button has that needs the service: without a connection it is disabled, and says why. `isBusy`: for another
 * reason, too. `title`: what it says otherwise. */
export const needLine = (isBusy = false, title = /** @type {string | null} */ (null)) => ({
  disabled: isBusy || isOffline.value,
  title: isOffline.value ? t("horsligne.service") : title,
});

/** Say so on the bar that a phone has over its pages; over the map a notice says it. */
export const OfflineSign = () =>
  isOffline.value
    ? html`<p class="signe-horsligne" role="status">
        <${Icon} name="warning" /><span>${t("avis.court.offline")}</span>
      </p>`
    : null;

/** Say beneath the menu what works without a connection. */
export const OfflineLine = () =>
  isOffline.value
    ? html`<p class="ligne-horsligne petit" role="status"><${Icon} name="warning" />${t("horsligne.menu")}</p>`
    : null;

/** Say in a form that is open without a connection, before it is sent, that what it takes waits on the device. */
export const WaitNote = () =>
  isOffline.value ? html`<p class="note" id="attendra" role="status">${t("horsligne.attendra")}</p>` : null;
