/** Dialogs that change what a complaint is: its category and priority, its subject and place, its secrecy. */

import { SelectField } from "../components/fields.js";
import { ask } from "../components/forms.js";
import { code, t } from "../i18n.js";
import { html } from "../preact.js";
import * as api from "../server/api.js";
import { setView } from "../state/view.js";
import { CATEGORIES, isReadable } from "./categories.js";
import { PlaceFields, readChange, readChoices, SubjectFields } from "./subject.js";

const OPEN_CATEGORIES = CATEGORIES.filter((one) => one !== "vbg");
const PRIORITIES = ["urgente", "haute", "moyenne", "basse"];

/** Return what was done to a complaint; who no longer reads its category goes back to the list. */
function leaveHidden(done, category) {
  if (!done || isReadable(category)) return done;
  setView({ element: null });
  return null;
}

/** Ask for another category or priority. Into and out of violence leads `reclasser` only. */
export async function askChange(complaint, path, tag) {
  const isSecret = complaint.categorie === "vbg";
  const parts = html`
    ${
      !isSecret &&
      html`<${SelectField}
        label=${t("categorie.plainte")} name="categorie" value=${complaint.categorie}
        options=${OPEN_CATEGORIES.map((one) => [one, code("plaintecategorie", one)])}
      />`
    }
    <${SelectField}
      label=${t("priorite")} name="priorite" value=${complaint.priorite} help=${t("plaintes.priorite.aide")}
      options=${PRIORITIES.map((one) => [one, code("priorite", one)])}
    />
  `;
  let chosen = complaint.categorie;
  const send = (form) => {
    const category = isSecret ? {} : { categorie: form.categorie.value };
    chosen = category.categorie ?? chosen;
    return api.send("PUT", path, { ...category, priorite: form.priorite.value }, tag);
  };
  return leaveHidden(await ask({ title: t("plaintes.modifier"), parts, label: t("enregistrer"), send }), chosen);
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
    options=${(isSecret ? OPEN_CATEGORIES : ["vbg"]).map((one) => [one, code("plaintecategorie", one)])}
  />`;
  let chosen = complaint.categorie;
  const send = (form) => {
    chosen = form.categorie.value;
    return api.post(`${path}/reclasser`, { categorie: chosen }, { tag });
  };
  const done = await ask({
    title: t("plaintes.reclasser"),
    text: t(isSecret ? "plaintes.reclasser.sortir" : "plaintes.reclasser.entrer"),
    parts,
    label: t("plaintes.reclasser"),
    send,
  });
  return leaveHidden(done, chosen);
}
