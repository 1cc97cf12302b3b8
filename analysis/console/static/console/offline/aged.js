/** Say that what is shown comes from this device, and how old it is. */

import { Icon } from "../components/icon.js";
import { useOnline } from "../components/when-online.js";
import { moment, t } from "../i18n.js";
import { html } from "../preact.js";
import { findAge } from "./held-answers.js";

/** Show the age of the oldest part that comes from this device, if one does. `onBack` reads anew with a connection. */
export function Aged({ parts, onBack }) {
  const known = parts.map(findAge).filter((age) => age !== null);
  const isAged = known.length > 0;
  useOnline(isAged, onBack);
  if (!isAged) return null;
  const hour = moment(new Date(Math.min(...known)).toISOString());
  return html`
    <p class="note vu" role="status">
      <${Icon} name="clock" /><span>${t("horsligne.vu", { quand: hour })}</span>
    </p>
  `;
}
