/** The buttons by which a chart is taken along: as a picture and as a table. */

import { Icon } from "../components/icon.js";
import { t } from "../i18n.js";
import { html } from "../preact.js";

const Download = ({ kind, what, onClick }) => html`
  <button
    type="button" class="bouton" aria-label=${t("tableau.telecharger", { quoi: what, format: kind })}
    onClick=${onClick}
  >
    <${Icon} name="download" />${kind}
  </button>
`;

/** `what`: the title of the chart, for who does not see it. */
export const Downloads = ({ what, onPicture, onTable }) => html`
  <div class="actions">
    <${Download} kind="PNG" what=${what} onClick=${onPicture} />
    <${Download} kind="CSV" what=${what} onClick=${onTable} />
  </div>
`;
