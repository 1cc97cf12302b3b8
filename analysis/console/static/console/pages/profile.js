/** One's own account: who one is, what one sees, the password, the second factor, sessions, language and notices. */

import { Done, Loaded } from "../components/feedback.js";
import { SelectField } from "../components/fields.js";
import { LANGUAGES, language, switchLanguage, t } from "../i18n.js";
import { html, useEffect, useSignal } from "../preact.js";
import * as api from "../server/api.js";
import { may } from "../server/session.js";
import { createLoader } from "../state/loader.js";
import { chooseTheme, theme } from "../state/theme.js";
import { openPage } from "../state/view.js";
import { Identity } from "./profile-identity.js";
import { Password, SecondFactor } from "./profile-secrets.js";
import { Sessions } from "./profile-sessions.js";

const me = createLoader();
const readMe = (signal) => api.getTagged("/auth/me", signal);
const mails = createLoader();
const FREQUENCIES = ["jamais", "horaire", "quotidien"];

function Display() {
  const themes = ["auto", "clair", "sombre"].map((value) => [value, t(`theme.${value}`)]);
  return html`
    <section class="feuille">
      <h2>${t("profil.affichage")}</h2>
      <div class="champs">
        <${SelectField}
          label=${t("langue")} name="profil-langue" options=${Object.entries(LANGUAGES)} value=${language.value}
          onChange=${(event) => switchLanguage(event.target.value)}
        />
        <${SelectField}
          label=${t("theme")} name="profil-theme" options=${themes} value=${theme.value}
          onChange=${(event) => chooseTheme(event.target.value)}
        />
      </div>
    </section>
  `;
}

function Mails({ chosen }) {
  const message = useSignal("");
  const failure = useSignal("");
  const choose = async (event) => {
    message.value = failure.value = "";
    try {
      message.value = (await api.send("PUT", "/notifications/preferences", { courriel: event.target.value })).message;
    } catch (error) {
      failure.value = error.message || t("erreur.failed.texte");
    }
  };
  return html`
    <${SelectField}
      label=${t("profil.courriels")} name="courriel" value=${chosen} onChange=${choose}
      options=${FREQUENCIES.map((value) => [value, t(`profil.courriel.${value}`)])} help=${t("profil.courriels.aide")}
    />
    ${message.value && html`<${Done} text=${message.value} />`}
    ${failure.value && html`<p class="faute" role="alert">${failure.value}</p>`}
  `;
}

const Notices = () => html`
  <section class="feuille">
    <h2>${t("cloche")}</h2>
    <${Loaded} from=${mails} lines=${1}>${({ courriel }) => html`<${Mails} chosen=${courriel} />`}<//>
  </section>
`;

const Keys = () => html`
  <section class="feuille">
    <h2>${t("cles.titre")}</h2>
    <p class="doux">${t("profil.cles")}</p>
    <div class="actions">
      <button type="button" class="bouton" onClick=${() => openPage("cles")}>${t("taches.ouvrir")}</button>
    </div>
  </section>
`;

export function Page() {
  useEffect(() => {
    me.load(readMe, { keep: true });
    mails.load((signal) => api.get("/notifications/preferences", {}, signal), { keep: true });
  }, []);
  const own = ({ data, tag }) => html`<${Identity} user=${data} tag=${tag} onDone=${me.reload} />`;
  const factor = (user) => html`<${SecondFactor} user=${user} onDone=${me.reload} />`;
  return html`
    <div class="profil">
      <div class="pile">
        <${Loaded} from=${me}>${own}<//><${Sessions} /><${Notices} />
      </div>
      <div class="pile">
        <${Display} /><${Password} />${me.value && factor(me.value.data)}${may("geo.lire") && html`<${Keys} />`}
      </div>
    </div>
  `;
}
