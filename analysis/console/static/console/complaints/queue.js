/** The complaints that nobody handles yet, the oldest first, with why they wait and since when. */

import { code, date, t } from "../i18n.js";
import { PagedTable } from "../payments/parts.js";
import { html, useEffect, useMemo } from "../preact.js";
import * as api from "../server/api.js";
import { createLoader } from "../state/loader.js";
import { setView, view } from "../state/view.js";

const ROWS = 25;
const COLUMNS = ["plainte", "categorie.plainte", "plaintes.attend", "plaintes.pourquoi", "tableau.echeance"];

const WaitingRow = (row) => html`
  <tr key=${row.id}>
    <td>
      <button type="button" class="lien" onClick=${() => setView({ onglet: null, element: row.id })}>
        ${row.reference}
      </button>
    </td>
    <td>${code("plaintecategorie", row.categorie)}<div class="petit doux">${code("priorite", row.priorite)}</div></td>
    <td data-nom=${t("plaintes.attend")}><strong>${t("plaintes.jours", { n: row.jours })}</strong></td>
    <td>${code("plaintes.raison", row.raison)}<div class="petit doux">${row.equipe?.nom}</div></td>
    <td data-nom=${t("tableau.echeance")}>${date(row.echeance)}</td>
  </tr>
`;

export function Queue() {
  const loader = useMemo(createLoader, []);
  const { page } = view.value;
  useEffect(() => {
    loader.load((signal) => api.getJson("/plaintes/file-attente", { page, limit: ROWS }, signal), { keep: true });
    return loader.abort;
  }, [page]);
  return html`
    <${PagedTable}
      from=${loader} columns=${COLUMNS} row=${WaitingRow} empty=${t("plaintes.attente.vide")}
      title=${t("plaintes.onglet.attente")}
    />
  `;
}
