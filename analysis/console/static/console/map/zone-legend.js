/** What the colours of areas mean, on the map itself: those of the strip that is open. */

import { t } from "../i18n.js";
import { html, signal } from "../preact.js";
import { isDark } from "../state/theme.js";
import { colours } from "./palette.js";

/** {name: what the figure is, legend: [{colour, text}], hasEmpty: whether an area has no value}; null while no areas
 * are coloured. @type {{value: {name: string, legend: {colour: string, text: string}[], hasEmpty: boolean} | null}} */
export const zoneLegend = signal(null);

export function ZoneLegend() {
  const { name, legend, hasEmpty } = /** @type {NonNullable<typeof zoneLegend.value>} */ (zoneLegend.value);
  const empty = { colour: colours(isDark.value).empty, text: t("theme.sans.valeur") };
  const step = ({ colour, text }) => html`<li key=${text}><i style=${{ background: colour }} />${text}</li>`;
  return html`
    <div class="legende-zones"><p>${name}</p><ul>${(hasEmpty ? [...legend, empty] : legend).map(step)}</ul></div>
  `;
}
