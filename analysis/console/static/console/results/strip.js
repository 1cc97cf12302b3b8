/** The parts that every kind of results has. */

import { Empty } from "../components/feedback.js";
import { IconButton } from "../components/icon.js";
import { t } from "../i18n.js";
import { FilterChips } from "../map/filter-chips.js";
import { zoneLegend } from "../map/zone-legend.js";
import { html, signal, useSignal } from "../preact.js";
import { hasFilters, NO_FILTERS, setView } from "../state/view.js";
import { PrintedMap } from "./printed-map.js";

/** Whether the strip takes the height of the window: a list is worked on, the map can wait. */
export const isTall = signal(false);

const toggleHeight = () => {
  isTall.value = !isTall.value;
};

/** `note`: what is to be known of all that is shown, in a few words. */
export const StripHeader = ({ title, note = null, children }) => html`
  <header>
    <div class="tete">
      <div class="titre-bande"><h2>${title}</h2>${note && html`<p class="doux petit">${note}</p>`}</div>
      ${children}
    </div>
    <${IconButton}
      icon=${isTall.value ? "lower" : "taller"} label=${t(isTall.value ? "bande.reduire" : "bande.agrandir")}
      class="bouton-icone hauteur" onClick=${toggleHeight}
    />
    <${IconButton} icon="close" label=${t("fermer")} onClick=${() => setView({ bande: null })} />
  </header>
`;

/** Show the controls of a strip; on a phone the first one, and a button that shows the others: what they are asked for
 * comes first. */
export function StripSettings({ children }) {
  const isOpen = useSignal(false);
  const toggle = () => {
    isOpen.value = !isOpen.value;
  };
  return html`
    <div class="reglages plies" data-ouvert=${isOpen.value ? "" : null}>
      ${children}
      <button type="button" class="bouton plus-reglages" aria-expanded=${isOpen.value} onClick=${toggle}>
        ${t(isOpen.value ? "bande.reglages.fermer" : "bande.reglages")}
      </button>
    </div>
  `;
}

/** Show the legend of a map or chart, with the files that can be taken along beside it; `isBelow`: the note
 * stands below the rows, which come first, and the map has a legend of its own. */
export const StripLegend = ({ steps, note = null, isBelow = false, children = null }) => html`
  <div class=${isBelow ? "legende-parts dessous" : "legende-parts"}>
    ${steps.map(({ colour, text }) => html`<span key=${text}><i style=${{ background: colour }} />${text}</span>`)}
    ${note && html`<span class="doux">${note}</span>`}
    ${children}
  </div>
`;

export const StripBody = ({ title, children }) => html`
  <div class="bande-corps" tabindex="0" role="region" aria-label=${title}>
    ${zoneLegend.value && html`<${PrintedMap} drawn=${zoneLegend.value} />`}${children}
  </div>
`;

/** Say that no household answers the filters, with the ways out: one of them goes, or all do. */
export const NoHousehold = () => html`
  <${Empty}
    text=${t("menages.aucun")} action=${hasFilters() && t("filtres.effacer")}
    onAction=${() => setView({ ...NO_FILTERS, page: 1 })}
  >
    <${FilterChips} isInside />
  <//>
`;
