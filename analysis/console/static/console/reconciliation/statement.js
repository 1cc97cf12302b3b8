/** What was read of the operator's statement: its days, its balances, and each line that could not be read. */

import { saveFile } from "../components/download.js";
import { Icon } from "../components/icon.js";
import { fullDate, number, t } from "../i18n.js";
import { money } from "../payments/parts.js";
import { html } from "../preact.js";
import * as api from "../server/api.js";
import { failure } from "./session-state.js";

const MOST_FAULTS = 100;
const COLUMNS = ["ligne", "colonne", "valeur", "probleme"];

async function saveStatement({ id, nom }) {
  try {
    const file = await api.getFile(`/fichiers/${id}/contenu`);
    saveFile(file.blob, file.name ?? nom);
  } catch (error) {
    failure.value = error;
  }
}

const Fault = ({ fault }) => html`
  <tr>
    <td class="droite">${fault.feuille ? `${fault.feuille} ` : ""}${number(fault.ligne)}</td>
    <td>${fault.colonne ?? "–"}</td>
    <td class="coupe">${fault.valeur ?? "–"}</td>
    <td>${fault.message}</td>
  </tr>
`;

const Faults = ({ count, faults }) => html`
  <p class="note">${t("rapprochement.fautes", { n: count })}</p>
  <div class="defile-table" tabindex="0" role="region" aria-label=${t("rapprochement.fautes.titre")}>
    <table class="lignes">
      <caption class="hors-vue">${t("rapprochement.fautes.titre")}</caption>
      <thead>
        <tr>
          ${COLUMNS.map((name) => html`<th scope="col" key=${name}>${t(`rapprochement.faute.${name}`)}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${faults.slice(0, MOST_FAULTS).map((fault, place) => html`<${Fault} key=${place} fault=${fault} />`)}
      </tbody>
    </table>
  </div>
  ${count > MOST_FAULTS && html`<p class="doux">${t("rapprochement.fautes.suite", { n: count - MOST_FAULTS })}</p>`}
`;

/** Say whether the balances agree with the lines, when the file has balances. */
function Balances({ statement }) {
  const { soldeOuverture, soldeCloture, ecartSolde } = statement;
  if (soldeOuverture === null || soldeCloture === null) return null;
  const words = { ouverture: money(soldeOuverture), cloture: money(soldeCloture), ecart: money(ecartSolde ?? 0) };
  return ecartSolde
    ? html`<p class="note">${t("rapprochement.soldes.ecart", words)}</p>`
    : html`<p>${t("rapprochement.soldes", words)}</p>`;
}

export function Statement({ session }) {
  const { releve, fichierReleve } = session;
  const words = { debut: fullDate(releve.periodeDebut), fin: fullDate(releve.periodeFin) };
  return html`
    <details class="feuille" id="releve" open=${releve.nbErreurs > 0 || Boolean(releve.ecartSolde)}>
      <summary>
        ${t("rapprochement.releve")}
        <span class="doux">${fichierReleve.nom} · ${t("rapprochement.lignes", { n: releve.nbLignes })}</span>
      </summary>
      <div class="pile">
        ${releve.periodeDebut && html`<p>${t("rapprochement.releve.periode", words)}</p>`}
        ${releve.nbConnues > 0 && html`<p>${t("rapprochement.releve.connues", { n: releve.nbConnues })}</p>`}
        <${Balances} statement=${releve} />
        ${releve.nbErreurs > 0 && html`<${Faults} count=${releve.nbErreurs} faults=${releve.erreurs} />`}
        ${
          fichierReleve.id &&
          html`
          <button type="button" class="lien" onClick=${() => saveStatement(fichierReleve)}>
            <${Icon} name="download" />${fichierReleve.nom}
          </button>
        `
        }
      </div>
    </details>
  `;
}
