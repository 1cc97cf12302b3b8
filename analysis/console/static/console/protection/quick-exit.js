/** The way out of the page at once, when somebody comes who must not see it: a button, or Escape twice.
 *
 * The session ends with it: who opens the page again has to sign in, and the back button leads to the calendar, too.
 */

import { Icon } from "../components/icon.js";
import { language, t } from "../i18n.js";
import { html } from "../preact.js";
import { signOutParting } from "../server/auth.js";
import { markLeft } from "../state/left-address.js";
import { emptyPage } from "./lock.js";

const TWICE = 1_000; // milliseconds between the two

/** Leave for a calendar, which says nothing of protection, nor of the service. This page is hidden
 * first, since the next one comes only when it has answered. */
export function leaveAtOnce() {
  const refuge = `/calendrier?langue=${language.value}`;
  document.documentElement.hidden = true;
  // A page that the browser kept whole, and shows again, leads away again.
  addEventListener("pageshow", () => location.replace(refuge));
  document.title = "";
  emptyPage();
  signOutParting();
  markLeft(refuge);
  location.replace(refuge);
}

/** Leave at the second Escape, whatever the first one closed. */
export function watchForEscape() {
  let last = Number.NEGATIVE_INFINITY;
  const listen = ({ key, repeat, timeStamp }) => {
    if (repeat) return;
    if (key === "Escape" && timeStamp - last < TWICE) leaveAtOnce();
    last = key === "Escape" ? timeStamp : Number.NEGATIVE_INFINITY;
  };
  addEventListener("keydown", listen, { capture: true });
  return () => removeEventListener("keydown", listen, { capture: true });
}

export const QuickExit = () => html`
  <div class="sortie">
    <button type="button" class="bouton principal grave" title=${t("protection.sortie.aide")} onClick=${leaveAtOnce}>
      <${Icon} name="close" />${t("protection.sortie")}
    </button>
  </div>
`;
