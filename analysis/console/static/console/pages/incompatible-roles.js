/** The pairs of roles that nobody may have both of: the service refuses an account that would. */

import { Loaded } from "../components/feedback.js";
import { InputField, SelectField } from "../components/fields.js";
import { ask } from "../components/forms.js";
import { Icon } from "../components/icon.js";
import { t } from "../i18n.js";
import { needLine } from "../offline/offline-line.js";
import { html, useEffect, useMemo } from "../preact.js";
import * as api from "../server/api.js";
import { createLoader } from "../state/loader.js";
import { nameRole } from "../state/role-name.js";

const PATH = "/roles/incompatibilites";
const namePair = ({ roles }) => roles.map(nameRole).join(" · ");

function askPair(roles) {
  const options = roles.map((role) => [role.id, nameRole(role)]);
  return ask({
    title: t("roles.incompatibles.ajouter"),
    text: t("roles.incompatibles.texte"),
    label: t("roles.incompatibles.ajouter"),
    parts: html`
      <${SelectField} label=${t("roles.incompatibles.un")} name="un" options=${options} />
      <${SelectField}
        label=${t("roles.incompatibles.autre")} name="autre" options=${options} value=${options[1]?.[0]}
      />
      <${InputField} label=${t("roles.incompatibles.motif")} name="motif" maxlength="255" />
    `,
    send: (form) => api.post(PATH, { role_ids: [form.un.value, form.autre.value], motif: form.motif.value.trim() }),
  });
}

const askRemoval = (pair) =>
  ask({
    title: t("roles.incompatibles.retirer"),
    text: namePair(pair),
    label: t("roles.incompatibles.retirer"),
    send: () => api.send("DELETE", `${PATH}/${pair.id}`),
  });

/** `roles` to choose from; `mayChange`: whether the caller administers roles everywhere. */
export function IncompatibleRoles({ roles, mayChange }) {
  const loader = useMemo(createLoader, []);
  useEffect(() => {
    loader.load((signal) => api.get(PATH, {}, signal));
  }, []);
  const run = async (request) => {
    if (await request) loader.reload();
  };
  const row = (pair) => html`
    <li key=${pair.id}>
      <div><strong>${namePair(pair)}</strong>${pair.motif && html`<span class="doux">${pair.motif}</span>`}</div>
      ${
        mayChange &&
        html`<button type="button" class="bouton" ...${needLine()} onClick=${() => run(askRemoval(pair))}>
          ${t("roles.incompatibles.retirer")}
        </button>`
      }
    </li>
  `;
  const list = (pairs) =>
    pairs.length
      ? html`<ul class="rangees">${pairs.map(row)}</ul>`
      : html`<p class="doux">${t("roles.incompatibles.aucun")}</p>`;
  return html`
    <section class="feuille" aria-labelledby="titre-incompatibles">
      <h2 id="titre-incompatibles">${t("roles.incompatibles")}</h2>
      <p class="doux petit">${t("roles.incompatibles.texte")}</p>
      <${Loaded} from=${loader} lines=${2}>${list}<//>
      ${
        mayChange &&
        html`<div class="actions">
          <button type="button" class="bouton" ...${needLine()} onClick=${() => run(askPair(roles))}>
            <${Icon} name="plus" />${t("roles.incompatibles.ajouter")}
          </button>
        </div>`
      }
    </section>
  `;
}
