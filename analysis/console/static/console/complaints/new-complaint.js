/** The dialog that takes a complaint at a desk. */

import { Field, InputField, SelectField } from "../components/fields.js";
import { ask } from "../components/forms.js";
import { code, t } from "../i18n.js";
import { html, useSignal } from "../preact.js";
import * as api from "../server/api.js";
import { makeError } from "../server/errors.js";
import * as places from "../server/places.js";
import { may } from "../server/session.js";

const CATEGORIES = ["paiement", "ciblage", "enrolement", "corruption", "vbg", "service", "autre"];
const PRIORITIES = ["moyenne", "haute", "urgente", "basse"];

function Place({ regions }) {
  const sectors = useSignal(/** @type {any[]} */ ([]));
  const choose = async (event) => {
    sectors.value = event.target.value ? await places.listSectorsOf(event.target.value).catch(() => []) : [];
  };
  const name = ({ id, nom }) => [id, nom];
  return html`
    <div class="deux">
      <${SelectField}
        label=${t("region")} name="regionId" options=${[["", "–"], ...regions.map(name)]} onChange=${choose}
      />
      <${SelectField} label=${t("secteur")} name="secteurId" options=${[["", "–"], ...sectors.value.map(name)]} />
    </div>
  `;
}

const Parts = ({ regions }) => html`
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
  <${Place} regions=${regions} />
  <${InputField}
    label=${t("plaintes.concerne")} name="beneficiaireId" maxlength="40" help=${t("plaintes.concerne.aide")}
  />
  <div class="deux">
    <${InputField} label=${t("plaintes.plaignant")} name="plaignant" maxlength="255" help=${t("plaintes.anonyme")} />
    <${InputField} label=${t("telephone")} name="telephone" type="tel" maxlength="32" />
  </div>
`;

/** Find the person or the household of a code: exactly that code, among those that the caller sees. */
async function findSubject(text) {
  const wanted = text.trim().toUpperCase();
  const isSame = (value) => value?.toUpperCase() === wanted;
  if (may("transferts.lire")) {
    const { data } = await api.getJson("/beneficiaires", { search: wanted, limit: 5 });
    const person = data.find((one) => isSame(one.code));
    if (person) return { beneficiaireId: person.id };
  }
  if (may("registre.lire")) {
    const { data } = await api.getJson("/menages", { search: wanted, limit: 5 });
    const household = data.find((one) => isSame(one.codeMenage));
    if (household) return { menageId: household.id };
  }
  const details = { beneficiaireId: [t("plaintes.concerne.inconnu")] };
  throw Object.assign(makeError("refused", t("plaintes.concerne.inconnu")), { details });
}

const NAMES = ["objet", "description", "categorie", "priorite", "regionId", "secteurId", "plaignant", "telephone"];

async function sendComplaint(form) {
  const body = Object.fromEntries(NAMES.map((name) => [name, form[name].value || null]));
  const code = form.beneficiaireId.value;
  const made = await api.post("/plaintes", { ...body, ...(code ? await findSubject(code) : {}) });
  const isVisible = may("plaintes.lire") && (body.categorie !== "vbg" || may("vbg.voir_cas"));
  return { ...made, isVisible };
}

/** Ask for a complaint. Resolves with {id, reference, isVisible}, or with null. */
export async function askComplaint() {
  const regions = await places.listRegions().catch(() => []);
  return ask({
    title: t("plaintes.nouvelle"),
    parts: html`<${Parts} regions=${regions} />`,
    label: t("enregistrer"),
    send: sendComplaint,
  });
}
