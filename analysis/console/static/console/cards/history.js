/** What changed in the data of a household, the newest first: read when it is opened. */

import { Fold } from "../components/fold.js";
import { code, date, number, t } from "../i18n.js";
import { html } from "../preact.js";
import * as api from "../server/api.js";

const ROWS = 20;

function formatValue({ masque }, value) {
  if (masque) return t("histoire.masque");
  if (value === null || value === undefined || value === "") return "–";
  if (typeof value === "boolean") return t(value ? "oui" : "non");
  if (Number.isFinite(value?.latitude)) return `${number(value.latitude, 5)} ; ${number(value.longitude, 5)}`;
  if (typeof value !== "object") return String(value);
  const parts = Object.values(value).filter((part) => part !== null);
  return parts.join(", ") || "–";
}

/** Name a field by the catalogue, else make the field's own name readable: "scorePmt" is "Score pmt". */
function nameField(field) {
  const known = code("champ", field);
  if (known.toLowerCase() !== field.toLowerCase()) return known;
  const words = field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  return code("champ", words);
}

const Change = ({ change }) => html`
  <li>
    <span class="doux">${nameField(change.champ)}</span>${" "}
    <s>${formatValue(change, change.avant)}</s>${" → "}<strong>${formatValue(change, change.apres)}</strong>
  </li>
`;

function Entry({ trace }) {
  const model = trace.model === "menage" ? "" : ` · ${code("modele", trace.model)}`;
  const changes = trace.changements;
  return html`
    <li>
      <strong>${t(`histoire.${trace.action}`)}${model}</strong>
      <span class="doux petit">${date(trace.date)} · ${trace.utilisateur?.nom ?? t("histoire.systeme")}</span>
      ${
        changes.length > 0 &&
        html`<ul class="changements">${changes.map((one) => html`<${Change} change=${one} />`)}</ul>`
      }
    </li>
  `;
}

function Entries({ answer: { data, pagination } }) {
  const more = pagination.total - data.length;
  const list = () => html`<ul class="histoire">${data.map((trace) => html`<${Entry} trace=${trace} />`)}</ul>`;
  return html`
    ${data.length ? list() : html`<p class="doux">${t("histoire.vide")}</p>`}
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
