/** Small parts that several cards and panels show. */

import { Icon } from "../components/icon.js";
import { code, number, t } from "../i18n.js";
import { moveTo } from "../map/map.js";
import { POVERTY } from "../map/palette.js";
import { html } from "../preact.js";

/** Show a fact with its name; facts that are not known are not shown. */
export const Fact = ({ name, value }) =>
  value === null || value === undefined || value === "" ? null : html`<div><dt>${name}</dt><dd>${value}</dd></div>`;

/** Show the colour of a category as on the map; hollow without one. */
export const Swatch = ({ colour = null }) =>
  colour ? html`<span class="pastille" style=${{ background: colour }} />` : html`<span class="pastille creuse" />`;

/** Show a poverty category with its colour. */
export function Category({ value }) {
  const step = POVERTY.find((one) => one.code === value);
  return html`
    <span class="categorie">
      <${Swatch} colour=${step?.colour} />${step ? code("categorie", value) : t("categorie.sans")}
    </span>
  `;
}

/** Show the button that moves the map to a place; `findZoom()` tells how near. */
export const CentreButton = ({ centre, findZoom, label = t("centrer") }) => html`
  <button type="button" class="bouton" onClick=${() => moveTo({ center: centre, zoom: findZoom() })}>
    <${Icon} name="target" />${label}
  </button>
`;

/** Write a position as latitude and longitude, to the metre. */
export const formatPosition = (latitude, longitude) => `${number(latitude, 5)} ; ${number(longitude, 5)}`;

/** Join the texts that are there by a dot. */
export const join = (texts, separator = " · ") => texts.filter(Boolean).join(separator);
