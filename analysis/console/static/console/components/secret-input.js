/** An input for a password that can be shown: a long sentence is hard to type unseen. */

import { t } from "../i18n.js";
import { html, useSignal } from "../preact.js";

export function SecretInput(props) {
  const isVisible = useSignal(false);
  const toggle = () => {
    isVisible.value = !isVisible.value;
  };
  return html`
    <span class="secret">
      <input ...${props} type=${isVisible.value ? "text" : "password"} autocapitalize="off" spellcheck=${false} />
      <button
        type="button" class="lien" aria-pressed=${isVisible.value} aria-label=${t("secret.montrer")} onClick=${toggle}
      >
        ${t(isVisible.value ? "secret.cacher.court" : "secret.montrer.court")}
      </button>
    </span>
  `;
}
