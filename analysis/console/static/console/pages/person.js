/** How a user is named and marked, in the list and on their own page. */

import { t } from "../i18n.js";
import { html } from "../preact.js";
import { EVERYWHERE } from "./reach.js";

export const formatName = (user) => [user.prenom, user.nom].filter(Boolean).join(" ") || user.email;

/** Name a user as a list does that is sorted by the family name. */
export const formatSortedName = (user) => [user.nom, user.prenom].filter(Boolean).join(", ") || user.email;

/** Say what a user sees: their regions; without any, the whole country or nothing, as their permissions say. `all`: how
 * many regions there are, where that is known. */
export function nameRegions(user, all = 0) {
  if (all > 1 && user.regions.length === all) return t("compte.partout");
  if (user.regions.length) return user.regions.map((region) => region.nom).join(", ");
  const isEverywhere = (user.permissions ?? user.role.permissions).includes(EVERYWHERE);
  return t(isEverywhere ? "compte.partout" : "compte.nullepart");
}

export const ActiveBadge = ({ isActive }) => html`
  <span class=${isActive ? "insigne oui" : "insigne"}>${t(isActive ? "actif.oui" : "actif.non")}</span>
`;
