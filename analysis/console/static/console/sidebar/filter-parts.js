/** The fields that filters are chosen in. */

import { t } from "../i18n.js";
import { html } from "../preact.js";

/** Show one of few as buttons: a second press takes the choice back. `chosen`: the value, or null. */
export function ChoiceButtons({ name, label, options, chosen, isOff, onChoose }) {
  const button = ({ value, text, swatch = null }) => html`
    <button
      type="button" class="choix" key=${value} aria-pressed=${chosen === value} data-valeur=${value}
      disabled=${isOff} onClick=${() => onChoose(chosen === value ? null : value)}
    >
      ${swatch && html`<span class="pastille" style=${{ background: swatch }} />`}${text}
    </button>
  `;
  return html`
    <div class="groupe" role="group" aria-label=${label} id="filtre-${name}">
      <span class="etiquette">${label}</span>
      <div class="choix-rangee">${options.map(button)}</div>
    </div>
  `;
}

/** Show one of several as a list to choose from; the first choice is "all", in the words of `all`. */
export const ChoiceList = ({ name, label, options, chosen, isOff, onChoose, all = t(`tous.${name}`) }) => html`
  <label class="champ">
    <span>${label}</span>
    <select
      id="filtre-${name}" value=${chosen ?? ""} disabled=${isOff}
      onChange=${(event) => onChoose(event.target.value || null)}
    >
      <option value="">${all}</option>
      ${options.map(({ value, text }) => html`<option key=${value} value=${value}>${text}</option>`)}
    </select>
  </label>
`;

/** Show the least and the most of a figure, or the first and the last of days, side by side. */
export function RangeFields({ name, label, type, least, most, isOff, onChoose }) {
  const floor = type === "number" ? 1 : undefined;
  const field = (side, value, limits) => html`
    <label class="champ">
      <span>${t(`filtres.${side}`)}</span>
      <input
        id="filtre-${name}-${side}" type=${type} value=${value ?? ""} disabled=${isOff} ...${limits}
        onChange=${(event) => event.target.validity.valid && onChoose(side, event.target.value || null)}
      />
    </label>
  `;
  return html`
    <div class="groupe" role="group" aria-label=${label}>
      <span class="etiquette">${label}</span>
      <div class="deux">
        ${field("de", least, { min: floor, max: most ?? undefined })}
        ${field("a", most, { min: least ?? floor })}
      </div>
    </div>
  `;
}
