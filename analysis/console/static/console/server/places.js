/** Regions, secteurs and villages: names, counts and centres, read once a session. */

import * as api from "./api.js";
import { may, onSession } from "./session.js";

let loading = {};
onSession((event) => {
  if (event !== "expired") loading = {};
});

/** Read something unless it was read already; a failure is not remembered. */
function once(name, read) {
  loading[name] ??= read().catch((error) => {
    delete loading[name];
    throw error;
  });
  return loading[name];
}

const sortByName = (list) => [...list].sort((one, other) => one.nom.localeCompare(other.nom));

const getConfig = () => once("config", () => api.get("/carte/config"));
export const getCounts = () => once("counts", () => api.get("/carte/layers"));
/** Return the counts of an area, {region, secteur}; those of all that the user sees are kept. */
export const getCountsOf = (area, signal) =>
  Object.keys(area).length ? api.get("/carte/layers", area, signal) : getCounts();
export const listRegions = () => once("regions", async () => sortByName(await api.get("/carte/stats/regions")));
export const listSectors = () => once("sectors", async () => sortByName(await api.get("/carte/stats/secteurs")));

const listVillagesOf = (region) =>
  region.secteurs.flatMap((sector) =>
    sector.localites.map((place) => ({ ...place, secteur: sector.nom, region: region.nom })),
  );

/** List villages as {id, nom, secteur, region, latitude, longitude}. For the search only: they are many. */
export const listVillages = () =>
  once("villages", async () => (await api.get("/carte/hierarchy")).flatMap(listVillagesOf));

/** List the outlines of regions as {id, nom, geometry}. */
export const listOutlines = () => once("outlines", () => api.get("/carte/contours"));

/** Forget what was read: after an import the counts are others. */
export function forget() {
  loading = {};
}

/** Forget the counts alone: a household that is new or moved changes them, not the names. */
export function forgetCounts() {
  delete loading.counts;
}
addEventListener("tabanca:registre", forgetCounts);

/** List the secteurs of a region, or all. Statistics name the region of a secteur, they do not identify it. */
export async function listSectorsOf(regionId) {
  const [sectors, regions] = await Promise.all([listSectors(), listRegions()]);
  if (!regionId) return sectors;
  const name = regions.find((region) => region.id === regionId)?.nom;
  return sectors.filter((sector) => sector.region === name);
}

/** Return whether no region is hidden from the user: some are given all of them, one by one. */
export const seesAllRegions = async () => (await getConfig()).toutesRegions;

/** Return the bounds of the country as [[west, south], [east, north]]. */
export async function getCountryBounds() {
  const { west, south, east, north } = (await getConfig()).bounds;
  return [
    [west, south],
    [east, north],
  ];
}

const hasCentre = (sector) => sector.centerLongitude !== null && sector.centerLatitude !== null;

/** Return [[west, south], [east, north]] around the centres of secteurs, or null without any. */
export function findBoundsAround(sectors) {
  const placed = sectors.filter(hasCentre);
  if (!placed.length) return null;
  const x = placed.map((sector) => sector.centerLongitude);
  const y = placed.map((sector) => sector.centerLatitude);
  const margin = 0.12; // degrees
  return [
    [Math.min(...x) - margin, Math.min(...y) - margin],
    [Math.max(...x) + margin, Math.max(...y) + margin],
  ];
}

const mean = (values) => values.reduce((sum, value) => sum + value, 0) / values.length;

const makeLabel = (kind, nom, coordinates, rest = {}) => ({
  type: "Feature",
  properties: { kind, nom, place: 0, ...rest },
  geometry: { type: "Point", coordinates },
});

/** List regions and secteurs by their villages, for who may not read the statistics of households. */
async function listNamesOfVillages() {
  const bySector = new Map();
  for (const village of await listVillages()) {
    if (village.longitude === null) continue;
    const key = `${village.region}/${village.secteur}`;
    bySector.set(key, [...(bySector.get(key) ?? []), village]);
  }
  const sectors = [...bySector.values()].map((own) => ({
    nom: own[0].secteur,
    region: own[0].region,
    centerLongitude: mean(own.map((one) => one.longitude)),
    centerLatitude: mean(own.map((one) => one.latitude)),
  }));
  return [[...new Set(sectors.map((one) => one.region))].map((nom) => ({ nom })), sectors];
}

/** List the names of regions and secteurs as points, so that a name is drawn once and not once a tile. */
export async function listLabels() {
  const [regions, sectors] = may("registre.lire")
    ? await Promise.all([listRegions(), listSectors()])
    : await listNamesOfVillages();
  const placed = sectors.filter(hasCentre);
  const ofRegions = regions.flatMap((region) => {
    const own = placed.filter((sector) => sector.region === region.nom);
    const centre = [mean(own.map((s) => s.centerLongitude)), mean(own.map((s) => s.centerLatitude))];
    const traits = { place: own.length, hasNamesake: placed.some((sector) => sector.nom === region.nom) };
    return own.length ? [makeLabel("region", region.nom, centre, traits)] : [];
  });
  const ofSectors = placed.map((one) => makeLabel("secteur", one.nom, [one.centerLongitude, one.centerLatitude]));
  return { type: "FeatureCollection", features: [...ofRegions, ...ofSectors] };
}
