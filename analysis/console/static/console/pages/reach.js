/** What an account sees without any region ticked: its roles decide it. */

import { t } from "../i18n.js";
import { html } from "../preact.js";

export const EVERYWHERE = "administration.toutes_regions";

/** `id`: of the chosen role, "" for none; `found`: what the form of a user needs. */
export function Reach({ id, found: { roles, user, grants } }) {
  const known = [...roles, ...(user ? [user.role] : [])];
  const held = new Set([id, ...grants.filter((one) => one.enVigueur).map((one) => one.role.id)]);
  const isEverywhere = known.some((role) => held.has(role.id) && role.permissions?.includes(EVERYWHERE));
  const key = isEverywhere ? "partout" : "nullepart";
  return html`<p class="doux petit" id="portee" role="status">${t(`comptes.regions.${id ? key : "aide"}`)}</p>`;
}
