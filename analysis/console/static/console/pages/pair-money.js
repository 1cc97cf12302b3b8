/** What each household of a pair receives, and what was complained about: which one a merge had better keep. */

import { readPeople } from "../cards/household-money.js";
import { number, t } from "../i18n.js";
import { money } from "../payments/parts.js";
import { html } from "../preact.js";
import { may } from "../server/session.js";

/** Read the beneficiaries of both as {a, b}; null for whom may not, or cannot now: the pair is compared without. */
export async function readPairMoney({ menageA, menageB }) {
  if (!may("transferts.lire")) return null;
  const [a, b] = await Promise.all([menageA, menageB].map(({ id }) => readPeople(id))).catch(() => [null, null]);
  return a && b ? { a, b } : null;
}

const countPaid = (people) => people.reduce((sum, { statistiques }) => sum + statistiques.paiementsReussis, 0);

/** Return the side that is to be kept unless somebody chooses the other: who was paid, else who is enrolled, else whom
 * the later interview found, whose answers are of today. */
export function findRetained({ money: found, menageA, menageB }) {
  const gain = found && (countPaid(found.b) - countPaid(found.a) || found.b.length - found.a.length);
  const days = Date.parse(menageB.dateCollecte) - Date.parse(menageA.dateCollecte);
  return (gain || days) > 0 ? "b" : "a";
}

/** List a person's programmes, payments and complaints; none about violence is told of beside a household. */
function listFacts({ programmes, statistiques: figures, plaintes }) {
  const count = figures.paiementsReussis;
  const complaints = plaintes.filter((one) => one.categorie !== "vbg").length;
  return [
    ...programmes.map(({ nom }) => nom),
    count ? t("versements.recus", { n: count, montant: money(figures.totalMontantRecu) }) : t("versements.rien"),
    complaints > 0 && t("intitule", { nom: t("versements.plaintes"), valeur: number(complaints) }),
  ].filter(Boolean);
}

function Side({ people }) {
  if (!people.length) return html`<span class="doux">${t("versements.personne")}</span>`;
  return people.flatMap(listFacts).map((text) => html`<div>${text}</div>`);
}

/** Show a line of the comparison that judges nothing. */
export const PairMoney = ({ money: found }) =>
  found &&
  html`
    <tbody id="argent-paire">
      <tr>
        <th scope="row">${t("versements")}</th>
        <td><${Side} people=${found.a} /></td><td><${Side} people=${found.b} /></td>
        <td class="avis-paire"></td>
      </tr>
    </tbody>
  `;
