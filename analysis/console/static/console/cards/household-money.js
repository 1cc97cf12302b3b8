/** What a household receives, and what its beneficiaries complained about: read when one of the folds is opened. */

import { Fold } from "../components/fold.js";
import { code, date, t } from "../i18n.js";
import { Amount, money } from "../payments/parts.js";
import { html, useMemo } from "../preact.js";
import * as api from "../server/api.js";
import { may } from "../server/session.js";
import { findAddress } from "../state/view.js";
import { join } from "./facts.js";

const MOST = 10; // people of one household, over the years
const ROWS = 12; // payments that are spelt out, the newest first
/** The states of a payment that is still to come. */
export const OPEN = new Set(["planifie", "en_cours"]);

/** Read the household's beneficiaries with their payments and complaints, as far as the caller may read these. */
export async function readPeople(householdId) {
  const list = await api.get("/beneficiaires", { "menage.id": householdId, limit: MOST });
  return Promise.all(list.map(({ id }) => api.get(`/beneficiaires/${id}`)));
}

/** Return what reads the household's people, once for all who ask; what failed is read again. Null for whom may not. */
export function useMoney(householdId) {
  const read = useMemo(() => remember(() => readPeople(householdId)), [householdId]);
  return may("transferts.lire") ? read : null;
}

function remember(read) {
  let reading = null;
  return () => {
    reading ??= read().catch((error) => {
      reading = null;
      throw error;
    });
    return reading;
  };
}

/** Call what is planned so: its cycle may not be validated yet, and then nothing is to be paid. */
export const describeState = (state) => (state === "planifie" ? t("versements.prevu") : code("paiement", state));

const Payment = ({ payment }) => html`
  <li>
    <a class="lien" href=${findAddress({ vue: "cycles", element: payment.cycle.id })}>${payment.cycle.nom}</a>
    <strong class="montant"><${Amount} payment=${payment} /></strong>
    <span class="petit doux">
      ${join([describeState(payment.statut), !OPEN.has(payment.statut) && date(payment.dateExecution)])}
    </span>
  </li>
`;

/** Say what a person received so far. */
export function describeReceived({ paiementsReussis: count, totalMontantRecu: amount }) {
  return count ? t("versements.recus", { n: count, montant: money(amount) }) : t("versements.rien");
}

function Person({ person }) {
  const { paiements: payments, statistiques: figures, programmes } = person;
  const more = payments.length - ROWS;
  const received = describeReceived(figures);
  const programme = (one) => html`
    <a class="lien" href=${findAddress({ vue: "programmes", element: one.id })}>${one.nom}</a>
  `;
  return html`
    <section class="versements">
      <p><strong>${programmes.map(programme)}</strong></p>
      <p>
        ${`${person.nomComplet} `}<span class="insigne ${person.actif ? "oui" : ""}">
          ${code("enrolement", person.statutEnrolement)}
        </span>
      </p>
      <p class="doux">${payments.length ? received : t("versements.aucun")}</p>
      <ul>${payments.slice(0, ROWS).map((one) => html`<${Payment} key=${one.id} payment=${one} />`)}</ul>
      ${more > 0 && html`<p class="doux petit">${t("versements.plus", { n: more })}</p>`}
    </section>
  `;
}

const Complaint = ({ complaint }) => html`
  <li>
    <a class="lien" href=${findAddress({ vue: "plaintes", element: complaint.id })}>${complaint.reference}</a>
    <span><span class="insigne">${code("plainte", complaint.statut)}</span></span>
    <span class="petit doux">
      ${join([code("plaintecategorie", complaint.categorie), date(complaint.dateCreation)])}
    </span>
  </li>
`;

/** List the complaints of a household's people; none about violence is told of beside a household. */
export const listComplaints = (people) =>
  people.flatMap((person) => person.plaintes).filter((one) => one.categorie !== "vbg");

function Complaints({ people }) {
  const all = listComplaints(people);
  if (!all.length) return html`<p class="doux">${t("versements.plaintes.aucune")}</p>`;
  const newest = all.toSorted((one, other) => other.dateCreation.localeCompare(one.dateCreation));
  return html`
    <ul class="membres plaintes-ici">
      ${newest.slice(0, ROWS).map((one) => html`<${Complaint} key=${one.id} complaint=${one} />`)}
    </ul>
  `;
}

/** `read` of `useMoney`. */
export function Money({ read }) {
  if (!read) return null;
  const list = (people) =>
    people.length
      ? people.map((person) => html`<${Person} key=${person.id} person=${person} />`)
      : html`<p class="doux">${t("versements.personne")}</p>`;
  return html`
    <${Fold} id="versements" title=${t("versements")} lines=${4} read=${read}>${list}<//>
    ${
      may("plaintes.lire") &&
      html`
        <${Fold} id="plaintes-menage" title=${t("versements.plaintes")} lines=${2} read=${read}>
          ${(people) => html`<${Complaints} people=${people} />`}
        <//>
      `
    }
  `;
}
