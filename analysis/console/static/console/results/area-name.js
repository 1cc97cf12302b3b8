/** The name of an area in a table: it leads to its place on the map. */

import { t } from "../i18n.js";
import { showArea } from "../map/area.js";
import { html } from "../preact.js";

/** `level`: region | secteur. */
export function AreaName({ area: { id, nom }, level }) {
  const goThere = () => showArea(level === "region" ? { region: id } : { secteur: id });
  return html`
    <button type="button" class="lien" title=${t("couverture.aller", { nom })} onClick=${goThere}>${nom}</button>
  `;
}
