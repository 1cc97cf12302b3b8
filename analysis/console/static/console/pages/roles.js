/** The roles: the whole matrix of who may do what, or one role with its own part of it to tick. */

import { Loaded } from "../components/feedback.js";
import { Icon } from "../components/icon.js";
import { t } from "../i18n.js";
import { needLine } from "../offline/offline-line.js";
import { html, useEffect } from "../preact.js";
import * as api from "../server/api.js";
import { currentUser } from "../server/session.js";
import { createLoader } from "../state/loader.js";
import { nameRole, sortRoles } from "../state/role-name.js";
import { setView, view } from "../state/view.js";
import { IncompatibleRoles } from "./incompatible-roles.js";
import { Role } from "./role.js";
import { UnitedNote, UnitedRights } from "./united-rights.js";

const NEW = "nouveau";
const loader = createLoader();

async function readRoles(signal) {
  const [roles, catalogue] = await Promise.all([
    api.get("/roles", {}, signal),
    api.get("/settings/permissions", {}, signal),
  ]);
  return { roles: sortRoles(roles), modules: catalogue.modules };
}

const open = (element) => () => setView({ element });

const Head = ({ role }) => html`
  <th scope="col">
    <button type="button" class="lien" onClick=${open(role.id)}>${nameRole(role)}</button>
    <div class="petit doux">${t("roles.porteurs", { n: role.usersCount })}</div>
    ${!role.isActive && html`<div class="petit doux">${t("actif.non")}</div>`}
  </th>
`;

const Mark = ({ isHeld }) => html`
  <td class=${isHeld ? "a" : null}>
    ${isHeld && html`<${Icon} name="check" />`}<span class="hors-vue">${t(isHeld ? "oui" : "non")}</span>
  </td>
`;

function Module({ module, roles }) {
  const row = ({ fullKey, label }) => html`
    <tr key=${fullKey}>
      <th scope="row">${label}</th>
      ${roles.map((role) => html`<${Mark} key=${role.id} isHeld=${role.permissions.includes(fullKey)} />`)}
    </tr>
  `;
  return html`
    <tbody>
      <tr class="module"><th scope="rowgroup" colspan=${roles.length + 1}>${module.label}</th></tr>
      ${module.actions.map(row)}
    </tbody>
  `;
}

const Matrix = ({ roles, modules }) => html`
  <div class="outils">
    <p class="doux">${t("roles.aide")}</p>
    <button type="button" class="bouton principal" ...${needLine()} onClick=${open(NEW)}>
      <${Icon} name="plus" />${t("roles.nouveau")}
    </button>
  </div>
  <${UnitedNote} roles=${roles} />
  <div class="feuille large defile" tabindex="0" role="region" aria-label=${t("roles.matrice")}>
    <table class="matrice">
      <caption class="hors-vue">${t("roles.matrice")}</caption>
      <thead>
        <tr>
          <th scope="col">${t("roles.permission")}</th>
          ${roles.map((role) => html`<${Head} key=${role.id} role=${role} />`)}
        </tr>
      </thead>
      <${UnitedRights} roles=${roles} />
      ${modules.map((one) => html`<${Module} key=${one.label} module=${one} roles=${roles} />`)}
    </table>
  </div>
`;

export function Roles() {
  const { element } = view.value;
  useEffect(() => {
    if (!element) loader.load(readRoles, { keep: true });
  }, [element]);
  if (element) return html`<${Role} id=${element} />`;
  const mayChange = currentUser().regions.length === 0; // a role holds everywhere
  const parts = (found) => html`
    <${Matrix} ...${found} /><${IncompatibleRoles} roles=${found.roles} mayChange=${mayChange} />
  `;
  return html`<${Loaded} from=${loader}>${parts}<//>`;
}
