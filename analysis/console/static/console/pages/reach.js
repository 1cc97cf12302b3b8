/** What an account sees without any region ticked: its roles decide it. */

import { ask } from "../components/forms.js";
import { language, t } from "../i18n.js";
import { html } from "../preact.js";
import { nameRole } from "../state/role-name.js";

export const EVERYWHERE = "administration.toutes_regions";

/** Tell whether an account sees the whole country without a region ticked. `id`: of the chosen role, "" for none;
 * `found`: what the form of a user needs. */
export function seesEverywhere(id, { roles, user, grants }) {
  const known = [...roles, ...(user ? [user.role] : [])];
  const held = new Set([id, ...grants.filter((one) => one.enVigueur).map((one) => one.role.id)]);
  return known.some((role) => held.has(role.id) && role.permissions?.includes(EVERYWHERE));
}

/** Ask before an account is saved that sees no household: resolves with whether to go on. */
export async function confirmBlind({ role_id: id, regions }, found) {
  const { roles, user } = found;
  const wasBlind = user && user.role.id === id && !user.regions.length;
  if (regions.length || wasBlind || seesEverywhere(id, found)) return true;
  const role = roles.find((one) => one.id === id) ?? user?.role;
  const answer = await ask({
    title: t("comptes.aveugle"),
    text: t("comptes.aveugle.texte", { role: role ? nameRole(role) : "" }),
    label: t("comptes.aveugle.oui"),
    send: async () => true,
  });
  return answer !== null;
}

/** Say before a role is chosen which ones see everything; afterwards what the chosen one does. */
export function Reach({ id, found }) {
  const key = seesEverywhere(id, found) ? "partout" : "nullepart";
  const names = found.roles.filter((role) => role.permissions.includes(EVERYWHERE)).map(nameRole);
  const wide = new Intl.ListFormat(language.value, { type: "disjunction" }).format(names);
  const rule = t(wide ? "comptes.regions.aide" : "comptes.regions.aucun", { roles: wide });
  const text = id ? t(`comptes.regions.${key}`) : rule;
  return html`<p class="doux petit" id="portee" role="status">${text}</p>`;
}
