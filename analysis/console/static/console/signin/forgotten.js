/** The step of who forgot the password: the address once more, then what to expect. */

import { Done } from "../components/feedback.js";
import { t } from "../i18n.js";
import { html, useElement, useLayoutEffect, useSignal } from "../preact.js";
import * as auth from "../server/auth.js";

/** `address`: what was typed before; `onBack()` leads to the sign-in; `describe(error)` says what went wrong. */
export function Forgotten({ address, onBack, describe }) {
  const form = useElement();
  const isBusy = useSignal(false);
  const isSent = useSignal(false);
  const message = useSignal("");
  useLayoutEffect(() => form.current.email.focus(), []);

  /** Ask for a link by mail. The answer is the same for every address. */
  async function submit(event) {
    event.preventDefault();
    isBusy.value = true;
    message.value = "";
    try {
      await auth.requestPasswordLink(form.current.email.value.trim());
      isSent.value = true;
    } catch (failure) {
      isSent.value = false;
      message.value = describe(failure);
    } finally {
      isBusy.value = false;
    }
  }

  return html`
    <form onSubmit=${submit} ref=${form}>
      <p>${t("connexion.oublie.texte")}</p>
      <label class="champ">
        <span>${t("connexion.adresse")}</span>
        <input name="email" type="email" autocomplete="username" required defaultValue=${address} />
      </label>
      <p class="faute" role="alert">${message.value}</p>
      <div role="status">${isSent.value && html`<${Done} text=${t("connexion.oublie.fait")} />`}</div>
      <button type="submit" class="bouton principal large" disabled=${isBusy.value}>
        ${t(isSent.value ? "connexion.oublie.encore" : "connexion.oublie.envoyer")}
      </button>
      <button type="button" class="lien" onClick=${onBack}>${t("connexion.oublie.retour")}</button>
    </form>
  `;
}
