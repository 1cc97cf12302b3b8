/** Which rights on money a role unites that two people should share, what the service does about it, and how to part
 * them. */

import { Icon } from "../components/icon.js";
import { t } from "../i18n.js";
import { html, useSignal } from "../preact.js";
import { may } from "../server/session.js";
import { nameRole } from "../state/role-name.js";
import { setView } from "../state/view.js";

const PREPARE = ["transferts.calculer", "transferts.soumettre"];
const PAY = "transferts.executer";
const LEVEL = "transferts.valider_niveau_";

/** List the tasks of a role that different people should have, each by its rights. */
function listTasks({ permissions }) {
  const levels = permissions.filter((key) => key.startsWith(LEVEL)).sort();
  const tasks = [PREPARE, ...levels.map((key) => [key]), [PAY]];
  return tasks.map((keys) => keys.filter((key) => permissions.includes(key))).filter((keys) => keys.length);
}

/** List what a role unites: keys of words. */
function listUnited({ permissions }) {
  const prepares = PREPARE.some((key) => permissions.includes(key));
  const pays = permissions.includes(PAY);
  const levels = permissions.filter((key) => key.startsWith(LEVEL)).length;
  return [
    prepares && levels > 0 && "valide",
    prepares && pays && "paie",
    levels > 0 && pays && "validepaie",
    levels > 1 && "niveaux",
  ].filter(Boolean);
}

function Cell({ role }) {
  const united = listUnited(role);
  if (!united.length) return html`<td><span class="hors-vue">${t("roles.reunis.rien")}</span></td>`;
  return html`
    <td>
      <${Icon} name="warning" />
      ${united.map((key) => html`<div key=${key} class="petit">${t(`roles.reunis.${key}`)}</div>`)}
      <button
        type="button" class="lien petit" aria-label=${t("roles.separer.role", { nom: nameRole(role) })}
        onClick=${() => setView({ element: role.id })}
      >
        ${t("roles.separer")}
      </button>
    </td>
  `;
}

/** Show the row of the matrix; none where no role unites anything. */
export const UnitedRights = ({ roles }) =>
  roles.some((role) => listUnited(role).length) &&
  html`
    <tbody>
      <tr class="reunis">
        <th scope="row">${t("roles.reunis")}</th>
        ${roles.map((role) => html`<${Cell} key=${role.id} role=${role} />`)}
      </tr>
    </tbody>
  `;

/** Say above the matrix what protects a cycle although a role unites rights. */
export const UnitedNote = ({ roles }) =>
  roles.some((role) => role.isActive && listUnited(role).length) &&
  html`
    <p class="note ligne-note" id="roles-reunis">
      <${Icon} name="warning" /><span>${t("roles.reunis.aide")}</span>
    </p>
  `;

/** Tick rights in the open form, untick others, and go there: nothing is saved. */
function tick(kept, others) {
  const boxes = /** @type {HTMLInputElement[]} */ ([...document.querySelectorAll("input[name=permissions]")]);
  for (const box of boxes) if ([...kept, ...others].includes(box.value)) box.checked = kept.includes(box.value);
  boxes.find(({ value }) => others.includes(value))?.focus();
}

/** Offer, above the form of a role that unites tasks, to leave it one of them. */
export function Separation({ role, modules }) {
  const taken = useSignal(/** @type {string[]} */ ([]));
  const united = listUnited(role);
  if (!united.length) return null;
  const tasks = listTasks(role);
  const isFree = tasks.flat().every(may); // nobody changes a role that may more than they may themselves
  const labels = new Map(modules.flatMap(({ actions }) => actions.map(({ fullKey, label }) => [fullKey, label])));
  const nameRights = (keys) => keys.map((key) => t("roles.separer.citation", { droit: labels.get(key) })).join(", ");
  const choice = (kept) => {
    const others = tasks.filter((keys) => keys !== kept).flat();
    const take = () => {
      taken.value = others;
      tick(kept, others);
    };
    return html`
      <button type="button" class="bouton" key=${kept[0]} onClick=${take}>
        ${t("roles.separer.garder", { droits: nameRights(kept) })}
      </button>
    `;
  };
  return html`
    <section class="feuille" id="separer">
      <h3>${t("roles.separer.titre", { quoi: united.map((key) => t(`roles.reunis.${key}`)).join(", ") })}</h3>
      <p class="doux">${t(isFree ? "roles.separer.aide" : "roles.separer.reserve")}</p>
      ${isFree && html`<div class="outils">${tasks.map(choice)}</div>`}
      ${
        taken.value.length > 0 &&
        html`<p class="note" role="status">${t("roles.separer.fait", { droits: nameRights(taken.value) })}</p>`
      }
    </section>
  `;
}
