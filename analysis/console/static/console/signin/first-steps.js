/** What comes before anything else: a new password by the link of a mail or after a reset, and the second factor. */

import { Problems } from "../components/problems.js";
import { QrCode } from "../components/qr.js";
import { t } from "../i18n.js";
import { html, render, useElement, useLayoutEffect, useSignal } from "../preact.js";
import * as api from "../server/api.js";
import * as auth from "../server/auth.js";
import { Field, SecretField, useChecks } from "./checked-fields.js";

const LINK = "mot-de-passe";

/** Take the token of a mail's link out of the address at once: no history and no screenshot keeps it. */
export function takeLink() {
  const token = new URLSearchParams(location.hash.slice(1)).get(LINK);
  if (token) history.replaceState(null, "", location.pathname);
  return token;
}

function describeFailure(error) {
  if (error.kind === "offline") return t("erreur.offline.texte");
  return (Object.values(error.details ?? {}).flat()[0] ?? error.message) || t("erreur.failed.texte");
}

const PasswordField = (props) => html`<${SecretField} maxlength="128" ...${props} />`;

const NewPassword = () => html`
  <${PasswordField} label=${t("etape.nouveau")} name="nouveau" autocomplete="new-password" />
`;

const CurrentPassword = () => html`
  <${PasswordField} label=${t("etape.actuel")} name="actuel" autocomplete="current-password" />
`;

/** Show one step. It cannot be closed where nothing else works yet; `onLeave` is for the others. */
function Step({ title, text, parts, send, onDone, onLeave }) {
  const dialog = useElement();
  const isBusy = useSignal(false);
  const message = useSignal("");
  const checks = useChecks();

  async function submit(event) {
    event.preventDefault();
    if (!checks.pass(event.target)) return;
    isBusy.value = true;
    message.value = "";
    try {
      const answer = await send(event.target);
      dialog.current.close();
      onDone(answer);
    } catch (error) {
      message.value = describeFailure(error);
    } finally {
      isBusy.value = false;
    }
  }

  useLayoutEffect(() => {
    dialog.current.showModal();
    if (!onLeave) return undefined;
    addEventListener("popstate", onLeave); // who goes back leaves what is not required
    return () => removeEventListener("popstate", onLeave);
  }, []);
  const cancel = (event) => {
    event.preventDefault();
    onLeave?.();
  };
  return html`
    <dialog class="connexion" aria-labelledby="titre-etape" ref=${dialog} onCancel=${cancel}>
      <h1 id="titre-etape">${title}</h1>
      <p class="doux">${text}</p>
      <form noValidate onSubmit=${submit} onInput=${checks.mend}>
        <${Problems.Provider} value=${checks.fields}>${parts}<//>
        <p class="faute" role="alert">${message.value}</p>
        <div class="pied">
          <button type="submit" class="bouton principal large" disabled=${isBusy.value}>${t("etape.continuer")}</button>
          ${onLeave && html`<button type="button" class="bouton large" onClick=${onLeave}>${t("annuler")}</button>`}
        </div>
      </form>
    </dialog>
  `;
}

/**
 * Show a form until `send(form)` succeeds; resolves with its answer, or with null where it was left (`mayLeave`).
 * @param {string} step the part of the catalogue that has its title and its text
 * @returns {Promise<any>}
 */
function askStep(step, parts, send, mayLeave = false) {
  const host = document.createElement("div");
  document.body.append(host);
  return new Promise((resolve) => {
    const onDone = (answer) => {
      render(null, host);
      host.remove();
      resolve(answer);
    };
    const texts = { title: t(`etape.${step}.titre`), text: t(`etape.${step}.texte`) };
    const onLeave = mayLeave ? () => onDone(null) : null;
    render(html`<${Step} ...${texts} parts=${parts} send=${send} onDone=${onDone} onLeave=${onLeave} />`, host);
  });
}

/** Have a new password set by the token of a mail; then one signs in with it. */
export const setPassword = (token) =>
  askStep("motdepasse", html`<${NewPassword} />`, (form) => auth.setPassword(token, form.nouveau.value));

const changePassword = () =>
  askStep("motdepasse", html`<${CurrentPassword} /><${NewPassword} />`, (form) =>
    api.post("/auth/password/change", { currentPassword: form.actuel.value, newPassword: form.nouveau.value }),
  );

/** Show the link by which a phone opens its own authenticator: it cannot scan its own screen. */
const otpLink = (uri) => html`<p><a class="lien" href=${uri}>${t("etape.double.lien")}</a></p>`;

/** Set the second factor up. Resolves with true, or with false where it was given up. */
export async function setUpSecondFactor(mayLeave = false) {
  const { secret, qrCode, otpauthUri } = await api.post("/auth/2fa/setup", {});
  const parts = html`
    <${QrCode} uri=${qrCode} label=${t("etape.double.image")} />
    ${otpLink(otpauthUri)}
    <p class="doux">${t("etape.double.cle")}${" "}<code>${secret}</code></p>
    <${Field} label=${t("connexion.code")} name="code" inputmode="numeric" autocomplete="one-time-code" />
    <${CurrentPassword} />
  `;
  const confirm = (form) => api.post("/auth/2fa/confirm", { otp: form.code.value.trim(), password: form.actuel.value });
  const confirmed = await askStep(mayLeave ? "double.soi" : "double", parts, confirm, mayLeave);
  if (!confirmed) return false;
  const { recoveryCodes } = confirmed;
  const codes = recoveryCodes.map((code) => html`<li><code>${code}</code></li>`);
  await askStep("codes", html`<ul class="codes">${codes}</ul>`, async () => true);
  return true;
}

/** Do what the user's `restriction` asks for. */
export const meetRestriction = (restriction) =>
  restriction === "mot_de_passe" ? changePassword() : setUpSecondFactor();
