/** A section of a household's form: its fields, and how much of it is filled in. */

import { describeSizeGap, nameMarriage } from "../cards/household-parts.js";
import { InputField, SelectField } from "../components/fields.js";
import { t } from "../i18n.js";
import { ACCOUNTS } from "../offline/held-paths.js";
import { html, useEffect, useElement, useSignal } from "../preact.js";
import { nameControl, writeValue } from "./fields.js";
import { SectionCount } from "./progress.js";

/** List the values of a reference list; one that is not in it any more stays the choice of who has it. */
function listValues(lists, name, value) {
  const options = (lists[name] ?? []).map((one) => [one.value, one.label]);
  const isKnown = !value || options.some(([known]) => known === value);
  return [["", "–"], ...(isKnown ? [] : [[value, value]]), ...options];
}

/** Ask for the marital status of the head in words that agree with the sex, also while that one is being entered. */
function MarriageField({ sex, options, ...props }) {
  const chosen = useSignal(sex ?? "");
  useEffect(() => {
    const named = nameControl("chefMenage", "sexe");
    const control = /** @type {any} */ (document.querySelector(`[name="${named}"]`));
    const look = () => {
      chosen.value = control.value;
    };
    look();
    control.addEventListener("change", look);
    return () => control.removeEventListener("change", look);
  }, []);
  // A value that its list does not know is its own label: it has words all the same.
  const name = (status, label) => nameMarriage(status, chosen.value, label === status ? null : label);
  const agree = ([status, label]) => [status, status ? name(status, label) : label];
  return html`<${SelectField} ...${props} options=${options.map(agree)} />`;
}

function Control({ field, part, household, lists }) {
  const holder = part ? household?.[part] : household;
  const value = household ? writeValue(field, holder?.[field.name]) : (field.initial?.() ?? "");
  const label = t(`menage.champ.${field.name}`);
  const name = nameControl(part, field.name);
  const help = field.help && !household ? t(field.help) : null; // said of a new household alone
  if (field.kind === "liste" || field.kind === "select") {
    const options = field.kind === "liste" ? listValues(lists, field.name, value) : [["", "–"], ...field.options];
    if (field.name === "statutMatrimonial") {
      return html`
        <${MarriageField} label=${label} name=${name} options=${options} value=${value} sex=${holder?.sexe} />
      `;
    }
    return html`<${SelectField} label=${label} name=${name} options=${options} value=${value} help=${help} />`;
  }
  const { kind, min, max, step, maxlength, required, type } = field;
  return html`
    <${InputField}
      label=${label} name=${name} value=${value} help=${help} autocomplete="off"
      type=${type ?? kind} inputmode=${kind === "number" ? "numeric" : null} min=${min} max=${max} step=${step}
      maxlength=${maxlength} required=${required}
    />
  `;
}

const SIZED = ["menage", "composition"]; // sections in which the size, or its ages, are entered

/** Say while it is entered that the ages do not make up the size. */
function SizeNote() {
  const gap = useSignal("");
  const note = useElement();
  useEffect(() => {
    const form = note.current.closest("form");
    const look = () => {
      gap.value = describeSizeGap(Object.fromEntries(new FormData(form)));
    };
    look();
    form.addEventListener("input", look);
    return () => form.removeEventListener("input", look);
  }, []);
  return html`<p ref=${note} class=${gap.value ? "note" : "hors-vue"} role="status">${gap.value}</p>`;
}

/** A section that is opened and closed by its title, which says how much of it is filled in. */
export const Fold = ({ id, isOpen = true, counts, children }) => html`
  <details class="feuille" data-section=${id} open=${isOpen}>
    <summary><h2>${t(`menage.section.${id}`)}</h2><${SectionCount} id=${id} counts=${counts} /></summary>
    ${children}
  </details>
`;

/** Show the fields of a section. */
export function Section({ section, found, isAged, counts }) {
  const { id, part, isFolded } = section;
  // What this device does not keep is not asked for: an empty field would look as if there was none.
  const fields = section.fields.filter(({ name }) => !isAged || !ACCOUNTS.includes(name));
  const controls = html`
    <div class="champs">
      ${fields.map((field) => html`<${Control} key=${field.name} field=${field} part=${part} ...${found} />`)}
    </div>
    ${SIZED.includes(id) && html`<${SizeNote} />`}
  `;
  return html`<${Fold} id=${id} isOpen=${!isFolded} counts=${counts}>${controls}<//>`;
}
