/** What a complaint asks of others: proposed here, done by its own operation, and noted here. */

import { SelectField } from "../components/fields.js";
import { ask } from "../components/forms.js";
import { code, date, t } from "../i18n.js";
import { Badge } from "../payments/parts.js";
import { html } from "../preact.js";
import * as api from "../server/api.js";
import { may } from "../server/session.js";
import { findAddress } from "../state/view.js";

const PROPOSABLE = ["ouverte", "en_cours", "resolue"];

// Each measure: who may do it, whether the complaint names what it is done to, and where it is done.
const KINDS = {
  relancer_paiement: {
    permission: "transferts.executer",
    has: ({ paiement }) => Boolean(paiement),
    where: ({ sujet }) => sujet.cycle && { vue: "cycles", element: sujet.cycle.id },
  },
  rouvrir_collecte: {
    permission: "registre.valider",
    has: ({ sujet }) => Boolean(sujet.menage),
    where: () => ({ vue: "collecte", statut: "rejete" }),
  },
  corriger_compte: {
    permission: "transferts.modifier",
    has: ({ sujet }) => Boolean(sujet.beneficiaire),
    where: ({ sujet }) => sujet.menage && { vue: "carte", fiche: `menage/${sujet.menage.id}` },
  },
};

function askMeasure(complaint, kinds) {
  const send = (form) => api.post(`/plaintes/${complaint.id}/mesures`, { type: form.type.value });
  const parts = html`
    <${SelectField}
      label=${t("plaintes.mesure")} name="type" options=${kinds.map((one) => [one, code("mesure", one)])}
    />
  `;
  const title = t("plaintes.proposer");
  return ask({ title, text: t("plaintes.proposer.texte"), parts, label: title, send });
}

function Decisions({ complaint, measure, run }) {
  const { permission, where } = KINDS[measure.type];
  if (measure.statut !== "proposee" || !may(permission)) return null;
  const decide = (statut) => () =>
    run(() => api.post(`/plaintes/${complaint.id}/mesures/${measure.id}`, { statut }), code("mesure.dite", statut));
  const place = where(complaint);
  return html`
    <div class="actions">
      ${place && html`<a class="bouton" href=${findAddress(place)}>${t("plaintes.mesure.aller")}</a>`}
      <button type="button" class="bouton" onClick=${decide("faite")}>${t("plaintes.mesure.faite")}</button>
      <button type="button" class="bouton" onClick=${decide("ecartee")}>${t("plaintes.mesure.ecarter")}</button>
    </div>
  `;
}

export function Measures({ complaint, measures, run, canChange }) {
  const open = measures.filter((one) => one.statut === "proposee").map((one) => one.type);
  const kinds = Object.keys(KINDS).filter((one) => KINDS[one].has(complaint) && !open.includes(one));
  const canPropose = canChange && kinds.length > 0 && PROPOSABLE.includes(complaint.statut);
  if (!measures.length && !canPropose) return null;
  return html`
    <section class="feuille" id="mesures">
      <h3>${t("plaintes.mesures")}</h3>
      <ul class="rangees">
        ${measures.map(
          (measure) => html`
            <li key=${measure.id}>
              <div>
                ${code("mesure", measure.type)}
                <span class="petit doux">${date(measure.dateDecision ?? measure.dateProposition)}</span>
              </div>
              <${Badge} group="mesure.statut" value=${measure.statut} />
              <${Decisions} complaint=${complaint} measure=${measure} run=${run} />
            </li>
          `,
        )}
      </ul>
      ${
        canPropose &&
        html`<div class="actions">
          <button
            type="button" class="bouton" id="proposer-mesure"
            onClick=${() => run(() => askMeasure(complaint, kinds), t("plaintes.proposee"))}
          >
            ${t("plaintes.proposer")}
          </button>
        </div>`
      }
    </section>
  `;
}
