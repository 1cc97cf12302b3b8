/** How two households are to become one: which is kept, and whose value each field gets where they differ. */

import { describeTraits, nameStep } from "../cards/household-parts.js";
import { Choice, ChoiceGroup, InputField } from "../components/fields.js";
import { ask } from "../components/forms.js";
import { code, fullDate, t } from "../i18n.js";
import { html, useSignal } from "../preact.js";
import * as api from "../server/api.js";
import { findRetained } from "./pair-money.js";
import { StageOfMerge } from "./pair-stage.js";
import { isPlain, writePlain } from "./pair-values.js";

// Fields of the comparison that are merged under another name: a place is taken whole, a year is told by the age.
const TAKEN_AS = { region: "lieu", secteur: "lieu", localite: "lieu", anneeNaissance: "age" };
// Compared, and of the household that is kept: members are joined, and an interview has one campaign and one surveyor.
const NOT_TAKEN = new Set(["membres", "campagne", "enqueteur", "plateforme"]);
const VALUE = "valeur-";

/** Join the values of a place. */
const joinPlace = (line, side) =>
  line.valeurs
    .filter(({ champ }) => TAKEN_AS[champ] === "lieu")
    .map((one) => one[side])
    .filter(Boolean)
    .join(", ");

function makeChoice(name, line, { champ, a, b }) {
  if (name === "lieu") return { name, label: line.libelle, a: joinPlace(line, "a"), b: joinPlace(line, "b") };
  return { name, label: line.valeurs.length === 1 ? line.libelle : t(`champ.${champ}`), a, b };
}

/** List {name, label, a, b} of each field whose values differ and that may be chosen. */
function listChoices(pair) {
  const found = new Map();
  for (const line of pair.comparaison) {
    for (const value of line.valeurs) {
      const name = TAKEN_AS[value.champ] ?? value.champ;
      if (value.a === value.b || NOT_TAKEN.has(name) || found.has(name)) continue;
      found.set(name, makeChoice(name, line, value));
    }
  }
  return [...found.values()];
}

export const Radio = ({ isFirst = false, children, ...props }) => html`
  <${Choice} type="radio" defaultChecked=${isFirst} ...${props}>${children}<//>
`;

const isEmpty = (value) => value === null || value === undefined || value === "";

function format(name, value) {
  if (isEmpty(value)) return t("inconnu");
  if (name === "sexe") return code("sexe", value);
  if (name === "logement") return describeTraits(value);
  if (isPlain(name)) return writePlain(name, value);
  return /^\d{4}-\d\d-\d\d/.test(value) ? fullDate(value) : String(value).replaceAll("_", " ");
}

const LATER = "dateCollecte"; // the last visit is the one that counts, whichever form is kept

/** Tell whether the value of one side is proposed, whichever form is kept: it alone is known, or is the later visit. */
const isProposed = (name, one, other) => !isEmpty(one) && (isEmpty(other) || (name === LATER && one > other));

/** Choose first what is proposed, so that a merge by default loses nothing; else what the kept form says. */
function ValueChoice({ choice: { name, label, a, b }, pair }) {
  const isEither = !isProposed(name, a, b) && !isProposed(name, b, a);
  const own = () => html`<${Radio} name=${VALUE + name} value="" isFirst>${t("doublons.garde")}<//>`;
  return html`
    <${ChoiceGroup} legend=${label} name="valeurs-${name}" class="choix-valeur">
      ${isEither && own()}
      <${Radio} name=${VALUE + name} value=${pair.menageA.id} isFirst=${isProposed(name, a, b)}>
        ${`A : ${format(name, a)}`}
      <//>
      <${Radio} name=${VALUE + name} value=${pair.menageB.id} isFirst=${isProposed(name, b, a)}>
        ${`B : ${format(name, b)}`}
      <//>
    <//>
  `;
}

const HouseholdTitle = ({ household, letter }) => html`
  <strong>${`${letter} · ${household.codeMenage}`}</strong>${" "}
  <span class="doux">${household.chefMenage?.nomComplet ?? ""}</span>
`;

/** Return the values that only the form that goes knows, and its later visit, as a merge takes them. */
export function fillGaps(pair, retainedId) {
  const [own, other] = retainedId === pair.menageA.id ? ["a", "b"] : ["b", "a"];
  const gone = pair[other === "a" ? "menageA" : "menageB"].id;
  const gaps = listChoices(pair).filter((one) => isProposed(one.name, one[other], one[own]));
  return Object.fromEntries(gaps.map(({ name }) => [name, gone]));
}

export const ReasonField = ({ pair }) => html`
  <${InputField}
    label=${t("motif")} name="motif" maxlength="1000" autocomplete="off" required value=${pair.raisons.join(" ; ")}
    help=${t("doublons.motif.fusion")}
  />
`;

function Parts({ pair }) {
  const { side, reason } = findRetained(pair);
  const retained = useSignal(side);
  const both = { a: pair.menageA, b: pair.menageB };
  const choice = (letter, household) => html`
    <${Radio}
      name="menageConserveId" value=${household.id} isFirst=${side === letter.toLowerCase()}
      onChange=${() => {
        retained.value = letter.toLowerCase();
      }}
    >
      <${HouseholdTitle} household=${household} letter=${letter} />
      <div class="petit">${nameStep(household)}</div>
    <//>
  `;
  return html`
    <${ChoiceGroup} legend=${t("doublons.conserver")} name="menageConserveId" class="choix-garde">
      ${choice("A", pair.menageA)}${choice("B", pair.menageB)}
    <//>
    ${reason && html`<p class="doux petit">${t(`doublons.propose.${reason}`)}</p>`}
    <${StageOfMerge} retained=${both[retained.value]} other=${both[retained.value === "a" ? "b" : "a"]} />
    ${listChoices(pair).map((one) => html`<${ValueChoice} key=${one.name} choice=${one} pair=${pair} />`)}
    <${ReasonField} pair=${pair} />
  `;
}

function collectMerge(form) {
  const valeurs = {};
  for (const { name, value } of form.querySelectorAll(`[name^="${VALUE}"]:checked`)) {
    if (value) valeurs[name.slice(VALUE.length)] = value;
  }
  return { menageConserveId: form.menageConserveId.value, valeurs, motif: form.motif.value };
}

/** Send a merge; resolves with {fusionId, menageConserveId}. */
export const sendMerge = ({ id, tag }, body) =>
  api.post(`/menages/doublons/${id}/decision`, { ...body, decision: "fusionner" }, { tag });

/** Ask for a merge. Resolves with {mergeIds, retainedId}, or null when it was given up. */
export const askMerge = (pair) =>
  ask({
    title: t("doublons.fusionner.titre"),
    text: t("doublons.fusionner.texte"),
    label: t("doublons.fusionner"),
    parts: html`<${Parts} pair=${pair} />`,
    send: async (form) => {
      const { fusionId, menageConserveId } = await sendMerge(pair, collectMerge(form));
      return { mergeIds: [fusionId], retainedId: menageConserveId };
    },
  });

/** Undo merges, the last one first. */
export async function undoMerges(ids) {
  for (const id of [...ids].reverse()) await api.post(`/menages/fusions/${id}/annuler`, {});
}
