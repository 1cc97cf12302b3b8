/** Take all households that match along as a file: a sheet for the office, or positions for a map. */

import { saveFile } from "../components/download.js";
import { describeError } from "../components/feedback.js";
import { Icon } from "../components/icon.js";
import { findOrder } from "../components/sort-head.js";
import { t } from "../i18n.js";
import { needLine } from "../offline/offline-line.js";
import { html, useElement, useSignal } from "../preact.js";
import * as api from "../server/api.js";
import { may } from "../server/session.js";
import { pickFilters } from "../state/view.js";
import { chosen } from "./list-acts.js";
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
  { format: "lire", permission: SHEET, read: (_, query) => readSheet("xlsx", { ...query, libelles: true }) },
  { format: "xlsx", permission: SHEET, read: readSheet },
  { format: "csv", permission: SHEET, read: readSheet },
  { format: "geojson", permission: LAYER, read: readMap },
  { format: "gpkg", permission: LAYER, read: readMap },
];

const PAPER = {
  format: "papier",
  permission: "",
  read: async (_format, query) => (await import("../household/paper-list.js")).printList(query),
};
const MOST_ON_PAPER = 2000;
const MOST_CHOSEN = 80; // ids that an address holds

/** List the formats that are offered, what is read first; what is chosen by hand, or in another list, has no map of its
 * own. */
function listFormats(isOnMap) {
  const offered = FORMATS.filter(({ permission }) => may(permission) && (isOnMap || permission === SHEET));
  const readFirst = offered.filter(({ format }) => format === "lire");
  return [...readFirst, PAPER, ...offered.slice(readFirst.length)];
}

/** Name a file by what it holds and the day: files of two days do not take each other's place. */
function nameFile(given, format) {
  const [name, ...ends] = (given ?? `menages.${format === "lire" ? "xlsx" : format}`).split(".");
  return [`${name}-${new Date().toLocaleDateString("sv")}`, ...ends].join(".");
}

/** `narrowing`: the filters of a list beside that of the map; its households are taken along as sheets alone. What is
 * chosen is taken alone, unless all are asked for. */
export function ExportMenu({ total, narrowing = /** @type {any} */ (null) }) {
  const menu = useElement();
  const busy = useSignal("");
  const failure = useSignal("");
  const takesAll = useSignal(false);
  const count = chosen.value.size;
  const mayTakeChosen = count > 0 && count <= MOST_CHOSEN;
  const isOfChosen = mayTakeChosen && !takesAll.value;
  const taken = isOfChosen ? count : total;
  const query = isOfChosen ? { ids: [...chosen.value].join() } : (narrowing ?? pickFilters());
  const offered = listFormats(!isOfChosen && !narrowing);
  if (!total) return null;
  const run = async ({ format, read }) => {
    busy.value = format;
    failure.value = "";
    try {
      const found = await read(format, query);
      if (found) saveFile(found.blob, nameFile(found.name, format));
      menu.current?.hidePopover();
    } catch (error) {
      failure.value = describeError(error);
    } finally {
      busy.value = "";
    }
  };
  const isTooMany = (one) => one === PAPER && taken > MOST_ON_PAPER;
  const describe = (one) => {
    if (isTooMany(one)) return t("exporter.papier.trop", { n: MOST_ON_PAPER });
    return t(busy.value === one.format ? "exporter.encours" : `exporter.${one.format}.aide`);
  };
  const item = (one) => html`
    <li key=${one.format}>
      <button type="button" disabled=${busy.value !== "" || isTooMany(one)} onClick=${() => run(one)}>
        <strong id=${`exporter-${one.format}`}>${t(`exporter.${one.format}`)}</strong>
        <span class="doux petit">${describe(one)}</span>
      </button>
    </li>
  `;
  const choice = html`
    <label class="case">
      <input
        type="checkbox" id="exporter-choisis" checked=${!takesAll.value}
        onChange=${(event) => {
          takesAll.value = !event.target.checked;
        }}
      />
      ${t("exporter.choisis", { n: count })}
    </label>
  `;
  return html`
    <button
      type="button" class="bouton exporte" popovertarget=${MENU} aria-label=${t("exporter")}
      ...${needLine(false, t("exporter"))}
    >
      <${Icon} name="download" /><span>${t("exporter")}</span>
    </button>
    <div id=${MENU} class="menu" popover="auto" ref=${menu}>
      ${mayTakeChosen && choice}
      ${!isOfChosen && html`<p class="doux petit">${t("exporter.texte", { n: total })}</p>`}
      <ul>${offered.map(item)}</ul>
      ${failure.value && html`<p class="faute" role="alert">${failure.value}</p>`}
    </div>
  `;
}
