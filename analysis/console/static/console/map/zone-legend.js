/** What the colours of areas mean, on the map itself: those of the strip that is open. */

import { t } from "../i18n.js";
import { html, signal } from "../preact.js";

/** {title: what a page of the map is called, name: what the figure is, legend: [{colour, text}], hasEmpty: whether an
 * area has no value, note: of how many the figure is, where a page says so}; null while no areas are coloured. */
export const zoneLegend = signal(/** @type {Legend | null} */ (null));
/** @typedef {{title: string, name: string, legend: {colour: string, text: string}[], hasEmpty: boolean,
 *   note?: string}} Legend */

/** List the entries of a legend, with that of the areas of no value, which are hatched. */
export const listZoneSteps = ({ legend, hasEmpty }) =>
  hasEmpty ? [...legend, { isHatched: true, text: t("theme.sans.valeur") }] : legend;

export function ZoneLegend() {
  const drawn = /** @type {Legend} */ (zoneLegend.value);
  const step = ({ colour, text, isHatched }) => html`
    <li key=${text}><i class=${isHatched ? "sans-valeur" : null} style=${{ background: colour }} />${text}</li>
  `;
  return html`<div class="legende-zones"><p>${drawn.name}</p><ul>${listZoneSteps(drawn).map(step)}</ul></div>`;
}
