/** The controls of a rule's value, by the type of its field. */

import { Failure, Skeleton } from "../components/feedback.js";
import { code, t } from "../i18n.js";
import { html, useEffect, useMemo } from "../preact.js";
import { createLoader } from "../state/loader.js";
import { hasList, listPlaces } from "./catalogue.js";

// The words for the values of enumerations.
const GROUPS = { categoriePauvrete: "categorie", milieu: "milieu", sexe: "sexe" };

const Labelled = ({ label, children }) => html`<label class="champ"><span>${label}</span>${children}</label>`;

const options = (pairs, chosen) =>
  pairs.map(
    ([value, label]) => html`<option key=${value} value=${value} selected=${value === chosen}>${label}</option>`,
  );

const NumberInput = ({ label, value, onChange }) => html`
  <${Labelled} label=${label}>
    <input type="number" step="any" inputmode="decimal" value=${value} onInput=${(e) => onChange(e.target.value)} />
  <//>
`;

function NumberValue({ rule, field, onChange }) {
  const unit = field.unite ? ` (${field.unite})` : "";
  if (rule.operateur !== "between") {
    const change = (valeur) => onChange({ valeur });
    return html`<${NumberInput} label=${t("regle.valeur") + unit} value=${rule.valeur} onChange=${change} />`;
  }
  return html`
    <${NumberInput}
      label=${t("regle.de") + unit} value=${rule.valeur} onChange=${(valeur) => onChange({ valeur })}
    />
    <${NumberInput}
      label=${t("regle.a") + unit} value=${rule.valeurSecondaire}
      onChange=${(valeurSecondaire) => onChange({ valeurSecondaire })}
    />
  `;
}

const BooleanValue = ({ rule, onChange }) => html`
  <${Labelled} label=${t("regle.valeur")}>
    <select onChange=${(event) => onChange({ valeur: event.target.value === "true" })}>
      ${options(
        [
          ["true", t("oui")],
          ["false", t("non")],
        ],
        String(rule.valeur),
      )}
    </select>
  <//>
`;

/** One of a list, or several of it as boxes. */
function ListedValue({ rule, pairs, onChange }) {
  if (rule.operateur !== "in") {
    const chosen = [rule.valeur].flat()[0] ?? "";
    return html`
      <${Labelled} label=${t("regle.valeur")}>
        <select onChange=${(event) => onChange({ valeur: event.target.value })}>
          ${options([["", t("regle.choisir")], ...pairs], chosen)}
        </select>
      <//>
    `;
  }
  const ticked = new Set([rule.valeur].flat().filter(Boolean));
  const tick = (value) => (event) => {
    const next = new Set(ticked);
    if (event.target.checked) next.add(value);
    else next.delete(value);
    onChange({ valeur: pairs.map(([one]) => one).filter((one) => next.has(one)) });
  };
  return html`
    <fieldset class="cases regle-cases">
      <legend>${t("regle.valeurs")}</legend>
      <div>
        ${pairs.map(
          ([value, label]) => html`
            <label class="case" key=${value}>
              <input type="checkbox" checked=${ticked.has(value)} onChange=${tick(value)} /><span>${label}</span>
            </label>
          `,
        )}
      </div>
    </fieldset>
  `;
}

function PlaceValue({ rule, field, onChange }) {
  const places = useMemo(createLoader, []);
  useEffect(() => {
    places.load(() => listPlaces(field));
    return places.abort;
  }, [field.nom]);
  const pairs = places.answer.value;
  if (pairs === null) return html`<${Skeleton} lines=${1} />`;
  if (pairs instanceof Error) return html`<${Failure} error=${pairs} onRetry=${places.retry} />`;
  return html`<${ListedValue} rule=${rule} pairs=${pairs} onChange=${onChange} />`;
}

const TextValue = ({ rule, onChange }) => html`
  <${Labelled} label=${t(rule.operateur === "in" ? "regle.liste" : "regle.valeur")}>
    <input
      type="text" maxlength="255" autocomplete="off" value=${[rule.valeur].flat().join(", ")}
      onInput=${(event) => onChange({ valeur: event.target.value })}
    />
  <//>
`;

/** Show the controls of the value; `onChange(patch)`. */
export function RuleValue({ rule, field, onChange }) {
  if (field.type === "number") return html`<${NumberValue} rule=${rule} field=${field} onChange=${onChange} />`;
  if (field.type === "boolean") return html`<${BooleanValue} rule=${rule} onChange=${onChange} />`;
  if (field.valeurs.length) {
    const pairs = field.valeurs.map((value) => [value, code(GROUPS[field.nom] ?? field.nom, value)]);
    return html`<${ListedValue} rule=${rule} pairs=${pairs} onChange=${onChange} />`;
  }
  if (field.lieu && hasList(field)) return html`<${PlaceValue} rule=${rule} field=${field} onChange=${onChange} />`;
  return html`<${TextValue} rule=${rule} onChange=${onChange} />`;
}
