/** The step of who forgot the password: the address once more, then what to expect. */

import { Done } from "../components/feedback.js";
import { Problems } from "../components/problems.js";
import { t } from "../i18n.js";
import { html, useElement, useLayoutEffect, useSignal } from "../preact.js";
import * as auth from "../server/auth.js";
import { Field, useChecks } from "./checked-fields.js";

/** `address`: what was typed before; `onBack()` leads to the sign-in; `describe(error)` says what went wrong. */
export function Forgotten({ address, onBack, describe }) {
  const form = useElement();
  const isBusy = useSignal(false);
  const isSent = useSignal(false);
  const message = useSignal("");
  const checks = useChecks();
  useLayoutEffect(() => form.current.email.focus(), []);

  /** Ask for a link by mail. The answer is the same for every address. */
  async function submit(event) {
    event.preventDefault();
    if (!checks.pass(form.current)) return;
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
    <form noValidate onSubmit=${submit} onInput=${checks.mend} ref=${form}>
      <p>${t("connexion.oublie.texte")}</p>
      <${Problems.Provider} value=${checks.fields}>
        <${Field}
          label=${t("connexion.adresse")} name="email" type="email" autocomplete="username" defaultValue=${address}
        />
      <//>
      <p class="faute" role="alert">${message.value}</p>
      <div role="status">${isSent.value && html`<${Done} text=${t("connexion.oublie.fait")} />`}</div>
      <button type="submit" class="bouton principal large" disabled=${isBusy.value}>
        ${t(isSent.value ? "connexion.oublie.encore" : "connexion.oublie.envoyer")}
      </button>
      <p class="doux petit">${t("connexion.oublie.sans")}</p>
      <button type="button" class="lien" onClick=${onBack}>${t("connexion.oublie.retour")}</button>
    </form>
  `;
}
