/** How a score came about, term by term. */

import { code, number, t } from "../i18n.js";
import { html } from "../preact.js";
import { join } from "./facts.js";

/** Format a value of whatever kind a household or an event has. */
export function formatValue(value) {
  if (value === null || value === undefined) return "–";
  if (typeof value === "boolean") return t(value ? "oui" : "non");
  return typeof value === "number" ? number(value, Number.isInteger(value) ? 0 : 2) : code("valeur", String(value));
}

export const formatScore = (score) => t("parcours.surcent", { score: number(score, 1) });

/** Format what a term adds, with its sign, since a term may take away. */
const formatShare = (share) => (share === null ? "–" : `${share > 0 ? "+" : ""}${number(share, 2)}`);

const Term = ({ name, value, share }) => html`
  <tr><th scope="row">${name}</th><td>${value}</td><td class="droite">${formatShare(share)}</td></tr>
`;

const Terms = ({ intercept, terms }) => html`
  <table class="termes">
    <thead>
      <tr>
        <th scope="col">${t("parcours.terme")}</th>
        <th scope="col">${t("parcours.valeur")}</th>
        <th scope="col" class="droite">${t("parcours.apport")}</th>
      </tr>
    </thead>
    <tbody>
      <${Term} name=${t("parcours.base")} value="" share=${intercept} />
      ${terms.map(
        (term) => html`
          <${Term} name=${term.libelle} value=${formatValue(term.valeurMenage)} share=${term.contribution} />
        `,
      )}
    </tbody>
  </table>
`;

/** Show a score with the one before, the method, the reason when a person set it, and its terms. */
export function Score({ why }) {
  const score = why.scoreEnregistre !== null && formatScore(why.scoreEnregistre);
  const before = why.ancienScore !== null && t("parcours.avant", { score: number(why.ancienScore, 1) });
  const method = `${why.methode.nom}\u00a0v${why.methode.version}`;
  const isOutdated = !why.aJour && !why.motif;
  return html`
    <p>${join([score, before, method])}</p>
    ${why.motif && html`<p class="cite">${why.motif}</p>`}
    ${isOutdated && html`<p class="cite">${t("parcours.score.depuis")}</p>`}
    <details>
      <summary>${t("parcours.termes", { n: why.termes.length })}</summary>
      <${Terms} intercept=${why.intercept} terms=${why.termes} />
    </details>
  `;
}
