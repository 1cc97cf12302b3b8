/** Labelled controls. `name` is the API's name of the field, so that its problems find it. */

import { html } from "../preact.js";
import { DATE_KINDS, DateField } from "./date-field.js";
import { FieldProblems } from "./problems.js";
import { PHONE_PATTERN } from "./telephone.js";

/** Show a control under its label. */
export const Field = ({ label, name, help = null, children }) => html`
  <label class="champ" data-champ=${name}>
    <span>${label}</span>
    ${children}
    ${help && html`<small class="doux">${help}</small>`}
    <${FieldProblems} name=${name} />
  </label>
`;

/** What may be written, by the type of an input. @type {Record<string, {pattern: string}>} */
const RULES = { tel: { pattern: PHONE_PATTERN } };

/** Show an input of a form: what is typed is the form's own, `value` is what stands there first. The blank placeholder
 * tells style sheets that nothing is typed yet.
 */
const Input = ({ name, value = null, ...props }) => html`
  <input name=${name} id="f-${name}" placeholder=" " defaultValue=${value ?? ""} ...${RULES[props.type]} ...${props} />
`;

/** Show a list of [value, label], or of [name, such a list] for a named group; `value` is the chosen one. */
function Select({ name, options, value = null, ...props }) {
  const option = ([code, label]) =>
    Array.isArray(label)
      ? html`<optgroup key=${code} label=${code}>${label.map(option)}</optgroup>`
      : html`<option key=${code} value=${code} selected=${String(code) === String(value ?? "")}>${label}</option>`;
  return html`<select name=${name} id="f-${name}" ...${props}>${options.map(option)}</select>`;
}

/** Show an input under its label; a date is typed in the order of the page's language. */
export const InputField = ({ label, help = null, ...props }) =>
  DATE_KINDS.includes(props.type)
    ? html`<${DateField} label=${label} help=${help} ...${props} />`
    : html`<${Field} label=${label} name=${props.name} help=${help}><${Input} ...${props} /><//>`;

/** Show a list under its label. */
export const SelectField = ({ label, help = null, ...props }) => html`
  <${Field} label=${label} name=${props.name} help=${help}><${Select} ...${props} /><//>
`;

/** Show a box or a radio button before its label. */
export const Choice = ({ type = "checkbox", children, ...props }) => html`
  <label class="case"><input type=${type} ...${props} /><span>${children}</span></label>
`;

/** Show a named group of choices. */
export const ChoiceGroup = ({ legend, name, class: extra = "", children }) => html`
  <fieldset class=${extra ? `cases ${extra}` : "cases"} data-champ=${name}>
    <legend>${legend}</legend>
    <div>${children}</div>
    <${FieldProblems} name=${name} />
  </fieldset>
`;

/** List the ticked values of the boxes of a name. */
export const listTicked = (form, name) =>
  [...form.querySelectorAll(`[name="${name}"]:checked`)].map((box) => box.value);

/** Show an input of a whole amount under its label. */
export const AmountField = ({ label, name, ...props }) => html`
  <${InputField} label=${label} name=${name} type="number" min="0" step="1" inputmode="numeric" ...${props} />
`;

/** Return the values of a form by name, without the empty ones. */
export const readValues = (form, ...names) =>
  Object.fromEntries(names.map((name) => [name, form[name].value]).filter(([, value]) => value !== ""));

/** Return the whole numbers of a form by name. */
export const readAmounts = (form, ...names) =>
  Object.fromEntries(Object.entries(readValues(form, ...names)).map(([name, value]) => [name, Number(value)]));
