/** A button whose work may take a moment. */

import { html, useSignal } from "../preact.js";
import { describeError } from "./feedback.js";
import { Icon } from "./icon.js";

/** Show a button whose work may take a moment, and why it failed. */
export function WorkButton({ icon = null, label, work, ...props }) {
  const isBusy = useSignal(false);
  const failure = useSignal("");
  const run = async () => {
    isBusy.value = true;
    failure.value = "";
    try {
      await work();
    } catch (error) {
      failure.value = describeError(error);
    } finally {
      isBusy.value = false;
    }
  };
  return html`
    <button type="button" class="bouton" ...${props} disabled=${isBusy.value} onClick=${run}>
      ${icon && html`<${Icon} name=${icon} />`}${label}
    </button>
    ${failure.value && html`<p class="faute" role="alert">${failure.value}</p>`}
  `;
}
