/** Cases of whole years by age band and sex: what is told of each, and their sums. */

import { code, fullDate, t } from "../i18n.js";
import { html } from "../preact.js";
import { Count } from "./counts.js";

const Cell = ({ value, name }) => html`<td class="droite" data-nom=${name}><${Count} value=${value} /></td>`;

/** Sum counts; null where one of them is not told. */
const sum = (rows) =>
  rows.some(({ count }) => count === null) ? null : rows.reduce((whole, { count }) => whole + count, 0);

export function Profiles({ periode, profils, parTrancheAge, parSexe }) {
  if (periode.debut > periode.fin) {
    return html`<section class="feuille" aria-label=${t("protection.profils")}>
      <h2>${t("protection.profils")}</h2>
      <p class="doux">${t("protection.profils.vide")}</p>
    </section>`;
  }
  const sexes = parSexe.map(({ sexe }) => sexe);
  const counts = Object.fromEntries(profils.map((row) => [`${row.trancheAge} ${row.sexe}`, row.count]));
  return html`
    <section class="feuille" aria-label=${t("protection.profils")}>
      <h2>${t("protection.profils")}</h2>
      <p class="doux">
        ${t("protection.profils.texte", { debut: fullDate(periode.debut), fin: fullDate(periode.fin) })}
      </p>
      <div class="defile-table" tabindex="0" role="region" aria-label=${t("protection.profils")}>
        <table class="lignes paiements chiffres">
          <caption class="hors-vue">${t("protection.profils")}</caption>
          <thead>
            <tr>
              <th scope="col">${t("champ.trancheAge")}</th>
              ${sexes.map((sexe) => html`<th scope="col" class="droite" key=${sexe}>${code("sexe", sexe)}</th>`)}
              <th scope="col" class="droite">${t("protection.profils.somme")}</th>
            </tr>
          </thead>
          <tbody>
            ${parTrancheAge.map(
              ({ trancheAge, count }) => html`
                <tr key=${trancheAge}>
                  <th scope="row">${code("tranche", trancheAge)}</th>
                  ${sexes.map(
                    (sexe) => html`<${Cell} value=${counts[`${trancheAge} ${sexe}`]} name=${code("sexe", sexe)} />`,
                  )}
                  <${Cell} value=${count} name=${t("protection.profils.somme")} />
                </tr>
              `,
            )}
            <tr>
              <th scope="row">${t("protection.profils.somme")}</th>
              ${parSexe.map(({ sexe, count }) => html`<${Cell} value=${count} name=${code("sexe", sexe)} />`)}
              <${Cell} value=${sum(parTrancheAge)} name=${t("protection.profils.somme")} />
            </tr>
          </tbody>
        </table>
      </div>
    </section>
  `;
}
