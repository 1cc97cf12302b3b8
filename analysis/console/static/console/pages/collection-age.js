/** How long ago the households of a state were created: the median, and how many more than a month ago. Alert, rows,
 * order and filter count from that day alone, so that one number stands everywhere. */

import { countDays } from "../components/elapsed.js";
import { Icon } from "../components/icon.js";
import { number, t } from "../i18n.js";
import { html, useEffect, useMemo, useRef } from "../preact.js";
import * as api from "../server/api.js";
import { createLoader } from "../state/loader.js";
import * as collection from "./collection-state.js";
import { STATES } from "./transitions.js";

const LONG = 30; // days
const MOST_OWNERS = 3;

/** Write the day, of this place, on or before which what is older than LONG was created. */
function findLongDay() {
  const day = new Date();
  day.setDate(day.getDate() - LONG - 1);
  return day.toLocaleDateString("sv");
}

/** Name those whose forms wait longest: {id, name, count} of the first surveyors. Of a chosen one it is known. */
async function readOwners(signal) {
  const { enqueteur, qualite, dateFin: _end, ...whole } = collection.filters.value;
  if (enqueteur || qualite) return [];
  const found = await api.get("/menages/pre-collecte/enqueteurs", { ...whole, dateFin: findLongDay() }, signal);
  const { count } = STATES[collection.findStatus()];
  const owners = found.map((one) => ({ id: one.id, name: one.enqueteur, count: count(one) }));
  return owners.filter((one) => one.count > 0).sort((one, other) => other.count - one.count);
}

/** Read {median, old, oldest, owners}: the days since the household in the middle was created, how many are older than
 * LONG, since how many days the oldest is there, and who registered them. */
async function readAge(total, signal) {
  const filters = collection.pickListFilters();
  const long = { ...filters, dateFin: findLongDay(), tri: "createdAt", page: 1, limit: 1 };
  const [middle, old, owners] = await Promise.all([
    api.getJson("/menages", { ...filters, tri: "createdAt", page: Math.ceil(total / 2), limit: 1 }, signal),
    filters.dateFin ? null : api.getJson("/menages", long, signal),
    filters.dateFin ? [] : readOwners(signal).catch(() => []), // the number is worth more than the names
  ]);
  const row = middle.data[0];
  const oldest = old?.data[0] ? countDays(old.data[0].createdAt) : null;
  return row && { median: countDays(row.createdAt), old: old?.pagination.total ?? 0, oldest, owners };
}

const narrow = (more) => collection.setFilters({ dateFin: findLongDay(), ...more });

/** Name the first surveyors of what waits, each a way to theirs. */
function Owners({ owners }) {
  if (!owners.length) return null;
  const rest = owners.length - MOST_OWNERS;
  const owner = ({ id, name, count }, index) => html`
    ${index ? ", " : ""}<button type="button" class="lien" key=${id} onClick=${() => narrow({ enqueteur: id })}>
      ${name}</button> (${number(count)})
  `;
  return html`
    <p class="petit">
      ${t("collecte.attente.dequi")}${" "}${owners.slice(0, MOST_OWNERS).map(owner)}
      ${rest > 0 && `, ${t("collecte.attente.autres", { n: rest })}`}
    </p>
  `;
}

/** Warn of what was created more than a month ago: how much, since when, whose it is, and the way to it. */
const Alert = ({ found: { old, oldest, owners } }) => html`
  <div class="note alerte-attente" role="status">
    <${Icon} name="warning" />
    <div>
      <strong>${t("collecte.attente.vieux", { n: old, nombre: number(old), jours: number(oldest) })}</strong>
      <${Owners} owners=${owners} />
      ${!collection.listPossible().length && html`<p class="petit">${t("collecte.attente.superviseur")}</p>`}
    </div>
    <button type="button" class="bouton" onClick=${() => narrow({})}>${t("collecte.attente.voir")}</button>
  </div>
`;

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
  return html`
    ${found.old > 0 && html`<${Alert} found=${found} />`}
    <p class="doux" id="attente">${t("collecte.attente", { n: found.median, mediane: number(found.median) })}</p>
  `;
}
