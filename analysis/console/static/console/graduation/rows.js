/** The rows of the board, by step: candidates, graduations, visits. */

import { code, date, percent, t } from "../i18n.js";
import { html } from "../preact.js";
import { may } from "../server/session.js";
import { expandedId, findId, findStep, tick, ticked } from "./board-state.js";
import { askCancellation, askVisit } from "./dialogs.js";
import { Evaluation } from "./evaluation.js";

export const COLUMNS = {
  candidats: ["grad.personne", "grad.score", "grad.criteres", "grad.recommandation"],
  proposees: ["grad.personne", "grad.proposee", "motif"],
  evaluees: ["grad.personne", "grad.evaluee", "grad.score", "grad.criteres", "grad.recommandation"],
  decidees: ["grad.personne", "statut", "grad.decidee", "grad.score", "grad.commentaire", "grad.annuler"],
  visites: ["grad.personne", "grad.visite.prevue", "statut", "grad.visite.noter"],
};
/** The steps whose rows are ticked for a mass operation, with the permission that it needs. */
export const MASS = {
  candidats: "transferts.creer",
  proposees: "transferts.modifier",
  evaluees: "transferts.modifier",
};

const Advice = ({ value }) => html`
  <span class="insigne ${value === "approuver" ? "oui" : ""}">${code("recommandation", value)}</span>
`;

const Tick = ({ row }) => html`
  <td class="coche">
    <input
      type="checkbox" aria-label=${t("grad.cocher", { nom: row.beneficiaire.nomComplet })}
      checked=${ticked.value.has(findId(row))} onChange=${(event) => tick([findId(row)], event.target.checked)}
    />
  </td>
`;

/** The name opens the values of a graduation below its row. */
const Person = ({ row, isOpening }) => html`
  <td>
    ${
      isOpening
        ? html`
            <button
              type="button" class="lien" aria-expanded=${expandedId.value === row.id}
              onClick=${() => (expandedId.value = expandedId.value === row.id ? null : row.id)}
            >
              ${row.beneficiaire.nomComplet}
            </button>
          `
        : row.beneficiaire.nomComplet
    }
    ${row.beneficiaire.codeMenage && html`<div class="petit doux">${row.beneficiaire.codeMenage}</div>`}
  </td>
`;

const met = (data) => t("grad.remplis", { n: data.criteresValides ?? data.criteresRemplis, total: data.criteresTotal });
const Score = ({ value }) => html`
  <td class="droite" data-nom=${t("grad.score")}>${value === null ? "–" : percent(value / 100)}</td>
`;

const CELLS = {
  candidats: (row) => html`
    <${Score} value=${row.eligibilite.score} />
    <td data-nom=${t("grad.criteres")}>${met(row.eligibilite)}</td>
    <td><${Advice} value=${row.eligibilite.recommandation} /></td>
  `,
  proposees: (row) => html`
    <td data-nom=${t("grad.proposee")}>${date(row.dateProposition)}</td><td
      data-nom=${t("motif")}>${row.motif ?? "–"}</td>
  `,
  evaluees: (row) => html`
    <td data-nom=${t("grad.evaluee")}>${date(row.dateEvaluation)}</td>
    <${Score} value=${row.donneesEvaluation?.scoreGlobal ?? null} />
    <td data-nom=${t("grad.criteres")}>${row.donneesEvaluation && met(row.donneesEvaluation)}</td>
    <td><${Advice} value=${row.recommandation} /></td>
  `,
  decidees: (row) => html`
    <td><span class="insigne ${row.statut === "approuvee" ? "oui" : ""}">${code("graduation", row.statut)}</span></td>
    <td data-nom=${t("grad.decidee")}>${date(row.dateAnnulation ?? row.dateDecision)}</td>
    <${Score} value=${row.donneesEvaluation?.scoreGlobal ?? null} />
    <td data-nom=${t("grad.commentaire")}>${row.motifAnnulation ?? row.commentaireDecision ?? "–"}</td>
    <td>
      ${
        row.statut !== "annulee" &&
        may("transferts.modifier") &&
        html`
          <button
            type="button" class="bouton" aria-label=${`${t("grad.annuler")} : ${row.beneficiaire.nomComplet}`}
            onClick=${() => askCancellation(row)}
          >
            ${t("grad.annuler")}
          </button>
        `
      }
    </td>
  `,
  visites: (row) => html`
    <td data-nom=${t("grad.visite.prevue")}>${date(row.datePrevue)}</td>
    <td><span class="insigne ${row.statut === "en_retard" ? "contre" : ""}">${code("visite", row.statut)}</span></td>
    <td>
      ${row.statut === "fait" && date(row.dateSuivi)}
      ${
        row.statut !== "fait" &&
        may("transferts.modifier") &&
        html`
          <button
            type="button" class="bouton" aria-label=${`${t("grad.visite.noter")} : ${row.beneficiaire.nomComplet}`}
            onClick=${() => askVisit(row)}
          >
            ${t("grad.visite.noter")}
          </button>
        `
      }
    </td>
  `,
};

/** Return the rows of the table for one row of the list: itself, and below it its values when they are open. */
export function BoardRow(row) {
  const step = findStep();
  const isTicking = step in MASS && may(MASS[step]);
  const isOpening = ["proposees", "evaluees", "decidees"].includes(step);
  const isOpen = isOpening && expandedId.value === row.id;
  const width = COLUMNS[step].length + (isTicking ? 1 : 0);
  return html`
    <tr key=${findId(row)} aria-selected=${ticked.value.has(findId(row)) ? "true" : null}>
      ${isTicking && html`<${Tick} row=${row} />`}
      <${Person} row=${row} isOpening=${isOpening} />
      ${CELLS[step](row)}
    </tr>
    ${
      isOpen &&
      html`<tr class="grad-ouverte" key=${`${row.id} valeurs`}><td colspan=${width}><${Evaluation}
      graduation=${row} /></td></tr>`
    }
  `;
}

/** Return the share of the principals who graduated. */
export const describeShare = (found) => percent(found.tauxGraduation === null ? null : found.tauxGraduation / 100);
