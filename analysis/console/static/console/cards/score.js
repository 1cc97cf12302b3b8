/** How a score came about, term by term. */

import { code, number, t } from "../i18n.js";
import { html } from "../preact.js";
import { may } from "../server/session.js";
import { Category, join } from "./facts.js";
import { ScoreAgain } from "./score-again.js";

/** Format a value of whatever kind a household or an event has. */
export function formatValue(value) {
  if (value === "") return "";
  if (value === null || value === undefined) return "–";
  if (typeof value === "boolean") return t(value ? "oui" : "non");
  return typeof value === "number" ? number(value, Number.isInteger(value) ? 0 : 2) : code("valeur", String(value));
}

export const formatScore = (score) => t("parcours.surcent", { score: number(score, 1) });

/** Format what a term adds, with its sign, since a term may take away. */
export const formatShare = (share, digits = 2) =>
  share === null ? "–" : `${share > 0 ? "+" : ""}${number(share, digits)}`;

/** Say by which rule a term counts: "−3,2 par unité", "Primaire : +5", "> 3 : −4"; null for other rules. */
function describeRule({ operateur, valeur, poids }) {
  const share = formatShare(poids, Number.isInteger(poids) ? 0 : 1);
  if (operateur === "lineaire") return t("pmt.regle.unite", { apport: share });
  const wanted = [valeur].flat();
  const isText = wanted.every((one) => typeof one !== "object");
  if (!isText || !["=", "dans", "<", "<=", ">", ">="].includes(operateur)) return null;
  const names = wanted.map(formatValue).join(", ");
  return t("intitule", { nom: operateur.match(/[<>]/) ? `${operateur} ${names}` : names, valeur: share });
}

/** Join the terms of one variable: of several conditions on it one applies, and people read one line. */
function groupTerms(terms) {
  const groups = new Map();
  for (const term of terms) {
    const { libelle: name, operateur, valeurMenage, contribution } = term;
    const value = operateur === "poids" ? "" : valeurMenage; // that of a place is its weight, which stands beside it
    const group = groups.get(name) ?? { name, value, share: 0, rules: [] };
    group.share = contribution === null || group.share === null ? null : group.share + contribution;
    group.rules.push(describeRule(term));
    groups.set(name, group);
  }
  return [...groups.values()];
}

const Term = ({ name, value, share, rules = [] }) => html`
  <tr>
    <th scope="row">${name}${join(rules) && html`<small class="doux">${join(rules)}</small>`}</th>
    <td>${value}</td>
    <td class=${share ? "droite" : "droite doux"}>${formatShare(share)}</td>
  </tr>
`;

/** Add the terms up; where the method turns their sum into another number, that one stands below. */
function Sum({ why: { intercept, termes, score } }) {
  const sum = termes.reduce((total, { contribution }) => total + contribution, intercept);
  return html`
    <tfoot>
      <${SumRow} name=${t("parcours.somme")} value=${sum} />
      ${Math.abs(sum - score) > 0.006 && html`<${SumRow} name=${t("parcours.somme.score")} value=${score} />`}
    </tfoot>
  `;
}
const SumRow = ({ name, value }) => html`
  <tr><th scope="row">${name}</th><td></td><td class="droite">${number(value, 2)}</td></tr>
`;

const Terms = ({ why, groups }) => html`
  <table class="termes">
    <thead>
      <tr>
        <th scope="col">${t("parcours.terme")}</th>
        <th scope="col">${t("parcours.valeur")}</th>
        <th scope="col" class="droite">${t("parcours.apport")}</th>
      </tr>
    </thead>
    <tbody>
      <${Term} name=${t("parcours.base")} value="" share=${why.intercept} />
      ${groups.map((group) => html`<${Term} ...${group} value=${formatValue(group.value)} />`)}
    </tbody>
    ${why.termes.every(({ contribution }) => contribution !== null) && html`<${Sum} why=${why} />`}
  </table>
`;

/** Say that the score is not today's, what it would be, and offer to score again. */
const Outdated = ({ why }) => html`
  <div class="note" id="score-ancien">
    <p>${t(why.dateCalcul === null ? "parcours.score.sanscalcul" : "parcours.score.depuis")}</p>
    ${
      Number.isFinite(why.score) &&
      html`
        <p>
          <strong>${t("parcours.score.aujourdhui", { score: number(why.score, 1) })}</strong>${" "}
          <${Category} value=${why.categoriePauvrete} />
        </p>
      `
    }
    ${why.menageId && may("registre.scorer") && html`<${ScoreAgain} id=${why.menageId} />`}
  </div>
`;

/** Show a score with the one before, the method, the reason when a person set it, and its terms. */
export function Score({ why }) {
  const score = why.scoreEnregistre !== null && formatScore(why.scoreEnregistre);
  const before = why.ancienScore !== null && t("parcours.avant", { score: number(why.ancienScore, 1) });
  const method = `${why.methode.nom}\u00a0v${why.methode.version}`;
  const groups = groupTerms(why.termes);
  return html`
    <p>${join([score, before, method])}</p>
    ${why.motif && html`<p class="cite">${why.motif}</p>`}
    ${!why.aJour && !why.motif && html`<${Outdated} why=${why} />`}
    <details>
      <summary>${t("parcours.termes", { n: groups.length })}</summary>
      <${Terms} why=${why} groups=${groups} />
    </details>
  `;
}
