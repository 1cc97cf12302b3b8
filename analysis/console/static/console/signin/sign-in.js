/** The sign-in panel; also shown over the page when the session has run out, with everything kept beneath. */

import { HelpLink } from "../components/help-link.js";
import { Problems } from "../components/problems.js";
import { linkNumbers } from "../components/telephone.js";
import { LANGUAGES, language, switchLanguage, t } from "../i18n.js";
import { html, signal, useElement, useLayoutEffect, useSignal } from "../preact.js";
import * as auth from "../server/auth.js";
import { onSession } from "../server/session.js";
import { Field, SecretField, useChecks } from "./checked-fields.js";
import { Forgotten } from "./forgotten.js";

const LOGO = new URL("../icons/tabanca.svg", import.meta.url).href;

const describeHelp = () => (contact ? t("connexion.appui", { qui: contact }) : t("connexion.appui.sans"));

/** Whose service this is, and whom to call: settings of the installation. */
const { institution, institutionPt, institutionEn, contact } = document.documentElement.dataset;
const nameInstitution = () => ({ pt: institutionPt, en: institutionEn })[language.value] || institution;

/** Why somebody has to sign in: {why, error}; null: nobody has to. */
const reason = signal(/** @type {{why: string, error: any} | null} */ (null));

/** Ask for a sign-in. `why`: "invite" at first, "expiree" over the page, "finie" where a reload found no session any
 * more; `error`: why one could not go on. */
export function askSignIn(why, error = null) {
  reason.value = { why, error };
}

onSession((event) => {
  if (event === "in") reason.value = null;
});

function describeFailure(error) {
  if (error.kind === "offline") return t("erreur.offline.texte");
  return error.message || t("erreur.failed.texte");
}

function CodeField({ isRequired }) {
  const box = useElement();
  useLayoutEffect(() => {
    if (isRequired) box.current.querySelector("input").focus();
  }, [isRequired]);
  return html`
    <div class="code" hidden=${!isRequired} ref=${box}>
      <${Field}
        label=${t("connexion.code")} name="code" inputmode="numeric" autocomplete="one-time-code"
        disabled=${!isRequired}
      />
    </div>
  `;
}

function SignInForm({ error }) {
  const form = useElement();
  const isBusy = useSignal(false);
  const asksCode = useSignal(false);
  const message = useSignal(error ? describeFailure(error) : "");
  const typed = useSignal("");
  const checks = useChecks();
  /** The address of who forgot the password; null: nobody did. */
  const forgotten = useSignal(/** @type {string | null} */ (null));

  function refuse(failure) {
    if (failure.code === "OTP_REQUIRED" && !asksCode.value) {
      asksCode.value = true;
      return;
    }
    message.value = describeFailure(failure);
    form.current?.motdepasse.select();
  }

  async function submit(event) {
    event.preventDefault();
    message.value = "";
    if (!checks.pass(event.target)) return;
    const { email, motdepasse, code } = event.target;
    isBusy.value = true;
    try {
      await auth.signIn(email.value.trim(), motdepasse.value, code.value.trim());
    } catch (failure) {
      refuse(failure);
    } finally {
      isBusy.value = false;
    }
  }

  const forget = () => {
    typed.value = forgotten.value = form.current.email.value.trim();
    message.value = "";
  };
  const back = () => {
    forgotten.value = null;
  };
  if (forgotten.value !== null) {
    return html`<${Forgotten} address=${forgotten.value} onBack=${back} describe=${describeFailure} />`;
  }
  return html`
    <form noValidate onSubmit=${submit} onInput=${checks.mend} ref=${form}>
      <${Problems.Provider} value=${checks.fields}>
        <${Field}
          label=${t("connexion.adresse")} name="email" type="email" autocomplete="username" autofocus
          defaultValue=${typed.value}
        />
        <${SecretField} label=${t("connexion.motdepasse")} name="motdepasse" autocomplete="current-password" />
        <${CodeField} isRequired=${asksCode.value} />
      <//>
      <p class="faute" role="alert">${message.value}</p>
      <button type="submit" class="bouton principal large" disabled=${isBusy.value}>
        ${t(isBusy.value ? "connexion.encours" : "connexion.bouton")}
      </button>
      <button type="button" class="lien" onClick=${forget}>${t("connexion.oublie")}</button>
    </form>
  `;
}

function Languages() {
  const button = ([value, name]) => html`
    <button
      type="button" lang=${value} key=${value} aria-pressed=${value === language.value}
      onClick=${() => switchLanguage(value)}
    >
      ${name}
    </button>
  `;
  return html`
    <div class="langues" role="group" aria-label=${t("langue")}>${Object.entries(LANGUAGES).map(button)}</div>
  `;
}

/** Show the panel while somebody has to sign in; afterwards no password stays in the page. */
export function SignIn() {
  const dialog = useElement();
  const request = reason.value;
  const isVisible = request !== null;
  useLayoutEffect(() => {
    if (isVisible) dialog.current.showModal();
    else dialog.current.close();
  }, [isVisible]);
  const content = ({ why, error }) => html`
    <img src=${LOGO} alt="" width="44" height="44" />
    <h1 id="titre-connexion">Tabanca</h1>
    ${nameInstitution() && html`<p><strong>${nameInstitution()}</strong></p>`}
    <p class="doux">${t(`connexion.${why}`)}</p>
    <${SignInForm} error=${error} />
    <div class="suite-connexion"><${Languages} /><${HelpLink} /></div>
    <p>
      <a class="lien" href=${`/plainte?langue=${language.value}`} target="_blank" rel="noopener">
        ${t("plaintes.porter")}<span class="doux">${` (${t("onglet.nouveau")})`}</span>
      </a>
    </p>
    <p class="doux petit">${linkNumbers(describeHelp())}</p>
  `;
  return html`
    <dialog
      class="connexion" aria-labelledby="titre-connexion" ref=${dialog} onCancel=${(event) => event.preventDefault()}
    >
      ${request && content(request)}
    </dialog>
  `;
}
