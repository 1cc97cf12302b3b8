/** The dialog that takes a complaint at a desk. */

import { Field, InputField, SelectField } from "../components/fields.js";
import { ask } from "../components/forms.js";
import { code, t } from "../i18n.js";
import { html } from "../preact.js";
import * as api from "../server/api.js";
import { may } from "../server/session.js";
import { PlaceFields, readChoices, readPlace, readSubject, SubjectFields } from "./subject.js";

const CATEGORIES = ["paiement", "ciblage", "enrolement", "corruption", "vbg", "service", "autre"];
const PRIORITIES = ["moyenne", "haute", "urgente", "basse"];

const Parts = ({ regions, cycles }) => html`
  <${InputField} label=${t("tableau.objet")} name="objet" maxlength="255" required />
  <${Field} label=${t("plaintes.description")} name="description">
    <textarea name="description" id="f-description" maxlength="10000" />
  <//>
  <div class="deux">
    <${SelectField}
      label=${t("categorie.plainte")} name="categorie" value="paiement"
      options=${CATEGORIES.map((one) => [one, code("plaintecategorie", one)])}
    />
    <${SelectField}
      label=${t("priorite")} name="priorite" options=${PRIORITIES.map((one) => [one, code("priorite", one)])}
    />
  </div>
  <${PlaceFields} regions=${regions} />
  <${SubjectFields} cycles=${cycles} />
  <div class="deux">
    <${InputField} label=${t("plaintes.plaignant")} name="plaignant" maxlength="255" help=${t("plaintes.anonyme")} />
    <${InputField} label=${t("telephone")} name="telephone" type="tel" maxlength="32" />
  </div>
`;

const NAMES = ["objet", "description", "categorie", "priorite", "plaignant", "telephone"];

async function sendComplaint(form) {
  const body = Object.fromEntries(NAMES.map((name) => [name, form[name].value || null]));
  const made = await api.post("/plaintes", { ...body, ...readPlace(form), ...(await readSubject(form)) });
  const isVisible = may("plaintes.lire") && (body.categorie !== "vbg" || may("vbg.voir_cas"));
  return { ...made, isVisible };
}

/** Ask for a complaint. Resolves with {id, reference, isVisible}, or with null. */
export async function askComplaint() {
  const choices = await readChoices();
  return ask({
    title: t("plaintes.nouvelle"),
    parts: html`<${Parts} ...${choices} />`,
    label: t("enregistrer"),
    send: sendComplaint,
  });
}
