/** How many households answer the filters, and the ways to look at them. */

import { Failure } from "../components/feedback.js";
import { Icon } from "../components/icon.js";
import { number, t } from "../i18n.js";
import { Aged } from "../offline/aged.js";
import { readOrFind } from "../offline/held.js";
import { isOffline } from "../offline/offline-line.js";
import { html, useEffect } from "../preact.js";
import * as api from "../server/api.js";
import { asValue } from "../server/errors.js";
import * as places from "../server/places.js";
import { may } from "../server/session.js";
import { createLoader } from "../state/loader.js";
import { listOfferedPages } from "../state/pages.js";
import { FILTERS, hasFilters, openPage, pickFilters, setView, view } from "../state/view.js";
import { closeDrawer } from "./drawer.js";
import { isFieldWorker } from "./menu-groups.js";

/** {total, placed, unplaced, regions, read}: `placed` is null where only the positions are not known, `regions` how
 * many there are where no household is registered, `steps` how many of them are in the registry and how many
 * rejected, `read` the answer that has the total, `wanted` the filters that it answers. */
export const counts = createLoader();

/** Count anew where the list, read later with the same filters, has another total: somebody else works, too. */
export function compareTotal(filters, total) {
  const known = counts.value;
  if (isOffline.peek() || !known || known.total === total || known.wanted !== JSON.stringify(filters)) return;
  places.forgetCounts();
  counts.reload();
}

/** Count the households with and without a position among those that answer the filters. */
async function readPositions(signal) {
  if (view.value.position) return { placed: 0, unplaced: 0 };
  if (!hasFilters()) {
    const { menages, menagesRegistered } = await places.getCounts();
    return { placed: menages, unplaced: menagesRegistered - menages };
  }
  const query = { ...pickFilters("categorie"), limit: 1 };
  const { total, sansPosition } = await api.getJson("/carte/menages", query, signal);
  return { placed: total, unplaced: sansPosition };
}

/** Count those in the registry and the rejected ones among the households that answer the filters. */
async function readSteps(filters, signal) {
  const count = async (statutCollecte) => {
    const { pagination } = await api.getJson("/menages", { ...filters, statutCollecte, limit: 1 }, signal);
    return pagination.total;
  };
  const [integrated, rejected] = await Promise.all([count("integre"), count("rejete")]);
  return { integrated, rejected };
}

async function readCounts(signal) {
  const filters = pickFilters();
  const read = () => api.getJson("/menages", { ...filters, limit: 1 }, signal);
  const reading = readOrFind({ filters, order: null, page: 1, limit: 1 }, read);
  const [found, fallback, steps] = await Promise.all([
    reading,
    readPositions(signal).catch(asValue),
    isOffline.value ? null : readSteps(filters, signal).catch(() => null),
  ]);
  const positions = found.positions ?? fallback;
  const { total } = found.pagination;
  const isEmpty = total === 0 && !hasFilters();
  const regions = isEmpty ? (await places.listRegions()).length : null;
  const [placed, unplaced] = [positions.placed ?? null, positions.unplaced ?? 0];
  return { total, placed, unplaced, regions, steps, read: found, wanted: JSON.stringify(filters) };
}

/** Say what to do where nothing is registered yet: the boundaries first, then the households. */
function FirstSteps({ regions }) {
  const mayImport = listOfferedPages().some((page) => page.id === "import");
  const open = () => {
    openPage("import");
    closeDrawer();
  };
  return html`
    <p class="doux">${t(regions ? "vide.menages" : "vide.limites")}</p>
    ${
      regions > 0 &&
      mayImport &&
      html`
        <button type="button" class="bouton principal large" onClick=${open}>
          <${Icon} name="upload" />${t("vide.importer")}
        </button>
      `
    }
  `;
}

/** Show the way to register a household by hand. */
function NewButton() {
  const open = () => {
    setView({ vue: "menage", element: "nouveau" });
    closeDrawer();
  };
  return html`
    <button type="button" class="bouton nouveau" onClick=${open}><${Icon} name="plus" />${t("menage.nouveau")}</button>
  `;
}

function ResultsButton({ results, icon }) {
  const isOpen = view.value.bande === results;
  const toggle = () => {
    setView({ bande: isOpen ? null : results, page: 1 });
    closeDrawer();
  };
  return html`
    <button type="button" class="bouton" aria-pressed=${isOpen} data-on=${isOpen ? "" : null} onClick=${toggle}>
      <${Icon} name=${icon} />${t(results)}
    </button>
  `;
}

const Total = ({ total }) => html`
  <p class="grand" aria-live="polite">
    <strong>${total === null ? "…" : number(total)}</strong>${` ${t("menages", { n: total ?? 2 })}`}
  </p>
`;

/** Say how many of the households are in the registry and how many rejected: a total alone has both. */
function describeSteps({ total, steps }) {
  if (!steps || !total) return "";
  if (steps.integrated === total) return t("menages.etapes.registre");
  if (steps.rejected === total) return t("menages.etapes.rejetes");
  const parts = [t("menages.etapes.dont", { n: steps.integrated })];
  if (steps.rejected) parts.push(t("menages.etapes.et", { n: steps.rejected }));
  return parts.join(", ");
}

/** Tell how many the map cannot show; the number leads to them. The line stays when a filter leaves nobody for it:
 * nothing below it moves. */
function Unplaced({ count }) {
  if (!count) return html`<p class="rang" />`;
  const open = () => {
    setView({ position: "false", bande: "liste", page: 1 });
    closeDrawer();
  };
  return html`
    <p class="doux petit">
      <button type="button" class="lien" id="sans-position" onClick=${open}>
        ${t("menages.sansposition", { n: count })}
      </button>
    </p>
  `;
}

export function Counts() {
  const filters = FILTERS.map((name) => view.value[name]).join();
  const load = () => counts.load(readCounts, { keep: true });
  useEffect(() => {
    load();
  }, [filters]);
  useEffect(() => {
    addEventListener("tabanca:registre", load);
    return () => removeEventListener("tabanca:registre", load);
  }, []);
  const found = counts.value;
  const error = counts.answer.value instanceof Error ? counts.answer.value : null;
  const isBare = found?.total === 0 && found.regions !== null && !hasFilters();
  return html`
    <section class="bilan">
      ${error && html`<${Failure} error=${error} onRetry=${load} />`}
      <div class="titre-rangee">
        ${error ? html`<span />` : html`<${Total} total=${found?.total ?? null} />`}
        ${may("registre.creer") && !isFieldWorker() && html`<${NewButton} />`}
      </div>
      ${!error && found && html`<p class="doux petit" id="menages-etapes">${describeSteps(found)}</p>`}
      ${!error && found && html`<${Aged} parts=${[found.read]} onBack=${load} />`}
      ${!isBare && !error && html`<${Unplaced} count=${found?.unplaced ?? 0} />`}
      ${isBare && html`<${FirstSteps} regions=${found.regions} />`}
      <div class="deux resultats">
        <${ResultsButton} results="liste" icon="list" />
        <${ResultsButton} results="couverture" icon="chart" />
        ${
          may("analyses.lire") &&
          html`
            <${ResultsButton} results="distances" icon="gauge" />
            <${ResultsButton} results="themes" icon="layers" />
            <${ResultsButton} results="regions" icon="columns" />
          `
        }
      </div>
    </section>
  `;
}
