/** One of the lists behind the numbers, narrowed as the number was. */

import { Narrowing } from "../components/narrowing.js";
import { number, t } from "../i18n.js";
import { BackHeader } from "../pages/back.js";
import { PagedTable } from "../payments/parts.js";
import { html, useEffect, useMemo } from "../preact.js";
import * as api from "../server/api.js";
import { createLoader } from "../state/loader.js";
import { openPage, pickNarrowing, view } from "../state/view.js";
import { LISTS } from "./lists.js";

const ROWS = 25;

export function NamedList({ name }) {
  const loader = useMemo(createLoader, []);
  const { page, filtre } = view.value;
  const { path, columns, row } = LISTS[name];
  const title = t(`tableau.liste.${name}`);
  useEffect(() => {
    loader.load((wanted) => api.getJson(path, { ...pickNarrowing(), page, limit: ROWS }, wanted), { keep: true });
    return loader.abort;
  }, [page, filtre]);
  const total = loader.value?.pagination.total;
  return html`
    <div class="pile">
      <${BackHeader} label=${t("tableau.retour")} onBack=${() => openPage("tableau")}>
        <h2>${title} ${total === undefined ? "" : html`<span class="doux">${number(total)}</span>`}</h2>
      <//>
      <${Narrowing} />
      <${PagedTable} from=${loader} columns=${columns} row=${row} empty=${t("tableau.vide")} title=${title} />
    </div>
  `;
}
