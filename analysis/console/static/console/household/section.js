/** A section of a household's form: the fields that are due, then the optional ones, and how much is filled in. */

import { describeSizeGap, nameMarriage } from "../cards/household-parts.js";
import { InputField, SelectField } from "../components/fields.js";
import { t } from "../i18n.js";
import { ACCOUNTS } from "../offline/held-paths.js";
import { html, useEffect, useElement, useSignal } from "../preact.js";
import { nameControl, writeValue } from "./fields.js";
import { closeOthers, goTo, SectionCount } from "./progress.js";

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

function Control({ field, part, household, lists, due }) {
  const holder = part ? household?.[part] : household;
  const value = household ? writeValue(field, holder?.[field.name]) : (field.initial?.() ?? "");
  const label = t(`menage.champ.${field.name}`);
  const name = nameControl(part, field.name);
  const props = { label, name, "data-attendu": due.has(name) || null };
  const help = field.help && !household ? t(field.help) : null; // said of a new household alone
  if (field.kind === "liste" || field.kind === "select") {
    const options = field.kind === "liste" ? listValues(lists, field.name, value) : [["", "–"], ...field.options];
    if (field.name === "statutMatrimonial") {
      return html`
        <${MarriageField} ...${props} options=${options} value=${value} sex=${holder?.sexe} />
      `;
    }
    return html`<${SelectField} ...${props} options=${options} value=${value} help=${help} />`;
  }
  const { kind, min, max, step, maxlength, required, type } = field;
  return html`
    <${InputField}
      ...${props} value=${value} help=${help} autocomplete="off"
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

/** Show what nobody has to fill in, apart from what is due. */
export const Optional = ({ children }) => html`<h3 class="facultatif">${t("menage.facultatif")}</h3>${children}`;

/** A section that is opened and closed by its title, which says how much of it is filled in. `next`: the id of the
 * section after it in a form of steps, of which one is open; undefined in one that is open as a whole.
 */
export function Fold({ id, isOpen, counts, next, children }) {
  const isStepped = next !== undefined;
  const advance = () => html`
    <button type="button" class="bouton suivant" onClick=${() => goTo(next, isStepped)}>
      ${t("menage.suivant", { partie: t(`menage.section.${next}`) })}
    </button>
  `;
  return html`
    <details class="feuille" data-section=${id} open=${isOpen}>
      <summary onClick=${() => isStepped && closeOthers(id)}>
        <h2>${t(`menage.section.${id}`)}</h2><${SectionCount} id=${id} counts=${counts} />
      </summary>
      ${children}${next && advance()}
    </details>
  `;
}

/** Show the fields of a section; those of a section of which nothing is due need no title of their own. */
export function Section({ section, found, isAged, ...fold }) {
  const { id, part } = section;
  // What this device does not keep is not asked for: an empty field would look as if there was none.
  const fields = section.fields.filter(({ name }) => !isAged || !ACCOUNTS.includes(name));
  const isDue = ({ name }) => found.due.has(nameControl(part, name));
  const due = fields.filter(isDue);
  const others = fields.filter((field) => !isDue(field));
  const show = (some) => html`
    <div class="champs">
      ${some.map((field) => html`<${Control} key=${field.name} field=${field} part=${part} ...${found} />`)}
    </div>
  `;
  return html`
    <${Fold} ...${fold}>
      ${due.length > 0 && show(due)}
      ${others.length > 0 && (due.length ? html`<${Optional}>${show(others)}<//>` : show(others))}
      ${SIZED.includes(id) && html`<${SizeNote} />`}
    <//>
  `;
}
