/** An input for a password that can be shown: long sentences are hard to type unseen. Says if capitals are locked. */

import { t } from "../i18n.js";
import { html, useSignal } from "../preact.js";

export function SecretInput(props) {
  const isVisible = useSignal(false);
  const isLocked = useSignal(false);
  const toggle = () => {
    isVisible.value = !isVisible.value;
  };
  // A browser that fills the field in sends events without such a method.
  const look = (event) => {
    isLocked.value = event.getModifierState?.("CapsLock") ?? false;
  };
  const forget = () => {
    isLocked.value = false;
  };
  return html`
    <span class="secret">
      <input
        ...${props} type=${isVisible.value ? "text" : "password"} autocapitalize="off" spellcheck=${false}
        onKeyDown=${look} onKeyUp=${look} onBlur=${forget}
      />
      <button
        type="button" class="lien" aria-pressed=${isVisible.value} aria-label=${t("secret.montrer")} onClick=${toggle}
      >
        ${t(isVisible.value ? "secret.cacher.court" : "secret.montrer.court")}
      </button>
    </span>
    <span class="majuscules petit" role="status">${isLocked.value && t("connexion.majuscules")}</span>
  `;
}
