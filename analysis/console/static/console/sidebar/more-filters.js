/** The filters that are needed less often: folded, with how many of them act. */

import { FilterCount } from "../components/filter-fold.js";
import { code, t } from "../i18n.js";
import { html, useSignal } from "../preact.js";
import { may } from "../server/session.js";
import { setView, view } from "../state/view.js";
import { ChoiceButtons, ChoiceList, RangeFields } from "./filter-parts.js";
import { countTraits, readTrait, setTrait } from "./plan-traits.js";
import { chooseStage, listStages, readStage } from "./stage.js";

const WITH = ["nb_enfants_04", "nb_personnes_65_plus", "nb_handicapes", "nb_femmes_enceintes"];
const RANGES = { taille: { de: "tailleMin", a: "tailleMax" }, visite: { de: "du", a: "au" } };
// Flags with the words of both answers.
const FLAGS = ["inscrit", "telephone", "enquete"];
const NAMES = [...FLAGS, "avec", "tailleMin", "tailleMax", "du", "au"];

/** Choose one of the codes of a trait. */
const chooseCode = (name) => (value) => setTrait(name, value === null ? null : [value]);

/** Choose where the collection stands, and whether a woman is the head: asked for most. */
export const CommonTraits = ({ isOff }) => html`
  <div class="deux">
    <${ChoiceList}
      name="etape" label=${t("filtres.etape")} chosen=${readStage()} isOff=${isOff}
      options=${listStages()} onChoose=${chooseStage}
    />
    <${ChoiceButtons}
      name="chef" label=${t("filtres.chef")} chosen=${readTrait("chef")} isOff=${isOff}
      options=${["F", "M"].map((value) => ({ value, text: code("sexe", value) }))} onChoose=${chooseCode("chef")}
    />
  </div>
`;

const ANSWERS = new Map([
  [true, "oui"],
  [false, "non"],
]);

function Flag({ name, isOff }) {
  const options = ["oui", "non"].map((answer) => ({ value: answer, text: t(`filtres.${name}.${answer}`) }));
  return html`
    <${ChoiceButtons}
      name=${name} label=${t(`filtres.${name}`)} options=${options} isOff=${isOff}
      chosen=${ANSWERS.get(readTrait(name)) ?? null}
      onChoose=${(answer) => setTrait(name, answer === null ? null : answer === "oui")}
    />
  `;
}

function Range({ name, type, isOff }) {
  const sides = RANGES[name];
  const read = (text) => (text === null || type === "date" ? text : Number(text));
  return html`
    <${RangeFields}
      name=${name} label=${t(`filtres.${name}`)} type=${type} isOff=${isOff}
      least=${readTrait(sides.de)} most=${readTrait(sides.a)}
      onChoose=${(side, text) => setTrait(sides[side], read(text))}
    />
  `;
}

const Fields = ({ isOff }) => html`
  ${FLAGS.filter((name) => name !== "inscrit" || may("transferts.lire")).map(
    (name) => html`<${Flag} key=${name} name=${name} isOff=${isOff} />`,
  )}
  <${ChoiceList}
    name="avec" label=${t("filtres.avec")} chosen=${readTrait("avec")} isOff=${isOff}
    options=${WITH.map((value) => ({ value, text: t(`filtres.avec.${value}`) }))} onChoose=${chooseCode("avec")}
  />
  <${Range} name="taille" type="number" isOff=${isOff} />
  <${Range} name="visite" type="date" isOff=${isOff} />
  <${ChoiceButtons}
    name="position" label=${t("filtres.position")} chosen=${view.value.position} isOff=${isOff}
    options=${[{ value: "false", text: t("filtres.sansposition") }]}
    onChoose=${(position) => setView({ position, page: 1 })}
  />
`;

export function MoreFilters({ isOff }) {
  const isOpen = useSignal(false);
  const count = countTraits(NAMES) + (view.value.position ? 1 : 0);
  return html`
    <button
      type="button" class="lien plus-filtres" id="plus-filtres" aria-expanded=${isOpen.value}
      onClick=${() => (isOpen.value = !isOpen.value)}
    >
      ${t(isOpen.value ? "filtres.moins" : "filtres.plus")}${" "}<${FilterCount} count=${count} />
    </button>
    ${isOpen.value && html`<${Fields} isOff=${isOff} />`}
  `;
}
