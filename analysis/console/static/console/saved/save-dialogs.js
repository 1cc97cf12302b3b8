/** What is asked before a view is saved, shared or deleted. */

import { Choice, ChoiceGroup, Field, InputField, listTicked, SelectField } from "../components/fields.js";
import { ask } from "../components/forms.js";
import { t } from "../i18n.js";
import { html, useSignal } from "../preact.js";
import * as api from "../server/api.js";
import { nameRole } from "../state/role-name.js";
import { pickState, view } from "../state/view.js";

const PATH = "/vues";
const SHARES = ["prive", "lien", "choix", "tous"];
const BY_CHOICE = "choix";

/** Ask for a name, and save what is shown. */
export const askSave = () =>
  ask({
    title: t("vues.garder"),
    text: t("vues.garder.texte"),
    label: t("enregistrer"),
    parts: html`<${InputField} label=${t("vues.nom")} name="nom" required maxlength="100" />`,
    send: (form) => api.post(PATH, { nom: form.nom.value, ecran: view.peek().vue, etat: pickState() }),
  });

export const askDeletion = (saved) =>
  ask({
    title: t("vues.supprimer"),
    text: t("vues.supprimer.texte", { nom: saved.nom }),
    label: t("vues.supprimer"),
    send: () => api.send("DELETE", `${PATH}/${saved.id}`),
  });

/** Show with whom a view is shared: roles to tick and addresses, once that is chosen. */
function Sharing({ saved, roles }) {
  const chosen = useSignal(saved.partage);
  const byChoice = () => html`
    <${ChoiceGroup} legend=${t("vues.roles")} name="roles">
      ${roles.map(
        (role) => html`
          <${Choice} key=${role.code} name="roles" value=${role.code} defaultChecked=${saved.roles.includes(role.code)}>
            ${nameRole(role)}
          <//>
        `,
      )}
    <//>
    <${Field} label=${t("vues.personnes")} name="personnes" help=${t("vues.personnes.aide")}>
      <textarea name="personnes" rows="3">${saved.personnes.join("\n")}</textarea>
    <//>
  `;
  return html`
    <${InputField} label=${t("vues.nom")} name="nom" value=${saved.nom} required maxlength="100" />
    <${SelectField}
      label=${t("vues.partage")} name="partage" value=${saved.partage}
      options=${SHARES.map((share) => [share, t(`vues.partage.${share}`)])}
      onChange=${(event) => {
        chosen.value = event.target.value;
      }}
    />
    ${chosen.value === BY_CHOICE && byChoice()}
  `;
}

const splitAddresses = (text) => text.split(/[\s,;]+/).filter(Boolean);

/** Ask with whom a view is shared, or for another name. */
export async function askShare(saved) {
  const [roles, held] = await Promise.all([api.get("/roles"), api.getTagged(`${PATH}/${saved.id}`)]);
  const send = (form) => {
    const partage = form.partage.value;
    const chosen =
      partage === BY_CHOICE
        ? { roles: listTicked(form, "roles"), personnes: splitAddresses(form.personnes.value) }
        : {};
    return api.send("PUT", `${PATH}/${saved.id}`, { nom: form.nom.value, partage, ...chosen }, held.tag);
  };
  return ask({
    title: t("vues.partager"),
    text: t("vues.partager.texte"),
    label: t("enregistrer"),
    parts: html`<${Sharing} saved=${held.data} roles=${roles} />`,
    send,
  });
}
