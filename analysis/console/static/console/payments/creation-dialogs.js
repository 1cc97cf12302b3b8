/** The dialogs that create a cycle, an operator account and a tranche of fees. */

import { Choice, InputField, SelectField } from "../components/fields.js";
import { ask } from "../components/forms.js";
import { t } from "../i18n.js";
import { html } from "../preact.js";
import * as api from "../server/api.js";

const LISTED = 100; // projects that a list offers; the API gives no more at once

/** Return the values of a form by name, without the empty ones. */
const readValues = (form, ...names) =>
  Object.fromEntries(names.map((name) => [name, form[name].value]).filter(([, value]) => value !== ""));

/** Return the whole numbers of a form by name. */
const readAmounts = (form, ...names) =>
  Object.fromEntries(Object.entries(readValues(form, ...names)).map(([name, value]) => [name, Number(value)]));

const AmountField = ({ label, name, ...props }) => html`
  <${InputField} label=${label} name=${name} type="number" min="0" step="1" inputmode="numeric" ...${props} />
`;

/** Ask for a cycle of a programme, with the period of its forecast. Resolves with the cycle, or with null.
 * @param {any} programme
 * @param {{dateDebut: string, dateFin: string} | null} next
 */
export function askCycle(programme, next) {
  const parts = html`
    <${InputField}
      label=${t("creer.debut")} name="dateDebut" type="date" value=${next?.dateDebut} required
      help=${t("creer.debut.aide")}
    />
    <${InputField}
      label=${t("creer.fin")} name="dateFin" type="date" value=${next?.dateFin} help=${t("creer.fin.aide")}
    />
    <${InputField} label=${t("creer.nom")} name="nom" maxlength="255" help=${t("creer.nom.aide")} />
    <${AmountField} label=${t("creer.montant")} name="montantParBeneficiaire" min="1" help=${t("creer.montant.aide")} />
    <${Choice} name="supplementaire">${t("creer.supplementaire")}<//>
  `;
  const send = (form) =>
    api.post("/cycles", {
      programmeId: programme.id,
      ...readValues(form, "dateDebut", "dateFin", "nom", "montantParBeneficiaire"),
      supplementaire: form.supplementaire.checked,
    });
  return ask({ title: t("creer.cycle"), text: programme.nom, parts, label: t("creer.cycle.bouton"), send });
}

/** Ask for an account of a project at an operator. Resolves with {id, code}, or with null. */
export async function askAccount() {
  const [projects, operators] = await Promise.all([
    api.get("/projets", { limit: LISTED }),
    api.get("/comptes-operateurs/operateurs"),
  ]);
  const parts = html`
    <${SelectField} label=${t("projet")} name="projetId" options=${projects.map(({ id, nom }) => [id, nom])} />
    <${SelectField}
      label=${t("operateur")} name="operateur" options=${operators.map(({ value, label }) => [value, label])}
    />
    <${InputField} label=${t("creer.numero")} name="numeroCompte" maxlength="64" required />
    <${InputField} label=${t("creer.intitule")} name="nomCompte" maxlength="255" required />
    <${AmountField} label=${t("creer.initial")} name="soldeInitial" help=${t("creer.initial.aide")} />
    <${AmountField} label=${t("creer.minimum")} name="soldeMinimum" help=${t("creer.minimum.aide")} />
  `;
  const send = (form) =>
    api.post("/comptes-operateurs", {
      ...readValues(form, "projetId", "operateur", "numeroCompte", "nomCompte"),
      ...readAmounts(form, "soldeInitial", "soldeMinimum"),
    });
  return ask({ title: t("creer.compte"), parts, label: t("creer.compte.bouton"), send });
}

/** Ask for a tranche of an operator's fees. Resolves with the tranche, or with null. */
export async function askTranche() {
  const operators = await api.get("/grilles-tarifaires/operateurs");
  const parts = html`
    <${SelectField}
      label=${t("operateur")} name="operateur" options=${operators.map(({ code, label }) => [code, label])}
    />
    <${AmountField} label=${t("creer.tranche.numero")} name="numeroTranche" min="1" required />
    <${AmountField} label=${t("creer.tranche.min")} name="montantMin" required />
    <${AmountField} label=${t("creer.tranche.max")} name="montantMax" required />
    <${AmountField} label=${t("tarifs.taxe")} name="taxeAdministrative" required />
    <${AmountField} label=${t("tarifs.retrait")} name="fraisRetrait" required />
  `;
  const send = (form) =>
    api.post("/grilles-tarifaires", {
      ...readValues(form, "operateur"),
      ...readAmounts(form, "numeroTranche", "montantMin", "montantMax", "taxeAdministrative", "fraisRetrait"),
    });
  return ask({
    title: t("creer.tranche"),
    text: t("creer.tranche.texte"),
    parts,
    label: t("creer.tranche.bouton"),
    send,
  });
}
