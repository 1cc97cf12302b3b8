/** The households whose cards this device keeps, as the list, the counts and the map show them without a connection:
 * filtered and sorted here.
 */

import { POVERTY } from "../map/palette.js";
import { effect, signal } from "../preact.js";
import { markAge, readHeldHouseholds } from "./held-answers.js";
import { isOffline } from "./offline-line.js";
import { findPrepared, prepared } from "./prepared.js";

const NOTHING = { rows: [], cards: new Set(), at: 0 };
/** What `readHeldHouseholds` reads; read while there is no connection. */
export const held = signal(/** @type {{rows: any[], cards: Set<string>, at: number}} */ (NOTHING));

/** Whether a household has the value of a filter, by the API's name of the filter. */
const TESTS = {
  region: (row, id) => row.region?.id === id,
  secteur: (row, id) => row.secteur?.id === id,
  localite: (row, id) => row.localite?.id === id,
  categoriePauvrete: (row, value) => row.categoriePauvrete === value,
  eligible: (row, value) => String(row.eligibleProgramme) === value,
  milieu: (row, value) => row.milieu === value,
  position: (row) => !isPlaced(row),
};
const rank = ({ categoriePauvrete }) => POVERTY.findIndex(({ code }) => code === categoriePauvrete);
/** What a list is sorted by, by the API's name of the order. */
const ORDERS = {
  codeMenage: (row) => row.codeMenage,
  chefMenage: (row) => row.chefMenage?.nomComplet,
  localite: (row) => row.localite?.nom,
  tailleMenage: (row) => row.tailleMenage,
  categoriePauvrete: (row) => (row.categoriePauvrete ? rank(row) : null),
  scorePmt: (row) => row.scorePmt,
  eligibleProgramme: (row) => Number(row.eligibleProgramme),
  statutCollecte: (row) => row.statutCollecte,
  enqueteur: (row) => row.enqueteur?.nomComplet,
  campagne: (row) => row.campagne?.nom,
  createdAt: (row) => row.createdAt,
};

export const isPlaced = ({ latitude, longitude }) => latitude !== null && longitude !== null;

/** Compare two values; those that are missing stand last in either order. */
function compare(one, other, sign) {
  const [isMissing, isOtherMissing] = [one ?? null, other ?? null].map((value) => value === null);
  if (isMissing || isOtherMissing) return Number(isMissing) - Number(isOtherMissing);
  return sign * (typeof one === "string" ? one.localeCompare(other) : one - other);
}

/** Sort by the API's name of an order, `-` before it: downwards; null: the newest first, as the list does. */
function sortRows(rows, order) {
  const sign = (order ?? "-").startsWith("-") ? -1 : 1;
  const find = ORDERS[order?.replace(/^-/, "") ?? "createdAt"] ?? ORDERS.createdAt;
  return rows.sort((one, other) => compare(find(one), find(other), sign));
}

/** List the households whose card is kept and that answer the filters, by the API's names. */
export const listHeld = (filters) =>
  held.value.rows.filter(
    (row) =>
      held.value.cards.has(row.id) && Object.entries(filters).every(([name, value]) => TESTS[name]?.(row, value)),
  );

/** Return whether what is kept answers the filters: those of a secteur that was prepared. */
export const isAnswerable = (filters) =>
  Boolean(findPrepared(filters.secteur)) && Object.keys(filters).every((name) => name in TESTS);

/** Return a page of the list as the API would, with `positions`: how many of all have one, and have not. */
function findPage({ filters, order, page, limit }) {
  const rows = sortRows(listHeld(filters), order);
  const placed = rows.filter(isPlaced).length;
  const pages = Math.max(1, Math.ceil(rows.length / limit));
  const data = markAge(rows.slice((page - 1) * limit, page * limit), held.peek().at);
  const pagination = { page, pages, limit, total: rows.length };
  return markAge({ data, pagination, positions: { placed, unplaced: rows.length - placed } }, held.peek().at);
}

/** Return whether a card cannot be opened now, for want of a connection. */
export const isCardAbsent = (id) => isOffline.value && !held.value.cards.has(id);

export async function readHeld() {
  held.value = await readHeldHouseholds();
}

/** Read a page of households by `read()`; without a connection return that of the secteur that was prepared, or what
 * was seen of it.
 * @param {{filters: any, order: string | null, page: number, limit: number}} query
 */
export async function readOrFind(query, read) {
  const find = async () => {
    if (held.peek() === NOTHING) await readHeld();
    return findPage(query);
  };
  if (!isAnswerable(query.filters)) return read();
  if (isOffline.peek()) return find();
  return read().catch((error) => {
    if (error.kind !== "offline") throw error;
    return find();
  });
}

// With a connection the service answers.
effect(() => {
  if (isOffline.value && prepared.value) readHeld();
  else held.value = NOTHING;
});
