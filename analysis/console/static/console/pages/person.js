/** How a user is named and marked, in the list and on their own page. */

import { t } from "../i18n.js";
import { html } from "../preact.js";

export const formatName = (user) => [user.prenom, user.nom].filter(Boolean).join(" ") || user.email;

export const ActiveBadge = ({ isActive }) => html`
  <span class=${isActive ? "insigne oui" : "insigne"}>${t(isActive ? "actif.oui" : "actif.non")}</span>
`;
