/** The regions side by side, each number with the list behind it and a bar for the households. */

import { saveCsv } from "../components/download.js";
import { Empty, Loaded } from "../components/feedback.js";
import { saveBars } from "../components/picture.js";
import { number, percent, t } from "../i18n.js";
import { money } from "../payments/parts.js";
import { html } from "../preact.js";
import { may } from "../server/session.js";
import { shares } from "./dashboard-state.js";
import { Downloads } from "./downloads.js";
import { ListLink } from "./links.js";

const COLUMNS = ["region", "menages.titre", "tableau.part", "tableau.beneficiaires", "tableau.paye"];

/** Show a number as a link to its list, for who may read that. */
const Count = ({ list, query, permission, children }) =>
  may(permission) ? html`<${ListLink} list=${list} query=${query}>${children}<//>` : children;

const Row = (row) => html`
  <tr key=${row.id}>
    <th scope="row">${row.region}</th>
    <td class="droite" data-nom=${t("menages.titre")}>
      <${Count} list="menages" query=${{ region: row.id }} permission="registre.lire">${number(row.menages)}<//>
    </td>
    <td data-nom=${t("tableau.part")}>
      <div class="barre">
        <span class="part"><i style=${{ width: `${row.pourcentage}%` }} /></span>
        <b>${percent(row.pourcentage / 100)}</b>
      </div>
    </td>
    <td class="droite" data-nom=${t("tableau.beneficiaires")}>
      <${Count} list="beneficiaires" query=${{ region: row.id }} permission="transferts.lire">
        ${number(row.beneficiaires)}
      <//>
    </td>
    <td class="droite" data-nom=${t("tableau.paye")}>
      <${Count} list="paiements" query=${{ region: row.id, statut: "reussi" }} permission="transferts.lire">
        ${money(row.montantPaye)}
      <//>
    </td>
  </tr>
`;

function saveTable(rows) {
  const cells = (row) => [row.region, row.menages, row.pourcentage, row.beneficiaires, row.montantPaye];
  saveCsv(
    COLUMNS.map((name) => t(name)),
    rows.map(cells),
    "regions.csv",
  );
}

function savePicture(rows) {
  const bar = (row) => ({ label: row.region, value: row.menages, text: number(row.menages) });
  saveBars(rows.map(bar), `${t("tableau.regions")} · ${t("menages.titre")}`, "regions.png");
}

const NUMBERS = ["menages.titre", "tableau.beneficiaires", "tableau.paye"];
const head = (name) => html`
  <th scope="col" class=${NUMBERS.includes(name) ? "droite" : null} key=${name}>${t(name)}</th>
`;

function Table({ rows }) {
  if (!rows.length) return html`<${Empty} text=${t("tableau.sansregion")} />`;
  return html`
    <div class="defile-table" tabindex="0" role="region" aria-label=${t("tableau.regions")}>
      <table class="lignes paiements chiffres">
        <caption class="hors-vue">${t("tableau.regions")}</caption>
        <thead>
          <tr>${COLUMNS.map(head)}</tr>
        </thead>
        <tbody>${rows.map(Row)}</tbody>
      </table>
    </div>
  `;
}

function Found({ rows }) {
  return html`
    <div class="outils entre">
      <h2>${t("tableau.regions")}</h2>
      <${Downloads}
        what=${t("tableau.regions")} onPicture=${() => savePicture(rows)} onTable=${() => saveTable(rows)}
      />
    </div>
    <${Table} rows=${rows} />
  `;
}

export const Regions = () => html`
  <section class="feuille" aria-label=${t("tableau.regions")}>
    <${Loaded} from=${shares}>${(rows) => html`<${Found} rows=${rows} />`}<//>
  </section>
`;
