/** How many accounts that pay, administer or follow cases of violence have no second factor, and the way to them. */

import { Icon } from "../components/icon.js";
import { number, t } from "../i18n.js";
import { html, useEffect } from "../preact.js";
import * as api from "../server/api.js";
import { createLoader } from "../state/loader.js";

const accounts = createLoader();

const countAccounts = (signal) => api.getJson("/users", { sansSecondFacteur: true, limit: 1 }, signal);

/** `isOn`: the list holds these accounts alone; `onTurn(isOn)` narrows it to them, or shows all again. */
export function Unprotected({ isOn, onTurn }) {
  useEffect(() => {
    accounts.load(countAccounts, { keep: true });
  }, []);
  const count = accounts.value?.pagination.total ?? 0;
  if (!count && !isOn) return null;
  return html`
    <p class="note ligne-note" role="status">
      <${Icon} name="warning" />
      <span>${t("comptes.sansfacteur", { n: count, nombre: number(count) })}</span>
      <button type="button" class="lien" onClick=${() => onTurn(!isOn)}>
        ${t(isOn ? "comptes.sansfacteur.tous" : "comptes.sansfacteur.voir")}
      </button>
    </p>
  `;
}
