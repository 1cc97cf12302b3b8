/** The dialogs that create an operator account and a tranche of fees. */

import { AmountField, InputField, readAmounts, readValues, SelectField } from "../components/fields.js";
import { ask } from "../components/forms.js";
import { t } from "../i18n.js";
import { html } from "../preact.js";
import * as api from "../server/api.js";

const LISTED = 100; // projects that a list offers; the API gives no more at once

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
