/** Take all households that match along as a file: a sheet for the office, or positions for a map. */

import { saveFile } from "../components/download.js";
import { describeError } from "../components/feedback.js";
import { Icon } from "../components/icon.js";
import { findOrder } from "../components/sort-head.js";
import { t } from "../i18n.js";
import { html, useElement, useSignal } from "../preact.js";
import * as api from "../server/api.js";
import { may } from "../server/session.js";
import { pickFilters } from "../state/view.js";
import { COLUMNS } from "./list-columns.js";

const MENU = "exporter";
const readSheet = (format, query) =>
  api.getFile("/menages/export", { ...query, tri: findOrder(COLUMNS), format }, api.LONG);
const readMap = (format) =>
  api.getFile("/carte/export/geojson", { ...pickFilters("categorie"), type: "menages", format }, api.LONG);

const SHEET = "registre.exporter";
const LAYER = "geo.exporter";
/** @type {{format: string, permission: string, read: (format: string, query: any) => Promise<any>}[]} */
const FORMATS = [
  { format: "xlsx", permission: SHEET, read: readSheet },
  { format: "csv", permission: SHEET, read: readSheet },
  { format: "geojson", permission: LAYER, read: readMap },
  { format: "gpkg", permission: LAYER, read: readMap },
];

const print = async () => (await import("../household/paper-list.js")).printList(pickFilters());
const MOST_ON_PAPER = 2000;

/** `narrowing`: the filters of a list beside that of the map; its households are taken along as sheets alone. */
export function ExportMenu({ total, narrowing = /** @type {any} */ (null) }) {
  const menu = useElement();
  const busy = useSignal("");
  const failure = useSignal("");
  const offered = FORMATS.filter(({ permission }) => may(permission) && (!narrowing || permission === SHEET));
  if (!narrowing && total <= MOST_ON_PAPER) offered.push({ format: "papier", permission: "", read: print });
  if (!offered.length || !total) return null;
  const run = async ({ format, read }) => {
    busy.value = format;
    failure.value = "";
    try {
      const found = await read(format, narrowing ?? pickFilters());
      if (found) saveFile(found.blob, found.name ?? `menages.${format}`);
      menu.current?.hidePopover();
    } catch (error) {
      failure.value = describeError(error);
    } finally {
      busy.value = "";
    }
  };
  const describe = ({ format }) => t(busy.value === format ? "exporter.encours" : `exporter.${format}.aide`);
  const item = (one) => html`
    <li key=${one.format}>
      <button type="button" disabled=${busy.value !== ""} onClick=${() => run(one)}>
        <strong>${t(`exporter.${one.format}`)}</strong>
        <span class="doux petit">${describe(one)}</span>
      </button>
    </li>
  `;
  return html`
    <button type="button" class="bouton" popovertarget=${MENU}><${Icon} name="download" />${t("exporter")}</button>
    <div id=${MENU} class="menu" popover="auto" ref=${menu}>
      <p class="doux petit">${t("exporter.texte", { n: total })}</p>
      <ul>${offered.map(item)}</ul>
      ${!narrowing && total > MOST_ON_PAPER && html`<p class="doux petit">${t("exporter.papier.trop", { n: MOST_ON_PAPER })}</p>`}
      ${failure.value && html`<p class="faute" role="alert">${failure.value}</p>`}
    </div>
  `;
}
