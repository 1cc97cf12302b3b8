/** Choosing a file in the page's own words: the browser's button speaks the browser's language. */

import { t } from "../i18n.js";
import { html, useSignal } from "../preact.js";
import { Icon } from "./icon.js";

/** `inputRef` holds the input; `onChange(event)` when a file was chosen. Other properties are the input's. */
export function FilePicker({ id, label, inputRef = null, onChange = (_event) => {}, ...props }) {
  const name = useSignal("");
  const choose = (event) => {
    name.value = event.target.files[0]?.name ?? "";
    onChange(event);
  };
  return html`
    <div class="choix-fichier">
      <input type="file" id=${id} class="hors-vue" ref=${inputRef} onChange=${choose} ...${props} />
      <label for=${id} class="bouton"><${Icon} name="file" />${label}</label>
      <span class="doux">${name.value || t("fichier.aucun")}</span>
    </div>
  `;
}
