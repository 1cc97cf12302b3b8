/** How long the households of a state have waited: the median, and how many for more than a month. */

import { number, t } from "../i18n.js";
import { html, useEffect, useMemo, useRef } from "../preact.js";
import * as api from "../server/api.js";
import { createLoader } from "../state/loader.js";
import * as collection from "./collection-state.js";

const LONG = 30; // days
const DAY = 86_400_000; // ms

const countDays = (moment) => Math.max(0, Math.floor((Date.now() - new Date(moment).getTime()) / DAY));

/** Write the day, of this place, from which on a household has waited for longer than LONG. */
function findLongDay() {
  const day = new Date();
  day.setDate(day.getDate() - LONG - 1);
  return day.toLocaleDateString("sv");
}

/** Read {median, old}: the days since the household in the middle was created, and how many are older than LONG. */
async function readAge(total, signal) {
  const filters = collection.pickListFilters();
  const [middle, old] = await Promise.all([
    api.getJson("/menages", { ...filters, tri: "createdAt", page: Math.ceil(total / 2), limit: 1 }, signal),
    filters.dateFin ? null : api.getJson("/menages", { ...filters, dateFin: findLongDay(), page: 1, limit: 1 }, signal),
  ]);
  const row = middle.data[0];
  return row && { median: countDays(row.createdAt), old: old?.pagination.total ?? null };
}

/** Say it above the list of a state in which somebody has something to do. `pagination`: of that list, new with each
 * reading; another page of the same has the same age. */
export function Age({ pagination }) {
  const loader = useMemo(createLoader, []);
  const read = useRef("");
  const { total } = pagination;
  const isWaiting = collection.WAITING.includes(collection.findStatus()) && total > 1;
  useEffect(() => {
    const wanted = JSON.stringify([total, collection.pickListFilters()]);
    if (isWaiting && wanted !== read.current) loader.load((signal) => readAge(total, signal));
    read.current = wanted;
  }, [pagination]);
  useEffect(() => loader.abort, []);
  const found = loader.value;
  if (!isWaiting || !found) return null;
  const narrow = () => collection.setFilters({ dateFin: findLongDay() });
  const words = t("collecte.attente.vieux", { n: found.old });
  return html`
    <p class="doux" id="attente">
      ${t("collecte.attente", { n: found.median, mediane: number(found.median) })}${" "}
      ${found.old > 0 && html`<button type="button" class="lien" onClick=${narrow}>${words}</button>`}
    </p>
  `;
}
