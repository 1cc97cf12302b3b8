/** What the rules that are typed would do now: how many, where, by which rule. */

import { Failure, Skeleton } from "../components/feedback.js";
import { code, number, percent, t } from "../i18n.js";
import { Tile } from "../payments/parts.js";
import { html } from "../preact.js";
import { may } from "../server/session.js";
import { countMissing, simulation } from "./draft.js";
import { ShareMap } from "./share-map.js";

const Bar = ({ part }) => html`
  <div class="barre">
    <span class="part"><i style=${{ width: `${Math.round(100 * (part ?? 0))}%` }} /></span><b>${percent(part)}</b>
  </div>
`;

const share = (row) => (row.total ? row.eligibles / row.total : null);

/** Show groups with their share: [name, row] each. */
const Groups = ({ title, head, rows }) => html`
  <table class="lignes chiffres vif-table">
    <caption class="hors-vue">${title}</caption>
    <thead>
      <tr>
        <th scope="col">${head}</th><th scope="col" class="droite">${t("ciblage.eligibles")}</th>
        <th scope="col">${t("ciblage.part")}</th>
      </tr>
    </thead>
    <tbody>
      ${rows.map(
        ([name, row]) => html`
          <tr key=${name}>
            <th scope="row">${name}</th>
            <td class="droite">${number(row.eligibles)}</td>
            <td><${Bar} part=${share(row)} /></td>
          </tr>
        `,
      )}
    </tbody>
  </table>
`;

function Found({ found }) {
  const sectors = found.parSecteur.map(({ secteur, total, eligibles }) => ({ secteur, total, count: eligibles }));
  const regions = found.parRegion.map((row) => [row.region ?? t("inconnu"), row]);
  const categories = found.parCategorie.map((row) => [code("categorie", row.categorie), row]);
  return html`
    <div class="carreaux" id="compte-direct">
      <${Tile} value=${number(found.eligibles)} label=${t("ciblage.eligibles.menages", { n: found.eligibles })}
        kind="vert" />
      <${Tile} value=${percent(found.totalEvalues ? found.eligibles / found.totalEvalues : null)}
        label=${t("ciblage.part")} />
      <${Tile} value=${number(found.totalEvalues)} label=${t("ciblage.surmenages", { n: found.totalEvalues })} />
    </div>
    <${ShareMap} rows=${sectors} title=${t("ciblage.carte")} />
    <${Groups} title=${t("ciblage.parregion")} head=${t("region")} rows=${regions} />
    <${Groups} title=${t("ciblage.parcategorie")} head=${t("categorie")} rows=${categories} />
  `;
}

/** Show the count, the map and the groups; what was there stays while newer rules are tried. */
export function Live() {
  if (!may("registre.lire")) return null;
  const found = simulation.answer.value;
  const missing = countMissing();
  return html`
    <section class="feuille vif" aria-label=${t("ciblage.direct")}>
      <h2>${t("ciblage.direct")}</h2>
      ${missing > 0 && html`<p class="note">${t("ciblage.incompletes", { n: missing })}</p>`}
      ${found === null && html`<${Skeleton} lines=${5} />`}
      ${found instanceof Error && html`<${Failure} error=${found} onRetry=${simulation.retry} />`}
      ${found?.rien && html`<p class="doux">${t("ciblage.sansregle")}</p>`}
      ${found?.parRegion && html`<${Found} found=${found} />`}
    </section>
  `;
}
