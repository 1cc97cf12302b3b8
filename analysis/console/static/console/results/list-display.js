/** How the list of households is shown: its columns, and the rows of a page. */

import { SelectField } from "../components/fields.js";
import { Icon } from "../components/icon.js";
import { number, t } from "../i18n.js";
import { html } from "../preact.js";
import { setView } from "../state/view.js";
import * as columns from "./list-columns.js";

const MENU = "affichage";

const Column = ({ name }) => html`
  <label class="case">
    <input
      type="checkbox" id=${`col-${columns.COLUMNS[name] ?? name}`} checked=${columns.listVisible().includes(name)}
      onChange=${(event) => columns.setColumn(name, event.target.checked)}
    />
    ${t(name)}
  </label>
`;

/** Take another number of rows; the first of the page that was shown may stand on another page by then. */
function chooseRows(event) {
  columns.setRowCount(Number(event.target.value));
  setView({ page: 1 });
}

export function ListDisplay() {
  const names = columns.listOffered().filter((name) => !columns.FIXED.includes(name));
  return html`
    <button
      type="button" class="bouton affiche" popovertarget=${MENU} aria-label=${t("affichage")} title=${t("affichage")}
    >
      <${Icon} name="columns" /><span>${t("affichage")}</span>
    </button>
    <div id=${MENU} class="menu affichage" popover="auto">
      <fieldset class="cases">
        <legend>${t("affichage.colonnes")}</legend>
        <div>${names.map((name) => html`<${Column} key=${name} name=${name} />`)}</div>
      </fieldset>
      ${
        !columns.isAsAtFirst() &&
        html`<button type="button" class="lien" onClick=${columns.resetColumns}>${t("affichage.debut")}</button>`
      }
      <${SelectField}
        label=${t("affichage.lignes")} name="lignes" value=${String(columns.rowCount.value)}
        options=${columns.ROWS.map((count) => [String(count), number(count)])} onChange=${chooseRows}
      />
    </div>
  `;
}
