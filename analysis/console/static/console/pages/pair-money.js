/** What each household of a pair receives, and what was complained about: which one a merge had better keep. */

import { readPeople } from "../cards/household-money.js";
import { number, t } from "../i18n.js";
import { money } from "../payments/parts.js";
import { html } from "../preact.js";
import { may } from "../server/session.js";
import { compareStages } from "./pair-stage.js";

/** Read the beneficiaries of both as {a, b}; null for whom may not, or cannot now: the pair is compared without. */
export async function readPairMoney({ menageA, menageB }) {
  if (!may("transferts.lire")) return null;
  const [a, b] = await Promise.all([menageA, menageB].map(({ id }) => readPeople(id))).catch(() => [null, null]);
  return a && b ? { a, b } : null;
}

const countPaid = (people) => people.reduce((sum, { statistiques }) => sum + statistiques.paiementsReussis, 0);

/** Order the people of two households by what a merge had better keep: above 0, the second was paid more, or is
 * enrolled. */
export const compareMoney = (one, other) => countPaid(other) - countPaid(one) || other.length - one.length;

/** Return {side, reason} of the form that is kept unless somebody chooses the other: of whom is paid or enrolled, else
 * the one that has come farther (to the registry), else that of the later visit; `reason` is null where nothing speaks
 * for one.
 */
export function findRetained({ money: found, menageA, menageB, comparaison }) {
  const more = found ? compareMoney(found.a, found.b) : 0;
  if (more) return { side: more > 0 ? "b" : "a", reason: "argent" };
  const farther = compareStages(menageA, menageB);
  if (farther) return { side: farther > 0 ? "b" : "a", reason: "etape" };
  const visits = comparaison.flatMap(({ valeurs }) => valeurs).find(({ champ }) => champ === "dateCollecte");
  if (!visits?.a || !visits.b || visits.a === visits.b) return { side: "a", reason: null };
  return { side: visits.b > visits.a ? "b" : "a", reason: "visite" };
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

/** Show what the people of a household receive, line by line. */
export function Side({ people }) {
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
