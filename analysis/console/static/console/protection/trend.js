/** Cases month by month: a small picture in a row, and all months as a table. */

import { spellMonth } from "../components/day-text.js";
import { t } from "../i18n.js";
import { html } from "../preact.js";
import { Count } from "./counts.js";

const HEIGHT = 28;
const STEP = 5;
const HIDDEN = 4; // the height of a month that is not told

/** Show the months of one rubrique as bars; a month that is not told is a grey stump. */
export function Sparkline({ values, label }) {
  const most = Math.max(1, ...values.map((value) => value ?? 0));
  const bar = (value, place) => {
    const high = value === null ? HIDDEN : (value / most) * HEIGHT;
    return html`
      <rect
        x=${place * STEP} y=${HEIGHT - high} width=${STEP - 1} height=${high}
        class=${value === null ? "tu" : "dit-mois"} key=${place}
      />
    `;
  };
  return html`
    <svg viewBox="0 0 ${values.length * STEP} ${HEIGHT}" class="mois" role="img" aria-label=${label}
      preserveAspectRatio="xMinYMid">
      ${values.map(bar)}
    </svg>
  `;
}

/** Show every month of every rubrique; `names` are their labels by code. */
export const TrendTable = ({ mois, donnees, names }) => html`
  <details class="feuille">
    <summary>${t("protection.mois.tous")}</summary>
    <div class="defile-table" tabindex="0" role="region" aria-label=${t("protection.mois.tous")}>
      <table class="lignes chiffres">
        <caption class="hors-vue">${t("protection.mois.tous")}</caption>
        <thead>
          <tr>
            <th scope="col">${t("protection.mois")}</th>
            ${donnees.map(({ rubrique }) => html`<th scope="col" key=${rubrique}>${names[rubrique]}</th>`)}
          </tr>
        </thead>
        <tbody>
          ${mois
            .map(
              (month, place) => html`
                <tr key=${month}>
                  <th scope="row">${spellMonth(month)}</th>
                  ${donnees.map(
                    ({ rubrique, valeurs }) => html`
                      <td class="droite" key=${rubrique}><${Count} value=${valeurs[place]} /></td>
                    `,
                  )}
                </tr>
              `,
            )
            .reverse()}
        </tbody>
      </table>
    </div>
  </details>
`;
