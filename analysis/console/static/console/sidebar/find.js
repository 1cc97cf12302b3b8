/** What a text finds: places by their names, households by the API. */

import { code, t } from "../i18n.js";
import { showArea } from "../map/area.js";
import { visit } from "../map/map.js";
import { readHeldHouseholds } from "../offline/held-answers.js";
import * as api from "../server/api.js";
import * as places from "../server/places.js";
import { may } from "../server/session.js";
import { setView } from "../state/view.js";
import { fold, startsWords } from "./matches.js";

const EACH = 5; // places of a kind
const HOUSEHOLDS = 20;

/** List the first items whose name contains the text; the earlier it stands there, the better. */
function findByName(items, text) {
  const wanted = fold(text);
  const findPosition = (item) => fold(item.nom).indexOf(wanted);
  return items
    .filter((item) => findPosition(item) >= 0)
    .sort((one, other) => findPosition(one) - findPosition(other))
    .slice(0, EACH);
}

/** Filter by an area and go there, also when it is the filter already and the map was moved away. */
function openArea(filters) {
  setView({ ...filters, localite: null, page: 1 });
  showArea(filters);
}

function openVillage({ id, latitude, longitude }) {
  const isPlaced = latitude !== null && longitude !== null;
  visit(isPlaced ? `localite/${id}/${latitude.toFixed(5)}/${longitude.toFixed(5)}` : `localite/${id}`);
}

/** Return a village as a result. */
export const describePlace = (item) => ({
  title: item.nom,
  note: `${t("village")} · ${item.secteur}`,
  open: () => openVillage(item),
});

/** Find regions, secteurs and villages: {title, note, open} each. */
export async function findPlaces(text) {
  const [regions, sectors, villages] = await Promise.all([
    places.listRegions(),
    places.listSectors(),
    places.listVillages(),
  ]);
  return [
    ...findByName(regions, text).map((item) => ({
      title: item.nom,
      note: t("region"),
      open: () => openArea({ region: item.id, secteur: null }),
    })),
    ...findByName(sectors, text).map((item) => ({
      title: item.nom,
      note: `${t("secteur")} · ${item.region}`,
      open: () => openArea({ region: regions.find((one) => one.nom === item.region)?.id ?? null, secteur: item.id }),
    })),
    ...findByName(villages, text).map(describePlace),
  ];
}

function describeHousehold(item) {
  const place = item.localite?.nom ?? item.secteur?.nom;
  const { categoriePauvrete: category } = item;
  const words = category ? code("categorie", category) : t("categorie.sans");
  return [item.codeMenage, place, words].filter(Boolean).join(" · ");
}

const nameHousehold = (item) => item.chefMenage?.nomComplet ?? item.codeMenage;

/** Find households among those that this device keeps, by code or by the words of a name. */
async function findHeld(text) {
  const wanted = fold(text);
  const isFound = (item) => fold(item.codeMenage).includes(wanted) || startsWords(nameHousehold(item), text);
  const data = (await readHeldHouseholds()).rows.filter(isFound);
  return { data: data.slice(0, HOUSEHOLDS), pagination: { total: data.length }, isHeld: true };
}

/** Read households: {title, note, open} each, those of a lower `rank` first; how many more there are; and whether they
 * are only those that the device keeps (`isHeld`): without a connection these are searched. */
export async function readHouseholds(query, signal, rank = (/** @type {any} */ _item) => 0) {
  const request = api.getJson("/menages", query, signal);
  const {
    data,
    pagination,
    isHeld = false,
  } = await request.catch((error) => {
    if (error.kind !== "offline" || !query.search) throw error;
    return findHeld(query.search);
  });
  const results = data
    .sort((one, other) => rank(one) - rank(other))
    .map((item) => ({
      title: nameHousehold(item),
      note: describeHousehold(item),
      open: () => visit(`menage/${item.id}`),
    }));
  return { results, more: pagination.total - results.length, isHeld };
}

/** Find households, first those with names that begin like the text. */
export async function findHouseholds(text, signal) {
  if (!may("registre.lire") || text.length < 2) return { results: [], more: 0, isHeld: false };
  const rank = (item) => Number(!startsWords(nameHousehold(item), text));
  return readHouseholds({ search: text, limit: HOUSEHOLDS }, signal, rank);
}
