/** The dialog before a transition of households: what it asks for beside them. */

import { Field, SelectField } from "../components/fields.js";
import { ask } from "../components/forms.js";
import { code, t } from "../i18n.js";
import { html, signal } from "../preact.js";
import * as api from "../server/api.js";
import { may } from "../server/session.js";
import { MoveWarnings } from "./move-warnings.js";
import { TRANSITIONS } from "./transitions.js";

/** List who may be given households as [id, name]: the surveyors, or where the caller administers no users, who has
 * sent something. */
async function listSurveyors() {
  if (may("administration.utilisateurs")) {
    const { data } = await api.getJson("/users", { role: "ROLE_ENQUETEUR", isActive: true, limit: 100 });
    return data.map((user) => [user.id, [user.prenom, user.nom].filter(Boolean).join(" ") || user.email]);
  }
  const { parEnqueteur } = await api.get("/qualite/tableau");
  return parEnqueteur.filter((group) => group.id).map((group) => [group.id, group.nom]);
}

/** List why a household may be sent back, as administrators wrote it. */
async function listReasons() {
  const { motifRejet } = await api.get("/references/menage");
  return motifRejet.map((one) => [one.value, code("motif", one.value, one.label)]);
}

// The options of a field that has some: they are read first.
const OPTIONS = { enqueteurId: listSurveyors, motif: listReasons };

// Another reason than those of the list explains nothing by itself: words must.
const OTHER = "autre";
const reason = signal("");

function Comment() {
  const isNeeded = reason.value === OTHER;
  return html`
    <${Field} label=${t(isNeeded ? "collecte.commentaire.requis" : "collecte.commentaire")} name="commentaire">
      <textarea name="commentaire" id="f-commentaire" maxlength="10000" required=${isNeeded} />
    <//>
  `;
}

// Nothing is chosen beforehand: a household is not sent back for a reason that nobody gave.
const Reason = ({ options }) => html`
  <${SelectField}
    label=${t("collecte.motif")} name="motif" required
    options=${[["", t("collecte.choisirmotif")], ...(options.length ? options : [[OTHER, code("motif", OTHER)]])]}
    value=${reason.value}
    onChange=${({ target }) => {
      reason.value = target.value;
    }}
  />
`;

// What takes households back from their surveyor: chosen by name, never by default.
const NOBODY = "personne";
const readField = (field, { value }) => (field === "enqueteurId" && value === NOBODY ? null : value || null);

const Surveyor = ({ options }) => html`
  <${SelectField}
    label=${t("collecte.enqueteur")} name="enqueteurId" required
    options=${[["", t("collecte.choisirqui")], ...options, [NOBODY, t("collecte.personne")]]}
  />
`;

const NAMED = 3; // households that are named before the others are only counted

/** Say how many households were chosen, and which as far as they are few. */
function describeChosen(count, names) {
  const said = t("collecte.choisis", { n: count });
  const first = names.slice(0, NAMED);
  if (!first.length) return said;
  return t("intitule", { nom: said, valeur: `${first.join(", ")}${count > first.length ? "…" : ""}` });
}

const FIELDS = { commentaire: Comment, motif: Reason, enqueteurId: Surveyor };

/** Return to whom the form gives the households as {id, nom}; null: to nobody. */
function readSurveyor({ enqueteurId: field }) {
  if (!field || field.value === NOBODY) return null;
  return { id: field.value, nom: field.selectedOptions[0].text };
}

const nameHousehold = ({ chefMenage, codeMenage }) => [chefMenage?.nomComplet, codeMenage].filter(Boolean).join(" · ");

/** Ask for the fields of a transition of households, and run it. `rows`: those of them that are known here; `label`:
 * what its button said. Resolves with its answer, its name (`acte`) and to whom it gave them (`qui`), or null when it
 * was given up. */
export async function askTransition(name, ids, rows = /** @type {any[]} */ ([]), label = t(`move.${name}`)) {
  const { fields, run } = TRANSITIONS[name];
  reason.value = "";
  const options = await Promise.all(fields.map((field) => OPTIONS[field]?.().catch(() => [])));
  const inputs = fields.map((field, index) => html`<${FIELDS[field]} key=${field} options=${options[index] ?? []} />`);
  return ask({
    title: label,
    text: describeChosen(ids.length, rows.map(nameHousehold)),
    label,
    isGrave: name === "rejeter",
    parts: html`<${MoveWarnings} name=${name} rows=${rows} count=${ids.length} />${inputs}`,
    send: async (form) => {
      const answer = await run(ids, Object.fromEntries(fields.map((field) => [field, readField(field, form[field])])));
      return { ...answer, acte: name, qui: readSurveyor(form) };
    },
  });
}
