/** A file that a form asks for, under what it is to be. */

import { t } from "../i18n.js";
import { html } from "../preact.js";
import { FilePicker } from "./file-picker.js";
import { FieldProblems } from "./problems.js";

/** The button is the label of its input, so that what stands above is no second one. */
export const FileField = ({ label, help = null, ...props }) => html`
  <div class="champ" data-champ=${props.name} role="group" aria-label=${label}>
    <span>${label}${props.required ? " *" : ""}</span>
    <${FilePicker} id=${`f-${props.name}`} label=${t("import.choisir")} ...${props} />
    ${help && html`<small class="doux">${help}</small>`}
    <${FieldProblems} name=${props.name} />
  </div>
`;
