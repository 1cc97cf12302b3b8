/** The fields of who is not signed in yet, whose problems stand at them in the language of the page: the bubble of the
 * browser speaks that of the device. */

import { FieldProblems } from "../components/problems.js";
import { SecretInput } from "../components/secret-input.js";
import { findInvalid } from "../components/validity.js";
import { html, useSignal } from "../preact.js";

/** Show a control that has to be filled under its label. */
export const Field = ({ label, ...props }) => html`
  <label class="champ" data-champ=${props.name}>
    <span>${label}</span><input required ...${props} /><${FieldProblems} name=${props.name} />
  </label>
`;

/** Show a password that has to be filled under its label. */
export const SecretField = ({ label, ...props }) => html`
  <label class="champ" data-champ=${props.name}>
    <span>${label}</span><${SecretInput} required ...${props} /><${FieldProblems} name=${props.name} />
  </label>
`;

function mark(form, fields) {
  for (const control of form.querySelectorAll("input")) {
    const [problem] = fields[control.name] ?? [];
    if (problem) control.setAttribute("aria-invalid", "true");
    else control.removeAttribute("aria-invalid");
    if (problem) control.setAttribute("aria-describedby", problem.id);
  }
}

/** Judge a form before it is sent: `pass(form)` tells whether it may be, and goes to the first problem else; `fields`
 * are the problems for `Problems`, `mend(event)` takes away that of a field which somebody mends. */
export function useChecks() {
  const problems = useSignal(/** @type {Record<string, {id: string, text: string}[]>} */ ({}));
  const pass = (form) => {
    problems.value = findInvalid(form)?.fields ?? {};
    mark(form, problems.value);
    form.querySelector("[aria-invalid]")?.focus();
    return Object.keys(problems.value).length === 0;
  };
  const mend = ({ target }) => {
    const { [target.name]: mended, ...rest } = problems.peek();
    if (!mended) return;
    problems.value = rest;
    mark(target.form, rest);
  };
  return { fields: problems.value, pass, mend };
}
