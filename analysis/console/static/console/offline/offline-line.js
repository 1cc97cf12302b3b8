/** Whether there is a connection, for the whole page: what needs one looks so, and a line says why. */

import { Icon } from "../components/icon.js";
import { t } from "../i18n.js";
import { effect, html, signal } from "../preact.js";

/** Whether the device says that it has no network. */
export const isOffline = signal(!navigator.onLine);

for (const event of ["online", "offline"]) {
  addEventListener(event, () => {
    isOffline.value = !navigator.onLine;
  });
}
// The style sheets dim what waits for a connection.
effect(() => {
  document.documentElement.toggleAttribute("data-horsligne", isOffline.value);
});

/** Say beneath the menu what works without a connection. */
export const OfflineLine = () =>
  isOffline.value
    ? html`<p class="ligne-horsligne petit" role="status"><${Icon} name="warning" />${t("horsligne.menu")}</p>`
    : null;
