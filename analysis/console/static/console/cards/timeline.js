/** What happened with a household, in order, and why: read when it is opened. */

import { Fold } from "../components/fold.js";
import { code, date, t } from "../i18n.js";
import { visit } from "../map/map.js";
import { writeScore } from "../pages/pair-groups.js";
import { html } from "../preact.js";
import * as api from "../server/api.js";
import { Fact, join } from "./facts.js";
import { formatScore, formatValue, Score } from "./score.js";
import { Enrolment, FollowUp, Payment } from "./transfer-events.js";

const Line = ({ parts }) => {
  const text = join(parts);
  return text && html`<p>${text}</p>`;
};
const Quote = ({ text }) => text && html`<p class="cite">${text}</p>`;
const Reasons = ({ items }) =>
  items.length > 0 && html`<ul class="motifs">${items.map((item) => html`<li>${item}</li>`)}</ul>`;

const OtherHousehold = ({ menageId, codeMenage, score }) => html`
  <p>
    <button type="button" class="lien" onClick=${() => visit(`menage/${menageId}`)}>${codeMenage}</button>
    ${` · ${t("parcours.surcent", { score: writeScore({ score }) })}`}
  </p>
`;

const Decision = ({ why }) => html`
  <${OtherHousehold} ...${why} /><${Quote} text=${why.motif} />
  ${!why.valable && html`<${Quote} text=${t("parcours.perime")} />`}
`;

/** The reason of a merge is at first what the pair has in common: nobody reads that twice. */
function Merge({ why: { raisons = [], motif, codeAbsorbe, codeConserve } }) {
  const isOwn = motif !== raisons.join(" ; ");
  return html`
    <p>${t("parcours.fusion", { absorbe: codeAbsorbe, conserve: codeConserve })}</p>
    <${Reasons} items=${raisons} />${isOwn && html`<${Quote} text=${motif} />`}
  `;
}

const Quality = ({ why }) => html`
  <${Line} parts=${[why.scoreQualite !== null && formatScore(why.scoreQualite)]} />
  <${Reasons} items=${why.problemes.map((one) => `${code("gravite", one.gravite)} : ${one.message}`)} />
`;

const Registration = ({ why }) => html`<${Line} parts=${[why.sourceDonnees && code("source", why.sourceDonnees)]} />`;

const Duplicate = ({ why }) => html`<${OtherHousehold} ...${why} /><${Reasons} items=${why.raisons} />`;

const HealthVisit = ({ why }) => html`
  <${Line} parts=${[code("visite", why.typeVisite)]} /><${Quote} text=${why.observations} />
`;

const Measure = ({ why }) => html`
  <${Line} parts=${[code("mesure", why.typeMesure)]} /><${Quote} text=${why.description} />
`;

const Transition = ({ why }) => html`
  ${why.motif && html`<${Line} parts=${[code("motif", why.motif, why.motifLibelle)]} />`}
  <${Quote} text=${why.commentaire} />
`;

/** Show the plain facts of an event that a feature tells of which this page knows nothing. */
function Facts({ why }) {
  const isPlain = ([name, one]) => !/Id$/.test(name) && ["string", "number", "boolean"].includes(typeof one);
  const plain = Object.entries(why).filter(isPlain);
  const fact = ([name, one]) => html`<${Fact} name=${code("champ", name)} value=${formatValue(one)} />`;
  return plain.length > 0 && html`<dl class="faits">${plain.map(fact)}</dl>`;
}

/** What stands under an event's title, by its type. */
const WHY = {
  collecte: () => null,
  enregistrement: Registration,
  score: Score,
  qualite: Quality,
  doublon: Duplicate,
  distincts: Decision,
  ignorer: Decision,
  fusion: Merge,
  fusion_annulee: Merge,
  visite_sante: HealthVisit,
  mesure_accompagnement: Measure,
  enrolement: Enrolment,
  graduation: Enrolment,
  sortie: Enrolment,
  suivi: FollowUp,
  paiement: Payment,
  paiement_echoue: Payment,
  paiement_retourne: Payment,
};

function Event({ event, isDraft }) {
  const Why = event.source === "collecte" ? Transition : (WHY[event.type] ?? Facts);
  return html`
    <li data-source=${event.source}>
      <strong>${event.titre.replace(/\.$/, "")}</strong>
      <span class="doux petit">
        ${join([date(event.date), event.par?.nom, isDraft && event.type === "score" && t("pmt.provisoire.papier")])}
      </span>
      <${Why} why=${event.details} />
    </li>
  `;
}

/** `isDraft`: the household is not validated, and neither is what it was scored. */
export const Timeline = ({ householdId, isDraft }) => html`
  <${Fold}
    id="parcours" title=${t("parcours")} lines=${5} read=${() => api.get(`/menages/${householdId}/parcours`)}
  >
    ${(events) => html`
      <ol class="parcours">${events.map((event) => html`<${Event} event=${event} isDraft=${isDraft} />`)}</ol>
    `}
  <//>
`;
