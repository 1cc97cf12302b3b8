/** The card of a household: who, where, how poor, what is near. */

import { Icon } from "../components/icon.js";
import { Telephone } from "../components/telephone.js";
import { ago, code, date, fullDate, number, t } from "../i18n.js";
import { findState } from "../pages/transitions.js";
import { html } from "../preact.js";
import * as api from "../server/api.js";
import { asValue } from "../server/errors.js";
import { buildUrl } from "../server/names.js";
import { HouseholdActions } from "./actions.js";
import { CentreButton, Fact, join } from "./facts.js";
import { History } from "./history.js";
import { Faults, SizeGap } from "./household-faults.js";
import { Money, useMoney } from "./household-money.js";
import { Now } from "./household-now.js";
import { useSheet } from "./household-paper.js";
import {
  Dwelling,
  describeHead,
  describeMissingSpouse,
  isProvisional,
  listComposition,
  nameStep,
} from "./household-parts.js";
import { Poverty } from "./household-score.js";
import { Members } from "./members.js";
import { Moves } from "./moves.js";
import { listPositions, NearestServices } from "./nearest.js";
import { Photos } from "./photos.js";
import { Timeline } from "./timeline.js";

const CLOSE = 15; // the zoom at which a house is seen
const MOST_MEMBERS = 100; // what the API answers at once

const Head = ({ head }) => html`
  <div class="chef">
    <${Icon} name="person" />
    <div>
      <span>${describeHead(head)}</span>
      ${head.telephone && html`<${Telephone} number=${head.telephone} />`}
    </div>
  </div>
`;

/** Show who lives there, by age, as far as it is known. */
function Composition({ household, members }) {
  const spouse = describeMissingSpouse(household, members);
  const { isKnown, names } = listComposition(household);
  const part = (name) => html`
    <div data-nul=${household[name] === 0 ? "" : null}>
      <dd>${number(household[name])}</dd><dt>${t(`composition.${name}`)}</dt>
    </div>
  `;
  return html`
    <section>
      <h3>${t("composition", { n: household.tailleMenage })}</h3>
      <${SizeGap} household=${household} />
      ${!isKnown && html`<p>${t("composition.inconnue")}</p>`}
      ${names.length > 0 && html`<dl class="nombres">${names.map(part)}</dl>`}
      ${spouse && html`<p class="doux petit" id="conjoint-absent">${spouse}</p>`}
    </section>
  `;
}

/** Say at the top where the data stand, how old they are and who collected them. */
function Brief({ household }) {
  const { milieu, dateCollecte: day, enqueteur } = household;
  const values = day && { jour: fullDate(day), age: ago(day), qui: enqueteur?.nomComplet };
  const collected = values && t(enqueteur ? "menage.collecte.par" : "menage.collecte", values);
  return html`
    <p class="petit" id="menage-en-bref">
      <span class="insigne">${nameStep(household)}</span>${" "}
      ${join([milieu && code("milieu", milieu), collected])}
    </p>
  `;
}

/** Say why a household was rejected, by whom and when: the first thing to know of it. */
function Rejection({ household }) {
  const {
    valideCollectePar: person,
    dateValidationCollecte: day,
    donneesValidation,
    commentaireValidationCollecte,
  } = household;
  if (findState(household) !== "rejete" || !person || !day) return null;
  const nom = t("menage.rejete", { jour: fullDate(day), qui: person.nomComplet });
  const motif = donneesValidation?.motif;
  return html`
    <p class="note" id="menage-rejete">
      <span>
        <strong>${motif ? t("intitule", { nom, valeur: code("motif", motif) }) : nom}</strong>
        ${commentaireValidationCollecte && html`<br />${commentaireValidationCollecte}`}
      </span>
    </p>
  `;
}

const Details = ({ household }) => html`
  <dl class="faits">
    <${Fact} name=${t("campagne")} value=${household.campagne?.nom} />
    <${Fact} name=${t("modifie")} value=${date(household.updatedAt)} />
    <${Fact} name=${t("source")} value=${household.sourceDonnees && code("source", household.sourceDonnees)} />
  </dl>
`;

/** List the addresses of what no card can do without. */
export const listCardAddresses = (id) => [
  buildUrl(`/menages/${id}`),
  buildUrl(`/menages/${id}/membres`, { limit: MOST_MEMBERS }),
];

const buildNearAddress = (id) => buildUrl(`/carte/analyse/menage-proximite/${id}`);

/** List the addresses of all that the card shows at once. */
export const listCardParts = (id) => [...listCardAddresses(id), buildNearAddress(id)];

/** Read all that the cards of some households show at once, in one answer: [address, answer] of each part, the answer
 * as its address gives it. A household that is gone has none. */
export async function readCards(ids, signal) {
  const cards = await api.get("/carte/analyse/fiches-menages", { ids: ids.join(",") }, signal);
  return cards.flatMap(({ etag, menage, membres, proximite }) => {
    const [own, members] = listCardAddresses(menage.id);
    return [
      [own, { body: { data: menage }, tag: etag }],
      [members, { body: { "hydra:member": membres }, tag: null }],
      [buildNearAddress(menage.id), { body: { data: proximite }, tag: null }],
    ];
  });
}

/** Read all that the card shows at once. */
export async function readHousehold({ id }, signal) {
  const [household, membership, near] = await Promise.all([
    api.get(`/menages/${id}`, {}, signal),
    api.getJson(`/menages/${id}/membres`, { limit: MOST_MEMBERS }, signal),
    api.get(`/carte/analyse/menage-proximite/${id}`, {}, signal).catch(asValue),
  ]);
  const { latitude, longitude } = household;
  const centre = latitude === null || longitude === null ? null : [Number(longitude), Number(latitude)];
  return { household, members: membership["hydra:member"] ?? [], near, centre, ends: listPositions(near) };
}

/** The name of the head is what people know a household by; its code stands below, with where it lives. */
export const describeHousehold = ({ household }) => ({
  title: household.chefMenage?.nomComplet ?? household.codeMenage,
  code: household.chefMenage?.nomComplet ? household.codeMenage : null,
  subtitle: join([household.localite?.nom, household.secteur?.nom, household.region?.nom], ", "),
});

export function HouseholdCard({ found }) {
  const { household, members, near, centre } = found;
  const readMoney = useMoney(household.id);
  useSheet(found, readMoney);
  return html`
    <div class="actions en-tete">
      <${HouseholdActions} found=${found} readMoney=${readMoney} />
      ${centre && html`<${CentreButton} centre=${centre} findZoom=${() => CLOSE} label=${t("centrer.court")} />`}
    </div>
    <${Brief} household=${household} />
    <${Rejection} household=${household} />
    <${Moves} household=${household} />
    <${Now} read=${readMoney} />
    <${Poverty} household=${household} />
    ${household.chefMenage && html`<${Head} head=${household.chefMenage} />`}
    ${
      centre
        ? html`<${NearestServices} found=${near} centre=${centre} />`
        : html`<p class="doux">${t("sans.position")}</p>`
    }
    <${Composition} household=${household} members=${members} />
    <${Faults} household=${household} />
    <${Members} household=${household} members=${members} />
    <${Photos} household=${household} />
    <${Dwelling} dwelling=${household.logement} />
    <${Money} read=${readMoney} />
    <${Timeline} householdId=${household.id} isDraft=${isProvisional(household)} />
    <${History} householdId=${household.id} />
    <${Details} household=${household} />
  `;
}
