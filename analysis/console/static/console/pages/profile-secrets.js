/** One's own password and second factor. */

import { Done } from "../components/feedback.js";
import { Field, InputField } from "../components/fields.js";
import { ask, Form } from "../components/forms.js";
import { SecretInput } from "../components/secret-input.js";
import { t } from "../i18n.js";
import { html, useSignal } from "../preact.js";
import * as api from "../server/api.js";
import { setUpSecondFactor } from "../signin/first-steps.js";

const Secret = ({ label, name, autocomplete }) => html`
  <${Field} label=${label} name=${name}>
    <${SecretInput} name=${name} id="f-${name}" autocomplete=${autocomplete} maxlength="128" required />
  <//>
`;

export function Password() {
  const message = useSignal("");
  const round = useSignal(0); // a new form after each success: no password stays in the page
  const send = (form) => {
    message.value = "";
    return api.send("POST", "/auth/password/change", {
      currentPassword: form.currentPassword.value,
      newPassword: form.newPassword.value,
    });
  };
  const done = (answer) => {
    message.value = answer.message;
    round.value += 1;
  };
  return html`
    <section class="feuille">
      <h2>${t("connexion.motdepasse")}</h2>
      <p class="doux">${t("etape.motdepasse.texte")}</p>
      ${message.value && html`<${Done} text=${message.value} />`}
      <${Form} key=${round.value} label=${t("profil.changer")} send=${send} onDone=${done}>
        <div class="champs">
          <${Secret} label=${t("etape.actuel")} name="currentPassword" autocomplete="current-password" />
          <${Secret} label=${t("etape.nouveau")} name="newPassword" autocomplete="new-password" />
        </div>
      <//>
    </section>
  `;
}

const askRemoval = () =>
  ask({
    title: t("profil.double.retirer"),
    text: t("profil.double.retirer.texte"),
    label: t("profil.double.retirer"),
    parts: html`
      <${Secret} label=${t("etape.actuel")} name="password" autocomplete="current-password" />
      <${InputField}
        label=${t("connexion.code")} name="otp" inputmode="numeric" autocomplete="one-time-code" required
      />
    `,
    send: (form) =>
      api.send("POST", "/auth/2fa/disable", { password: form.password.value, otp: form.otp.value.trim() }),
  });

/** `onDone()` when it was switched on or off. */
export function SecondFactor({ user, onDone }) {
  const isOn = user.twoFactorEnabled;
  const failure = useSignal("");
  const change = async () => {
    failure.value = "";
    try {
      if (await (isOn ? askRemoval() : setUpSecondFactor(true))) onDone();
    } catch (error) {
      failure.value = error.message || t("erreur.failed.texte");
    }
  };
  return html`
    <section class="feuille">
      <h2>${t("profil.double")}</h2>
      <p>
        <span class=${isOn ? "insigne oui" : "insigne"}>${t(isOn ? "profil.double.oui" : "profil.double.non")}</span>
      </p>
      <p class="doux">${t("profil.double.aide")}</p>
      ${failure.value && html`<p class="faute" role="alert">${failure.value}</p>`}
      <div class="actions">
        <button type="button" class="bouton" onClick=${change}>
          ${t(isOn ? "profil.double.retirer" : "profil.double.activer")}
        </button>
      </div>
    </section>
  `;
}
