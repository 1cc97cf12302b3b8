/** What changed in the data of a household, the newest first: read when it is opened. */

import { Fold } from "../components/fold.js";
import { code, date, number, t } from "../i18n.js";
import { html } from "../preact.js";
import * as api from "../server/api.js";
import { formatPosition } from "./facts.js";

const ROWS = 20;

const IDENTIFIER = /^[0-9a-f]{8}-[0-9a-f]{4}-/;
const MOMENT = /^\d{4}-\d{2}-\d{2}(T|$)/;
/** What says how a row is stored, not what it says. */
const TECHNICAL = new Set([
  "id",
  "menage",
  "createdAt",
  "updatedAt",
  "version",
  "date",
  "user",
  "resumeDoublons",
  "donneesValidation",
  "collectorSubmission",
  "collectorFormUid",
  "operationCreation",
  "valideCollectePar",
]);
/** What the service works out from the rest: nobody wrote it. */
const DERIVED = new Set([
  "eligibleProgramme",
  "ancienScorePmt",
  "methodePmt",
  "motifPmt",
  "datePmt",
  "scoreQualite",
  "problemesQualite",
  "dateAnalyseQualite",
  "scoreDoublon",
]);
/** What people may write as well: the service did where it says by which method, and where nobody did it. */
const SCORED = new Set(["scorePmt", "categoriePauvrete"]);

const isIdentifier = (value) => typeof value === "string" && IDENTIFIER.test(value);
const isEmpty = (value) => [null, undefined, ""].includes(value) || (Array.isArray(value) && !value.length);

/** Return whether a change tells people something: of a new row what was filled in alone. */
const isTelling = ({ champ, avant, apres, masque }) =>
  !TECHNICAL.has(champ) && (masque || !isEmpty(avant) || !isEmpty(apres));

/** Where the words of a field's codes stand; those of the others are values of the forms. */
const GROUPS = {
  categoriePauvrete: "categorie",
  statut: "statut",
  statutCollecte: "etatcollecte",
  de: "etatcollecte",
  vers: "etatcollecte",
  action: "collecte.etape",
  milieu: "milieu",
  sexe: "sexe",
  lienParente: "lien",
  sourceDonnees: "source",
  motif: "motif",
};
const CODE = /^([a-z0-9]+(_[a-z0-9]+)*|[A-Z0-9]+(_[A-Z0-9]+)+)$/;

function formatText(field, text) {
  if (MOMENT.test(text)) return date(text);
  if (field === "problemesQualite") return code("regle", text);
  if (!CODE.test(text) || /^\d+$/.test(text)) return text;
  return code(GROUPS[field] ?? "valeur", text.toLowerCase());
}

function formatValue({ champ, masque }, value) {
  if (masque) return t("histoire.masque");
  if (value === null || value === undefined || value === "") return "–";
  if (typeof value === "boolean") return t(value ? "oui" : "non");
  if (typeof value === "number") return number(value, Number.isInteger(value) ? 0 : 2);
  if (Number.isFinite(value?.latitude)) return formatPosition(value.latitude, value.longitude);
  if (typeof value !== "object") return formatText(champ, String(value));
  const parts = Object.values(value)
    .filter((part) => part !== null)
    .map((part) => formatText(champ, String(part)));
  return parts.join(", ") || "–";
}

/** Name a field as the form or the card does, else make the field's own name readable: "scorePmt" is "Score pmt". */
function nameField(field) {
  for (const group of ["menage.champ", "champ"]) {
    const known = code(group, field);
    if (known.toLowerCase() !== field.toLowerCase()) return known;
  }
  const words = field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  return code("champ", words);
}

/** Say what became of a choice whose name the history does not hold. */
function describeChoice({ avant, apres }) {
  if (isEmpty(avant)) return "histoire.choix.pose";
  return isEmpty(apres) ? "histoire.choix.retire" : "histoire.choix.change";
}

const Change = ({ change }) =>
  isIdentifier(change.avant) || isIdentifier(change.apres)
    ? html`<li><span class="doux">${nameField(change.champ)}</span>${" "}${t(describeChoice(change))}</li>`
    : html`<${ValueChange} change=${change} />`;

const ValueChange = ({ change }) => html`
  <li>
    <span class="doux">${nameField(change.champ)}</span>${" "}
    <s>${formatValue(change, change.avant)}</s>${" → "}<strong>${formatValue(change, change.apres)}</strong>
  </li>
`;

/** Return whether the service worked a change out by itself. */
function isComputed({ utilisateur, changements }, { champ }) {
  const isScored = !utilisateur || changements.some((one) => one.champ === "datePmt");
  return DERIVED.has(champ) || (SCORED.has(champ) && isScored);
}

const Changes = ({ items }) => html`
  <ul class="changements">${items.map((one) => html`<${Change} key=${one.champ} change=${one} />`)}</ul>
`;

function Entry({ trace }) {
  const model = trace.model === "menage" ? "" : ` · ${code("modele", trace.model)}`;
  const changes = trace.changements.filter(isTelling);
  const computed = changes.filter((one) => isComputed(trace, one));
  const own = changes.filter((one) => !computed.includes(one));
  const title = computed.length && !own.length ? "calcule" : trace.action;
  return html`
    <li>
      <strong>${t(`histoire.${title}`)}${model}</strong>
      <span class="doux petit">${date(trace.date)} · ${trace.utilisateur?.nom ?? t("histoire.systeme")}</span>
      ${own.length > 0 && html`<${Changes} items=${own} />`}
      ${
        computed.length > 0 &&
        html`
          <details class="petit">
            <summary class="doux">${t("histoire.calculs", { n: computed.length })}</summary>
            <${Changes} items=${computed} />
          </details>
        `
      }
    </li>
  `;
}

/** Return whether an entry says something: that the service noted something for itself does not. */
const isInformative = ({ action, changements }) => action !== "modification" || changements.some(isTelling);

/** Name the last change of a person, which the service's own hide: it scores and analyses at night. */
function LastPerson({ traces }) {
  const last = traces.find(({ utilisateur }) => utilisateur);
  if (!last || last === traces[0]) return null;
  return html`<p>${t("histoire.personne", { nom: last.utilisateur.nom, quand: date(last.date) })}</p>`;
}

function Entries({ answer: { data, pagination } }) {
  const more = pagination.total - data.length;
  const entries = data.filter(isInformative);
  const list = () => html`<ul class="histoire">${entries.map((trace) => html`<${Entry} trace=${trace} />`)}</ul>`;
  return html`
    <${LastPerson} traces=${data} />
    ${entries.length ? list() : html`<p class="doux">${t("histoire.vide")}</p>`}
    ${more > 0 && html`<p class="doux petit">${t("histoire.plus", { n: more })}</p>`}
  `;
}

export const History = ({ householdId }) => html`
  <${Fold}
    id="histoire" title=${t("histoire")} lines=${4}
    read=${() => api.getJson(`/menages/${householdId}/historique`, { limit: ROWS })}
  >
    ${(answer) => html`<${Entries} answer=${answer} />`}
  <//>
`;
