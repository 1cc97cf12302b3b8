/** One entry in the list: a box to tick it, what it is, and its two sides. */

import { Icon } from "../components/icon.js";
import { code, t } from "../i18n.js";
import { html, useElement, useLayoutEffect } from "../preact.js";
import { isOpen } from "./entry-rules.js";
import { Sides } from "./sides.js";
import { choose, chosenId, isFollowed, tick, ticked } from "./work-state.js";

/** Say what an entry is: what is wrong with it, or what was decided of it. */
export function describeState(entry) {
  if (entry.action) return code("decision", entry.action);
  return entry.raisonNonMatch ? code("raison", entry.raisonNonMatch) : code("entree", entry.statut);
}

const toneOf = (entry) => {
  if (!isOpen(entry)) return "oui";
  return entry.statut === "erreur" ? "contre" : "";
};

export const State = ({ entry }) => html`
  <span class="insigne ${toneOf(entry)}">
    ${!isOpen(entry) && html`<${Icon} name="check" />`}${describeState(entry)}
  </span>
`;

export const nameOf = ({ paiement, entreeReleve }) =>
  paiement?.reference ?? entreeReleve?.reference ?? entreeReleve?.telephone ?? t("rapprochement.sansreference");

export function EntryRow({ entry, days, isTickable }) {
  const row = useElement();
  const isChosen = chosenId.value === entry.id;
  useLayoutEffect(() => {
    if (isChosen && isFollowed.value) row.current.scrollIntoView({ block: "nearest" });
  }, [isChosen]);
  const box = () => html`
    <input
      type="checkbox" aria-label=${t("rapprochement.cocher", { reference: nameOf(entry) })}
      checked=${ticked.value.has(entry.id)} disabled=${!isOpen(entry)}
      onChange=${(event) => tick([entry.id], event.target.checked)}
    />
  `;
  return html`
    <li class="entree-rappr ${isOpen(entry) ? "" : "decidee"}" data-choisie=${isChosen} ref=${row}>
      <span class="coche">${isTickable && box()}</span>
      <button type="button" aria-current=${isChosen} id="entree-${entry.id}" onClick=${() => choose(entry.id)}>
        <span class="entree-tete"><${State} entry=${entry} /></span>
        <${Sides} entry=${entry} days=${days} />
      </button>
    </li>
  `;
}
