/** The comparison of a pair, thing by thing: what both interviews tell, and what that says. */

import { describeTraits } from "../cards/household-parts.js";
import { code, distance, fullDate, t } from "../i18n.js";
import { visit } from "../map/map.js";
import { html } from "../preact.js";
import { PairMoney } from "./pair-money.js";
import { PairStage } from "./pair-stage.js";
import { isPlain, writePlain } from "./pair-values.js";

const isEmpty = (value) => value === null || value === "";

/** The given name of "Fatumata Djaló, 12". */
const findGivenName = (person) => person.split(/[ ,]/)[0];

/** List the members of one side; those whose given name the other side has, too, are marked. */
function Members({ value, other }) {
  const known = new Set((other ?? "").split("; ").map(findGivenName));
  const person = (one) => html`<li class=${known.has(findGivenName(one)) ? "commun" : null}>${one}</li>`;
  return html`<ul class="membres-paire">${value.split("; ").map(person)}</ul>`;
}

function Value({ field, value, other }) {
  if (value === null || value === "") return html`<span class="doux">${t("inconnu")}</span>`;
  if (field === "membres") return html`<${Members} value=${value} other=${other} />`;
  if (field === "plateforme") return code("source", value);
  if (field === "dateCollecte") return fullDate(value);
  if (field === "logement") return describeTraits(value);
  if (isPlain(field)) return writePlain(field, value);
  return field === "sexe" ? code("sexe", value) : String(value);
}

// From so many bits on: a hundred times, or four times, more often of one household than of two, or the reverse.
const STRONG = 6.6;
const MIDDLING = 2;

/** Say how much a line of the comparison weighs beside the others; pairs of before do not tell it. */
function describeWeight(bits) {
  if (!bits) return "";
  const weight = Math.abs(bits);
  if (weight >= STRONG) return t("doublons.poids.fort");
  return t(weight >= MIDDLING ? "doublons.poids.moyen" : "doublons.poids.faible");
}

// What is likelier of one household than of two, and yet no likeness: it weighs, but gets no tick.
const NO_LIKENESS = new Set(["autre_campagne", "voisine"]);

/** Tell whether a reason in favour is of a line that weighs without being a likeness. */
export const isNoLikeness = (pair, reason) =>
  pair.comparaison.some((line) => line.raison === reason && NO_LIKENESS.has(line.niveau));

/** Say that an age was stated twice: at two collections, where the years of birth that follow from it differ. */
function describeAge(values, { menageA, menageB }) {
  const age = values.find(({ champ, a, b }) => champ === "age" && a === b && !isEmpty(a));
  if (!age) return null;
  const [a, b] = [menageA, menageB].map(({ dateCollecte }) => dateCollecte && fullDate(dateCollecte));
  if (!a || !b || a === b) return t("doublons.fait.age", { n: age.a });
  return t("doublons.fait.age.dates", { n: age.a, a, b });
}

/** Say the equal values behind a line's sentence, which is of a threshold; null where there are none. */
function describeFact({ code: about, valeurs }, pair) {
  if (about === "annee") return describeAge(valeurs, pair);
  const people = about === "personnes" && valeurs.find(({ champ, a, b }) => champ === "membres" && a && b);
  if (!people) return null;
  const [mine, theirs] = [people.a, people.b].map((list) => list.split("; ").map(findGivenName));
  const known = new Set(theirs);
  const n = mine.filter((name) => known.has(name)).length;
  return n ? t("doublons.fait.membres", { n, total: mine.length }) : null;
}

function findVerdict({ favorable, niveau }) {
  if (favorable === null || NO_LIKENESS.has(niveau)) return "neutre";
  return favorable ? "pareil" : "differe";
}

