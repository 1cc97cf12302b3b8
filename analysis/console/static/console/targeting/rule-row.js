/** One rule: what it compares, how, with what; and whom it counts. */

import { IconButton } from "../components/icon.js";
import { t } from "../i18n.js";
import { html } from "../preact.js";
import { catalogue, labelOperator } from "./catalogue.js";
import { changeRule } from "./draft.js";
import { RuleValue } from "./rule-value.js";
import { isComplete, makeRule } from "./rules.js";

/** Take another field: what was typed for the last one means nothing for it. */
function chooseField(rule, name) {
  const { key, ...fresh } = makeRule(catalogue.value.byName.get(name));
  changeRule(rule.key, { ...fresh, obligatoire: rule.obligatoire, actif: rule.actif });
}

/** Take another operator; a list and a single value are not each other. */
function chooseOperator(rule, field, operateur) {
  const isList = operateur === "in" && (field.valeurs.length > 0 || field.lieu);
  const values = [rule.valeur].flat().filter((value) => value !== "");
  const valeur = isList ? values : (values[0] ?? "");
  changeRule(rule.key, { operateur, valeur: field.type === "boolean" ? rule.valeur : valeur, valeurSecondaire: "" });
}

export const FieldOptions = ({ chosen }) =>
  catalogue.value.categories.map(
    ({ categorie, champs }) => html`
      <optgroup label=${t(`regle.categorie.${categorie}`)} key=${categorie}>
        ${champs.map(
          ({ nom, label }) => html`<option key=${nom} value=${nom} selected=${nom === chosen}>${label}</option>`,
        )}
      </optgroup>
    `,
  );

/** Whom a rule counts: sex, ages, disability. */
function People({ rule }) {
  const { sexe, ageMin, ageMax, handicap } = rule.personnes;
  const set = (patch) => changeRule(rule.key, { personnes: { ...rule.personnes, ...patch } });
  const age = (text) => (text === "" ? null : Math.max(0, Math.min(130, Math.round(Number(text)))));
  const choice = (value, label, chosen) => html`<option value=${value} selected=${chosen}>${label}</option>`;
  const ageInput = (label, value, name) => html`
    <label class="champ court">
      <span>${label}</span>
      <input
        type="number" min="0" max="130" step="1" value=${value ?? ""}
        onInput=${(event) => set({ [name]: age(event.target.value) })}
      />
    </label>
  `;
  return html`
    <fieldset class="personnes">
      <legend class="etiquette">${t("regle.personnes")}</legend>
      <label class="champ court">
        <span>${t("regle.sexe")}</span>
        <select onChange=${(event) => set({ sexe: event.target.value || null })}>
          ${choice("", t("regle.tous"), !sexe)}${choice("F", t("regle.femmes"), sexe === "F")}
          ${choice("M", t("regle.hommes"), sexe === "M")}
        </select>
      </label>
      ${ageInput(t("regle.agemin"), ageMin, "ageMin")}${ageInput(t("regle.agemax"), ageMax, "ageMax")}
      <label class="champ court">
        <span>${t("regle.handicap")}</span>
        <select
          onChange=${({ target: { value } }) => set({ handicap: value === "" ? null : value === "true" })}
        >
          ${choice("", t("regle.tous"), handicap === null)}${choice("true", t("regle.avec"), handicap === true)}
          ${choice("false", t("regle.sans"), handicap === false)}
        </select>
      </label>
    </fieldset>
  `;
}

const describePassed = (rule, field, passed) => {
  if (!isComplete(rule, field)) return t("regle.incomplete");
  return passed === null ? "" : t("regle.passent", { n: passed });
};

/** Show one rule; `place` counts it, `passed` is how many households pass it now, or null. */
export function RuleRow({ rule, place, passed }) {
  const { byName } = catalogue.value;
  const field = byName.get(rule.champ);
  const change = (patch) => changeRule(rule.key, patch);
  const name = t("regle.numero", { n: place });
  return html`
    <fieldset class="regle ${rule.actif ? "" : "eteinte"}">
      <legend class="hors-vue">${name}</legend>
      <label class="champ regle-champ">
        <span>${t("regle.champ")}</span>
        <select onChange=${(event) => chooseField(rule, event.target.value)}>
          <${FieldOptions} chosen=${rule.champ} />
        </select>
      </label>
      <label class="champ regle-operateur">
        <span>${t("regle.operateur")}</span>
        <select onChange=${(event) => chooseOperator(rule, field, event.target.value)}>
          ${field.operateurs.map(
            (one) => html`
              <option key=${one} value=${one} selected=${one === rule.operateur}>
                ${labelOperator(catalogue.value, field, one)}
              </option>
            `,
          )}
        </select>
      </label>
      <div class="regle-valeur"><${RuleValue} rule=${rule} field=${field} onChange=${change} /></div>
      <${IconButton} icon="close" label=${t("regle.retirer", { nom: field.label })}
        onClick=${() => changeRule(rule.key, null)} />
      ${rule.personnes && html`<${People} rule=${rule} />`}
      <div class="regle-pied">
        <label class="case">
          <input type="checkbox" checked=${rule.actif} onChange=${(event) => change({ actif: event.target.checked })} />
          <span>${t("regle.active")}</span>
        </label>
        <label class="case">
          <input
            type="checkbox" checked=${rule.obligatoire}
            onChange=${(event) => change({ obligatoire: event.target.checked })}
          />
          <span>${t("regle.obligatoire")}</span>
        </label>
        <span class="doux petit">
          ${describePassed(rule, field, passed)}
        </span>
      </div>
    </fieldset>
  `;
}
