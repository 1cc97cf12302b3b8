/** Choosing a file in the page's own words: the browser's button speaks the browser's language. */

import { t } from "../i18n.js";
import { html, useSignal } from "../preact.js";
import { FieldProblems } from "./fields.js";
import { Icon } from "./icon.js";

/** `inputRef` holds the input; `onChange(event)` when a file was chosen. */
export function FilePicker({ id, label, inputRef = null, onChange = /** @type {any} */ (null), ...props }) {
  const chosen = useSignal("");
  const choose = (event) => {
    chosen.value = event.target.files[0]?.name ?? "";
    onChange?.(event);
  };
  return html`
    <div class="choix-fichier">
      <input type="file" id=${id} class="hors-vue" ref=${inputRef} onChange=${choose} ...${props} />
      <label for=${id} class="bouton"><${Icon} name="file" />${label}</label>
      <span class="doux">${chosen.value || t("fichier.aucun")}</span>
    </div>
  `;
}

/** A file as a field of a form. No `Field`: that is a label, and the button within is one. */
export const FileField = ({ label, name, help = null, ...props }) => html`
  <div class="champ" data-champ=${name}>
    <span id="t-${name}">${label}</span>
    <${FilePicker} id="f-${name}" name=${name} label=${t("import.choisir")} aria-labelledby="t-${name}" ...${props} />
    ${help && html`<small class="doux">${help}</small>`}
    <${FieldProblems} name=${name} />
  </div>
`;
