/** An input for a password that can be shown: a long sentence is hard to type unseen. */

import { t } from "../i18n.js";
import { html, useSignal } from "../preact.js";

export function SecretInput(props) {
  const isShown = useSignal(false);
  const toggle = () => {
    isShown.value = !isShown.value;
  };
  return html`
    <span class="secret">
      <input ...${props} type=${isShown.value ? "text" : "password"} autocapitalize="off" spellcheck=${false} />
      <button
        type="button" class="lien" aria-pressed=${isShown.value} aria-label=${t("secret.montrer")} onClick=${toggle}
      >
        ${t(isShown.value ? "secret.cacher.court" : "secret.montrer.court")}
      </button>
    </span>
  `;
}
