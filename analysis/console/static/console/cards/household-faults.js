/** What the rules of quality find wrong with a household: said on its card, the figures where they stand. */

import { Failure } from "../components/feedback.js";
import { t } from "../i18n.js";
import { html, useSignal } from "../preact.js";
import * as api from "../server/api.js";
import { openPage, setView } from "../state/view.js";
import { describeSizeGap } from "./household-parts.js";

// Said beside the figures themselves.
const ELSEWHERE = "TAILLE_INCOHERENTE";
const DUPLICATE = "DOUBLON_PROBABLE";

/** Say that the ages do not make up the size, where these figures stand. */
export function SizeGap({ household }) {
  const gap = describeSizeGap(household);
  return gap && html`<p class="note ecart-taille">${gap}</p>`;
}

/** Lead to the surest pair in which a household stands twice; to all pairs where none is left to decide. */
function PairLink({ id, text }) {
  const failure = useSignal(/** @type {any} */ (null));
  const open = async () => {
    failure.value = null;
    try {
      const { data } = await api.getJson(`/menages/${id}/doublons`);
      openPage("doublons");
      if (data.length) setView({ element: data[0].id });
    } catch (error) {
      failure.value = error;
    }
  };
  return html`
    <button type="button" class="lien" onClick=${open}>${text}</button>
    ${failure.value && html`<${Failure} error=${failure.value} />`}
  `;
}

/** List the broken rules, the gravest first as the service has them. */
export function Faults({ household }) {
  const faults = (household.problemesQualite ?? []).filter(({ code }) => code !== ELSEWHERE);
  if (!faults.length) return null;
  const words = ({ code, message }) =>
    code === DUPLICATE ? html`<${PairLink} id=${household.id} text=${message} />` : message;
  const fault = (one) => html`
    <li key=${one.code}>${words(one)}${" "}<span class="doux petit">${t(`gravite.${one.gravite}`)}</span></li>
  `;
  return html`
    <section id="fautes-menage">
      <h3>${t("menage.fautes", { n: faults.length })}</h3>
      <ul>${faults.map(fault)}</ul>
    </section>
  `;
}
