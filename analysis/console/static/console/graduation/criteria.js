/** The criteria by which a programme finds who may graduate. */

import { Choice, InputField, SelectField } from "../components/fields.js";
import { Fold } from "../components/fold.js";
import { ask } from "../components/forms.js";
import { number, t } from "../i18n.js";
import { html, useSignal } from "../preact.js";
import * as api from "../server/api.js";
import { may } from "../server/session.js";
import { loadBoard } from "./board-state.js";

const TYPES = ["score_pmt", "duree_programme", "paiements_recus", "conditionnalites", "revenus", "actifs"];
const OPERATORS = [">=", "<=", "=", "!=", ">", "<"];
const SIGNS = { ">=": "≥", "<=": "≤", "!=": "≠" };

/** Return a comparison as it is written by hand. */
export const signOf = (operator) => SIGNS[operator] ?? operator;

async function askCriterion(programme) {
  const parts = html`
    <${InputField} label=${t("ciblage.nom")} name="nom" required maxlength="255" />
    <${SelectField} label=${t("grad.mesure")} name="type" options=${TYPES.map((one) => [one, t(`critere.${one}`)])} />
    <div class="deux">
      <${SelectField}
        label=${t("regle.operateur")} name="operateur" options=${OPERATORS.map((one) => [one, signOf(one)])}
      />
      <${InputField} label=${t("grad.seuil")} name="valeurSeuil" type="number" step="0.01" required />
    </div>
    <${InputField} label=${t("grad.poids")} name="poids" type="number" min="0" max="100" step="1" value="1" required />
    <${Choice} name="obligatoire">${t("grad.obligatoire")}<//>
  `;
  const send = (form) =>
    api.post(`/programmes/${programme}/graduation-criteria`, {
      nom: form.nom.value,
      type: form.type.value,
      operateur: form.operateur.value,
      valeurSeuil: form.valeurSeuil.value,
      poids: Number(form.poids.value),
      obligatoire: form.obligatoire.checked,
    });
  return ask({ title: t("grad.critere.ajouter"), parts, label: t("grad.critere.ajouter"), send });
}

const askRemoval = (row) =>
  ask({
    title: t("grad.critere.retirer"),
    text: t("grad.critere.retirer.texte", { nom: row.nom }),
    label: t("grad.critere.retirer"),
    send: () => api.send("DELETE", `/graduation-criteria/${row.id}`),
  });

const describe = (row) => {
  const threshold = number(row.valeurSeuil, Number.isInteger(row.valeurSeuil) ? 0 : 2);
  return `${t(`critere.${row.type}`)} ${signOf(row.operateur)} ${threshold}`;
};

const describeWeight = (row) =>
  [t("grad.poids.de", { n: row.poids }), row.obligatoire && t("grad.obligatoire")].filter(Boolean).join(" · ");

const Criterion = ({ row, onRemove }) => html`
  <li>
    <span>
      <strong>${row.nom}</strong> : ${describe(row)}
      ${" "}<span class="doux">${describeWeight(row)}</span>
    </span>
    ${
      may("transferts.modifier") &&
      html`<button type="button" class="lien" aria-label=${`${t("grad.critere.retirer")} : ${row.nom}`}
        onClick=${onRemove}>${t("grad.critere.retirer")}</button>`
    }
  </li>
`;

/** Show the criteria of a programme in a fold; whoever may change the programme adds and takes away. */
export function Criteria({ programme }) {
  const turn = useSignal(0);
  const changed = (done) => {
    if (!done) return;
    turn.value += 1;
    loadBoard({ keep: true });
  };
  return html`
    <div class="feuille">
      <${Fold}
        id="criteres-graduation" key=${turn.value} title=${t("grad.criteres.programme")} lines=${3}
        read=${(signal) => api.get(`/programmes/${programme}/graduation-criteria`, {}, signal)}
      >
        ${(rows) => html`
          ${!rows.length && html`<p class="doux">${t("grad.sanscritere")}</p>`}
          <ul class="rangees">
            ${rows.map(
              (row) => html`<${Criterion} row=${row} key=${row.id}
              onRemove=${async () => changed(await askRemoval(row))} />`,
            )}
          </ul>
          ${
            may("transferts.modifier") &&
            html`
              <button type="button" class="bouton" onClick=${async () => changed(await askCriterion(programme))}>
                ${t("grad.critere.ajouter")}
              </button>
            `
          }
        `}
      <//>
    </div>
  `;
}
