/** Dialogs that change what a complaint is: its category and priority, its subject and place, its secrecy. */

import { SelectField } from "../components/fields.js";
import { ask } from "../components/forms.js";
import { code, t } from "../i18n.js";
import { html } from "../preact.js";
import * as api from "../server/api.js";
import { may } from "../server/session.js";
import { setView } from "../state/view.js";
import { PlaceFields, readChange, readChoices, SubjectFields } from "./subject.js";

const CATEGORIES = ["paiement", "ciblage", "enrolement", "corruption", "service", "autre"];
const PRIORITIES = ["urgente", "haute", "moyenne", "basse"];

/** Ask for another category or priority. Into and out of violence leads `reclasser` only. */
export function askChange(complaint, path, tag) {
  const isSecret = complaint.categorie === "vbg";
  const parts = html`
    ${
      !isSecret &&
      html`<${SelectField}
        label=${t("categorie.plainte")} name="categorie" value=${complaint.categorie}
        options=${CATEGORIES.map((one) => [one, code("plaintecategorie", one)])}
      />`
    }
    <${SelectField}
      label=${t("priorite")} name="priorite" value=${complaint.priorite} help=${t("plaintes.priorite.aide")}
      options=${PRIORITIES.map((one) => [one, code("priorite", one)])}
    />
  `;
  const send = (form) => {
    const category = isSecret ? {} : { categorie: form.categorie.value };
    return api.send("PUT", path, { ...category, priorite: form.priorite.value }, tag);
  };
  return ask({ title: t("plaintes.modifier"), parts, label: t("enregistrer"), send });
}

/** Ask what a complaint is about, and where; one about violence keeps a place only. */
export async function askSubject(complaint, path, tag) {
  const { regions, cycles } = await readChoices();
  const isSecret = complaint.categorie === "vbg";
  const parts = html`
    <${PlaceFields} regions=${regions} place=${complaint} />
    ${!isSecret && html`<${SubjectFields} cycles=${cycles} complaint=${complaint} />`}
  `;
  const send = async (form) => api.send("PUT", path, await readChange(form, complaint), tag);
  return ask({
    title: t("plaintes.preciser"),
    text: t("plaintes.preciser.texte"),
    parts,
    label: t("enregistrer"),
    send,
  });
}

/** Ask to make a complaint secret, or to take its secrecy away. Who no longer sees it goes back to the list. */
export async function askReclassification(complaint, path, tag) {
  const isSecret = complaint.categorie === "vbg";
  const parts = html`<${SelectField}
    label=${t("categorie.plainte")} name="categorie"
    options=${(isSecret ? CATEGORIES : ["vbg"]).map((one) => [one, code("plaintecategorie", one)])}
  />`;
  const done = await ask({
    title: t("plaintes.reclasser"),
    text: t(isSecret ? "plaintes.reclasser.sortir" : "plaintes.reclasser.entrer"),
    parts,
    label: t("plaintes.reclasser"),
    send: (form) => api.post(`${path}/reclasser`, { categorie: form.categorie.value }, { tag }),
  });
  if (!done || isSecret || may("vbg.voir_cas")) return done;
  setView({ element: null });
  return null;
}
