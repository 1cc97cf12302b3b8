/** The complaints that nobody handles yet, late and urgent ones first, with why they wait and since when. */

import { code, t } from "../i18n.js";
import { PagedTable } from "../payments/parts.js";
import { html, useEffect, useMemo } from "../preact.js";
import * as api from "../server/api.js";
import { createLoader } from "../state/loader.js";
import { setView, view } from "../state/view.js";
import { Deadline, Priority } from "./complaint-row.js";

const ROWS = 25;
const COLUMNS = [
  "plainte",
  "categorie.plainte",
  "priorite",
  "plaintes.attend",
  "plaintes.pourquoi",
  "tableau.echeance",
];

/** Lead to the team that is full, where its limits are; or to the teams, where one is missing. */
function TeamLink({ team }) {
  const open = () => setView({ onglet: "equipes", element: team?.id ?? null, page: 1 });
  return html`
    <button type="button" class="lien" onClick=${open}>${team?.nom ?? t("plaintes.onglet.equipes")}</button>
  `;
}

const WaitingRow = (row) => html`
  <tr key=${row.id}>
    <td>
      <button type="button" class="lien coupe" onClick=${() => setView({ onglet: null, element: row.id })}>
        ${row.objet ?? t("tableau.sansobjet")}
      </button>
      <div class="petit doux">${row.reference}</div>
    </td>
    <td data-nom=${t("categorie.plainte")}>${code("plaintecategorie", row.categorie)}</td>
    <td data-nom=${t("priorite")}><${Priority} value=${row.priorite} /></td>
    <td data-nom=${t("plaintes.attend")}><strong>${t("plaintes.jours", { n: row.jours })}</strong></td>
    <td data-nom=${t("plaintes.pourquoi")}>
      ${code("plaintes.raison", row.raison)}<div class="petit"><${TeamLink} team=${row.equipe} /></div>
    </td>
    <td data-nom=${t("tableau.echeance")}><${Deadline} complaint=${{ ...row, statut: "nouvelle" }} /></td>
  </tr>
`;

export function Queue() {
  const loader = useMemo(createLoader, []);
  const { page } = view.value;
  useEffect(() => {
    loader.load((signal) => api.getJson("/plaintes/file-attente", { tri: "urgence", page, limit: ROWS }, signal), {
      keep: true,
    });
    return loader.abort;
  }, [page]);
  return html`
    <${PagedTable}
      from=${loader} columns=${COLUMNS} row=${WaitingRow} empty=${t("plaintes.attente.vide")}
      title=${t("plaintes.onglet.attente")}
    />
  `;
}
