/** One pair of households side by side, with what differs marked, and what is decided about it. */

import { Loaded } from "../components/feedback.js";
import { Icon } from "../components/icon.js";
import { code, number, t } from "../i18n.js";
import { visit } from "../map/map.js";
import { html, useEffect, useLayoutEffect } from "../preact.js";
import { may } from "../server/session.js";
import { BackHeader } from "./back.js";
import * as duplicates from "./duplicates-state.js";
import { Actions, LastDecision } from "./pair-actions.js";

const Neighbours = () => html`
  <div class="actions">
    <button
      type="button" id="paire-avant" class="bouton" disabled=${!duplicates.findNeighbour(-1)}
      onClick=${() => duplicates.openNeighbour(-1)}
    >
      <${Icon} name="previous" />${t("pages.avant")}
    </button>
    <button
      type="button" id="paire-apres" class="bouton" disabled=${!duplicates.findNeighbour(1)}
      onClick=${() => duplicates.openNeighbour(1)}
    >
      ${t("doublons.suivante")}<${Icon} name="next" />
    </button>
  </div>
`;

const Score = ({ pair }) => html`
  <div class="feuille score-paire">
    <p>
      <strong>${number(pair.score)}</strong>${" "}<span>${t("doublons.surcent")}</span>
      ${` · ${t(`doublons.${pair.niveau}`)}`}
      <span class="doux">${t("doublons.sens", { n: Math.min(Math.round(pair.score), 99) })}</span>
    </p>
    <p>
      ${pair.raisons.map((text) => html`<span class="insigne oui"><${Icon} name="check" />${text}</span>`)}
      ${pair.contre.map((text) => html`<span class="insigne contre"><${Icon} name="close" />${text}</span>`)}
    </p>
  </div>
`;

function Value({ field, value }) {
  if (value === null || value === "") return html`<span class="doux">${t("inconnu")}</span>`;
  if (field === "plateforme") return code("source", value);
  return field === "sexe" ? code("sexe", value) : String(value);
}

function findVerdict(favorable) {
  if (favorable === null) return "tait";
  return favorable ? "pareil" : "differe";
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

/** Show one line of the comparison; the verdict of all its values stands beside the first. */
function Comparison({ line }) {
  const { libelle, favorable, raison } = line;
  const values = line.valeurs.filter(({ a, b }) => a !== null || b !== null);
  const verdict = findVerdict(favorable);
  const judge = () => html`
    <span class="verdict-${verdict}">${raison ?? t(`doublons.${verdict}`)}</span>${" "}
    <span class="doux petit">${describeWeight(line.bits)}</span>
  `;
  return values.map(({ champ, a, b }, index) => {
    const isDifferent = a !== b && a !== null && b !== null;
    const remark = isDifferent && html`<span class="doux">${t("doublons.differe")}</span>`;
    return html`
      <tr key=${champ} class=${isDifferent ? "differe" : null}>
        <th scope="row">${line.valeurs.length > 1 ? t(`champ.${champ}`) : libelle}</th>
        <td><${Value} field=${champ} value=${a} /></td>
        <td><${Value} field=${champ} value=${b} /></td>
        <td class="avis-paire">${index === 0 ? judge() : remark}</td>
      </tr>
    `;
  });
}

function Head({ household, letter }) {
  const open = () => visit(`menage/${household.id}`, { vue: "carte", element: null });
  return html`
    <th scope="col">
      <span class="doux">${t("doublons.menage", { lettre: letter })}</span>
      <button type="button" class="lien" onClick=${open}>${household.codeMenage}</button>
    </th>
  `;
}

const Comparisons = ({ pair }) => html`
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
      <tbody>${pair.comparaison.map((line) => html`<${Comparison} key=${line.libelle} line=${line} />`)}</tbody>
    </table>
  </div>
`;

/** The other pairs of a household that was interviewed more than twice. */
function Group({ pairs }) {
  if (!pairs.length) return null;
  const name = ({ menageA, menageB, score }) =>
    t("doublons.groupe.paire", { a: menageA.codeMenage, b: menageB.codeMenage, score: number(score) });
  return html`
    <section class="feuille" id="groupe-paire">
      <h3>${t("doublons.groupe")}</h3>
      <p class="doux">${t("doublons.groupe.texte")}</p>
      <ul>
        ${pairs.map(
          (one) => html`
            <li key=${one.id}>
              <button type="button" class="lien" onClick=${() => duplicates.open(one.id)}>${name(one)}</button>
            </li>
          `,
        )}
      </ul>
    </section>
  `;
}

const KEYS = { d: "distincts", i: "ignorer" };

/** Decide by d, i and m, walk by arrows, take back by u: where no text is being typed. */
function pressKey(event) {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.target.closest("input, textarea, select, dialog")) return;
  const { lastDecision } = duplicates;
  const open = duplicates.pair.value;
  const isUndecided = open?.decision === null;
  if (event.key === "ArrowRight" || event.key === "n") duplicates.openNeighbour(1);
  else if (event.key === "ArrowLeft" || event.key === "p") duplicates.openNeighbour(-1);
  else if (!may("registre.valider")) return;
  else if (event.key === "u" && lastDecision.value) duplicates.takeBack();
  else if (event.key === "m" && isUndecided && may("registre.supprimer")) duplicates.merge(open);
  else if (event.key in KEYS && isUndecided) duplicates.decide(open.id, KEYS[event.key]);
  else return;
  event.preventDefault();
}

export function Pair({ id }) {
  useLayoutEffect(() => {
    duplicates.loadPair(id);
  }, [id]);
  useEffect(() => {
    addEventListener("keydown", pressKey);
    return () => removeEventListener("keydown", pressKey);
  }, []);
  return html`
    <${BackHeader} label=${t("doublons.retour")}><${Neighbours} /><//>
    <${LastDecision} />
    <${Loaded} from=${duplicates.pair}>
      ${(pair) => html`
        <${Score} pair=${pair} /><${Comparisons} pair=${pair} /><${Actions} pair=${pair} />
        <${Group} pairs=${pair.groupe} />
      `}
    <//>
  `;
}
