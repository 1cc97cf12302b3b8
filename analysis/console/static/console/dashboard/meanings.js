/** What each figure counts, in a sentence; folded away below the figures. */

import { t } from "../i18n.js";
import { html } from "../preact.js";

/** `names`: the figures that are shown. */
export const Meanings = ({ names }) => html`
  <details class="sens-chiffres">
    <summary>${t("tableau.sens")}</summary>
    <dl>
      ${names.map(
        (name) => html`
          <div key=${name}><dt>${t(`tableau.sens.${name}.nom`)}</dt><dd>${t(`tableau.sens.${name}`)}</dd></div>
        `,
      )}
    </dl>
  </details>
`;
