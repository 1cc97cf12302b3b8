/** How many accounts that pay, administer or follow cases of violence have no second factor, and the way to them. */

import { Icon } from "../components/icon.js";
import { number, t } from "../i18n.js";
import { html, useEffect } from "../preact.js";
import * as api from "../server/api.js";
import { createLoader } from "../state/loader.js";

const accounts = createLoader();

const MOST = 25; // addresses that every mail program takes from a link

const readAccounts = (signal) => api.getJson("/users", { sansSecondFacteur: true, limit: MOST }, signal);

/** Return the address that begins a mail to these accounts, none of which reads the others' addresses. */
function writeTo(users) {
  const fields = { subject: t("comptes.sansfacteur.objet"), body: t("comptes.sansfacteur.courriel") };
  const words = Object.entries(fields).map(([name, text]) => `${name}=${encodeURIComponent(text)}`);
  return `mailto:?bcc=${users.map(({ email }) => encodeURIComponent(email)).join()}&${words.join("&")}`;
}

/** `isOn`: the list holds these accounts alone; `onTurn(isOn)` narrows it to them, or shows all again. */
export function Unprotected({ isOn, onTurn }) {
  useEffect(() => {
    accounts.load(readAccounts, { keep: true });
  }, []);
  const count = accounts.value?.pagination.total ?? 0;
  if (!count && !isOn) return null;
  const letter = () => html`
    <a class="lien" href=${writeTo(accounts.value.data)}>${t("comptes.sansfacteur.ecrire")}</a>
  `;
  return html`
    <p class="note ligne-note" role="status">
      <${Icon} name="warning" />
      <span>
        ${t("comptes.sansfacteur", { n: count, nombre: number(count) })} ${t("comptes.sansfacteur.exiger")}
      </span>
      <span class="actes">
        ${count > 0 && count <= MOST && letter()}
        <button type="button" class="lien" onClick=${() => onTurn(!isOn)}>
          ${t(isOn ? "comptes.sansfacteur.tous" : "comptes.sansfacteur.voir")}
        </button>
      </span>
    </p>
  `;
}
