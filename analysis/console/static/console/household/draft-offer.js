/** The offer of a draft that this device has of a form: taken up again, or given up, before anything is written; and
 * the question before what is written is given up.
 */

import { join } from "../cards/facts.js";
import { ask } from "../components/forms.js";
import { Icon } from "../components/icon.js";
import { moment, t } from "../i18n.js";
import { html } from "../preact.js";

/** `stored`: what `findStored` found; `tag`: the version of the household now. */
export function DraftOffer({ stored, household, tag, onTake, onDrop }) {
  const name = stored.changes.chefMenage?.nomComplet ?? household?.chefMenage?.nomComplet;
  const quand = moment(new Date(stored.at).toISOString());
  return html`
    <section class="feuille brouillon">
      <h2>${t("brouillon.titre", { quand })}</h2>
      <p>${join([name, household?.codeMenage ?? t("brouillon.nouveau")])}</p>
      ${household && stored.tag !== tag && html`<p class="note">${t("brouillon.change")}</p>`}
      ${stored.hasAccounts && html`<p class="note">${t("brouillon.comptes")}</p>`}
      <div class="actions">
        <button type="button" class="bouton principal" id="brouillon-reprendre" onClick=${onTake}>
          <${Icon} name="pen" />${t("brouillon.reprendre")}
        </button>
        <button type="button" class="bouton" id="brouillon-abandonner" onClick=${onDrop}>
          ${t("brouillon.abandonner")}
        </button>
      </div>
    </section>
  `;
}

/** Ask before what was entered is lost; `household`: null of a new one. Resolves with whether it may go. */
export const askToDiscard = (household) =>
  ask({
    title: t(household ? "brouillon.abandonner.changements" : "brouillon.abandonner.saisie"),
    text: t(household ? "brouillon.abandonner.reste" : "brouillon.abandonner.perdu"),
    label: t("brouillon.abandonner"),
    back: t("brouillon.continuer"),
    isGrave: true,
    send: async () => true,
  });
