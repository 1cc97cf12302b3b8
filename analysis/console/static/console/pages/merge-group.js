/** Three forms or more of one household become one: which is kept is asked once, then the others are merged into it,
 * one by one; of each the kept form takes what it does not know itself.
 */

import { readPeople } from "../cards/household-money.js";
import { nameStep } from "../cards/household-parts.js";
import { ChoiceGroup } from "../components/fields.js";
import { ask } from "../components/forms.js";
import { fullDate, t } from "../i18n.js";
import { html } from "../preact.js";
import * as api from "../server/api.js";
import { may } from "../server/session.js";
import { fillGaps, Radio, ReasonField, sendMerge } from "./merge.js";
import { compareMoney, Side } from "./pair-money.js";
import { compareStages } from "./pair-stage.js";

/** List the households of a pair and of all that are joined to it, each once. */
export function listForms(pair) {
  const both = [pair, ...pair.groupe].flatMap(({ menageA, menageB }) => [menageA, menageB]);
  return [...new Map(both.map((one) => [one.id, one])).values()];
}

/** Read who is paid in each form, and put first the form that is to be kept: who is paid, else the one that has come
 * farthest, else the newest.
 */
async function readForms(pair) {
  const read = async (household) => ({
    household,
    people: may("transferts.lire") ? await readPeople(household.id) : null,
  });
  const forms = await Promise.all(listForms(pair).map(read));
  const compareAge = (one, other) => other.household.createdAt.localeCompare(one.household.createdAt);
  return forms.sort(
    (one, other) =>
      (one.people && other.people && compareMoney(one.people, other.people)) ||
      compareStages(one.household, other.household) ||
      compareAge(one, other),
  );
}

const Form = ({ form: { household, people }, isFirst }) => html`
  <${Radio} name="menageConserveId" value=${household.id} isFirst=${isFirst}>
    <strong>${household.codeMenage}</strong>${" "}<span>${household.chefMenage?.nomComplet ?? t("inconnu")}</span>
    <div class="doux petit">
      ${nameStep(household)} · ${t("doublons.enregistre", { quand: fullDate(household.createdAt) })}
    </div>
    ${people && html`<div class="petit"><${Side} people=${people} /></div>`}
  <//>
`;

/** Merge the other forms into the kept one. A merge has the pairs weighed anew: each is looked for when its turn comes.
 * Returns {mergeIds, retainedId, left, failure}: `left` forms were not alike enough any more, or not reached.
 */
async function mergeForms(retainedId, others, motif) {
  const left = new Set(others);
  const mergeIds = [];
  try {
    for (;;) {
      const { data: pairs } = await api.getJson(`/menages/${retainedId}/doublons`);
      const next = pairs.find((pair) => left.has(pair.menage.id));
      if (!next) return { mergeIds, retainedId, left: left.size };
      const { data, tag } = await api.getTagged(`/menages/doublons/${next.id}`);
      const body = { menageConserveId: retainedId, valeurs: fillGaps(data, retainedId), motif };
      mergeIds.push((await sendMerge({ id: next.id, tag }, body)).fusionId);
      left.delete(next.menage.id);
    }
  } catch (failure) {
    if (!mergeIds.length) throw failure; // nothing has changed: the dialog stays
    return { mergeIds, retainedId, left: left.size, failure };
  }
}

/** Ask which form of a group is kept, and merge the others into it; null when it was given up. */
export async function askGroupMerge(pair) {
  const forms = await readForms(pair);
  const ids = forms.map(({ household }) => household.id);
  const choices = forms.map((form, at) => html`<${Form} key=${ids[at]} form=${form} isFirst=${at === 0} />`);
  return ask({
    title: t("doublons.groupe.fusionner.titre", { n: forms.length }),
    text: t("doublons.groupe.fusionner.texte"),
    label: t("doublons.fusionner"),
    parts: html`
      <${ChoiceGroup} legend=${t("doublons.conserver")} name="menageConserveId" class="choix-garde">${choices}<//>
      <${ReasonField} pair=${pair} />
    `,
    send: (form) => {
      const retained = form.menageConserveId.value;
      const others = ids.filter((id) => id !== retained);
      return mergeForms(retained, others, form.motif.value);
    },
  });
}
