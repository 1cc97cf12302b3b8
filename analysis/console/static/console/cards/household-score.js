/** How poor a household is found to be, by which score, and what weighs most in it. */

import { Fold } from "../components/fold.js";
import { date, number, t } from "../i18n.js";
import { POVERTY } from "../map/palette.js";
import { html } from "../preact.js";
import * as api from "../server/api.js";
import { Category, join } from "./facts.js";
import { isProvisional } from "./household-parts.js";
import { formatShare, Score } from "./score.js";

const MARKS = [0, 20, 50, 70, 100]; // where the categories of a score begin and end
const HEAVIEST = 3; // terms that are named first
const EVALUATIONS = 5;

function Scale({ score }) {
  const part = (step, index) => html`
    <span style=${{ background: step.colour, flexGrow: MARKS[index + 1] - MARKS[index] }} />
  `;
  return html`
    <div class="echelle" role="img" aria-label=${t("pmt.echelle", { score: number(score, 1) })}>
      ${POVERTY.map(part)}<i style=${{ left: `${Math.min(100, Math.max(0, score))}%` }} />
    </div>
  `;
}

/** Say whether the household is eligible; without a score nobody knows yet. */
function describeEligibility({ scorePmt, eligibleProgramme }) {
  if (eligibleProgramme) return t("eligible.un");
  return t(scorePmt === null ? "eligible.attente" : "eligible.pas");
}

/** Return what the score alone says of a programme: before the validation it is not final. */
function findRule(isDraft, isEligible) {
  if (isDraft) return "pmt.provisoire.aide";
  return isEligible ? "eligible.regle" : "eligible.regle.pas";
}

const readScore = (id) => async (signal) => {
  const [explanation, evaluations] = await Promise.all([
    api.get(`/menages/${id}/explication-pmt`, {}, signal),
    api.get(`/menages/${id}/evaluations`, { limit: EVALUATIONS }, signal),
  ]);
  return { explanation, evaluations };
};

/** Name what moves the score most, up or down. */
function describeHeaviest({ termes }) {
  const heavy = termes.filter(({ contribution }) => contribution);
  heavy.sort((one, other) => Math.abs(other.contribution) - Math.abs(one.contribution));
  const name = ({ libelle, contribution: share }) => `${libelle} (${formatShare(share, 1)})`;
  return heavy.slice(0, HEAVIEST).map(name).join(", ");
}

const Evaluation = ({ one }) => html`
  <li>
    <strong>${one.ruleSet.nom}</strong>
    <span class="doux petit">
      ${join([t(one.eligibles > 0 ? "pmt.regles.retenu" : "pmt.regles.ecarte"), date(one.date)])}
    </span>
  </li>
`;

function Parts({ explanation, evaluations }) {
  const heaviest = describeHeaviest(explanation);
  return html`
    ${heaviest && html`<p>${t("pmt.pese", { termes: heaviest })}</p>`}
    <${Score} why=${explanation} />
    <h4>${t("pmt.regles")}</h4>
    ${
      evaluations.length
        ? html`<ul class="motifs">${evaluations.map((one) => html`<${Evaluation} key=${one.id} one=${one} />`)}</ul>`
        : html`<p class="doux">${t("pmt.regles.aucune")}</p>`
    }
  `;
}

export function Poverty({ household }) {
  const { id, scorePmt: score, eligibleProgramme: isEligible } = household;
  const isDraft = score !== null && isProvisional(household);
  return html`
    <section class="pauvrete">
      <p>
        <${Category} value=${household.categoriePauvrete} />
        <span class=${isEligible && !isDraft ? "insigne oui" : "insigne"}>${describeEligibility(household)}</span>
      </p>
      ${
        score !== null &&
        html`
          <p class="doux">
            ${t("pmt.score", { score: number(score, 1) })}${" "}
            ${isDraft && html`<span class="insigne provisoire">${t("pmt.provisoire")}</span>`}
          </p>
        `
      }
      ${score !== null && html`<${Scale} score=${score} />`}
      ${score !== null && html`<p class="doux petit">${t(findRule(isDraft, isEligible))}</p>`}
      ${
        score !== null &&
        html`
          <${Fold} id="score" title=${t("pmt.pourquoi")} lines=${4} read=${readScore(id)}>
            ${(found) => html`<${Parts} ...${found} />`}
          <//>
        `
      }
    </section>
  `;
}