/** Say what all values of a line say together: one sentence, so that no value contradicts it. */
function Verdict({ line, pair }) {
  const verdict = findVerdict(line);
  const fact = describeFact(line, pair);
  const apart = line.code === "lieu" && pair.distance !== null;
  return html`
    <span class="verdict-${verdict}">${line.raison ?? t(`doublons.${verdict}`)}</span>${" "}
    <span class="doux petit">${describeWeight(line.bits)}</span>
    ${fact && html`<div class="petit">${fact}</div>`}
    ${apart && html`<div class="petit ecart-paire">${t("doublons.ecart", { distance: distance(pair.distance) })}</div>`}
  `;
}

/** Say what can be seen of one value where the line as a whole could not be judged. */
function describeUnjudged({ a, b }) {
  if (isEmpty(a) || isEmpty(b)) return t("doublons.tait");
  return t(a === b ? "doublons.nonjuge.pareil" : "doublons.nonjuge.differe");
}

/** Show what is compared together: its values, and beside all of them what they say. */
function Comparison({ line, pair }) {
  const isJudged = line.niveau !== null;
  const values = line.valeurs.filter(({ a, b }) => !isEmpty(a) || !isEmpty(b));
  const row = (value, index) => {
    const { champ, a, b } = value;
    // A difference that the judgement found to be none (12 m, another spelling) is not marked as one.
    const isDifferent = a !== b && !isEmpty(a) && !isEmpty(b) && line.favorable !== true;
    const verdict = isJudged ? html`<${Verdict} line=${line} pair=${pair} />` : describeUnjudged(value);
    return html`
      <tr key=${champ} class=${isDifferent && champ !== "membres" ? "differe" : null}>
        <th scope="row">
          ${line.valeurs.length > 1 ? t(`champ.${champ}`) : line.libelle}
          ${(index === 0 || !isJudged) && html`<div class="avis-etroit">${verdict}</div>`}
        </th>
        <td><${Value} field=${champ} value=${a} other=${b} /></td>
        <td><${Value} field=${champ} value=${b} other=${a} /></td>
        ${isJudged && index === 0 && html`<td class="avis-paire" rowspan=${values.length}>${verdict}</td>`}
        ${!isJudged && html`<td class="avis-paire"><span class="verdict-tait">${verdict}</span></td>`}
      </tr>
    `;
  };
  return html`<tbody>${values.map(row)}</tbody>`;
}

function Head({ household, letter }) {
  const open = () => visit(`menage/${household.id}`, { vue: "carte", element: null });
  return html`
    <th scope="col">
      <span class="doux">${t("doublons.menage", { lettre: letter })}</span>
      <button type="button" class="lien" onClick=${open}>${household.codeMenage}</button>
      <span class="doux petit">${t("doublons.enregistre", { quand: fullDate(household.createdAt) })}</span>
    </th>
  `;
}

const isFilled = (line) => line.valeurs.some(({ a, b }) => !isEmpty(a) || !isEmpty(b));

const describeEmpty = (labels) => t("doublons.vides", { noms: labels.join(", ") });

export function Comparisons({ pair }) {
  const empty = pair.comparaison.filter((line) => line.valeurs.length && !isFilled(line)).map((line) => line.libelle);
  return html`
    <div class="feuille defile" tabindex="0" role="region" aria-label=${t("doublons.comparaison")}>
      <table class="lignes compare">
        <caption class="hors-vue">${t("doublons.comparaison")}</caption>
        <thead>
          <tr>
            <th scope="col">${t("doublons.donnee")}</th>
            <${Head} household=${pair.menageA} letter="A" /><${Head} household=${pair.menageB} letter="B" />
            <th scope="col">${t("doublons.avis")}</th>
          </tr>
        </thead>
        <${PairStage} pair=${pair} />
        ${pair.comparaison
          .filter(isFilled)
          .map((line) => html`<${Comparison} key=${line.code} line=${line} pair=${pair} />`)}
        <${PairMoney} money=${pair.money} />
      </table>
      ${empty.length > 0 && html`<p class="doux petit vides-paire">${describeEmpty(empty)}</p>`}
    </div>
  `;
}
