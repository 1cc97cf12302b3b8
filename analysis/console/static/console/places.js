/** Regions, secteurs and villages: names, counts and centres, read once a session. */

import * as api from "./api.js";
import { onSession } from "./session.js";

let loading = {};
onSession((event) => event !== "expired" && (loading = {}));

function once(name, read) {
  loading[name] ??= read().catch((error) => {
    delete loading[name];
    throw error;
  });
  return loading[name];
}

export const config = () => once("config", () => api.get("/carte/config"));
export const counts = () => once("counts", () => api.get("/carte/layers"));
const byName = (list) => [...list].sort((one, other) => one.nom.localeCompare(other.nom));
export const regions = () => once("regions", async () => byName(await api.get("/carte/stats/regions")));
export const sectors = () => once("sectors", async () => byName(await api.get("/carte/stats/secteurs")));

/** Villages with their secteur and region: {id, nom, secteur, region, latitude, longitude}. For the search only. */
export const villages = () =>
  once("villages", async () => {
    const tree = await api.get("/carte/hierarchy");
    return tree.flatMap((region) =>
      region.secteurs.flatMap((sector) =>
        sector.localites.map((place) => ({ ...place, secteur: sector.nom, region: region.nom }))));
  });

/** Forgets the counts after an import. */
export function forget() {
  loading = {};
}

/** Secteurs of a region (by name, as the statistics answer it), or all. */
export async function sectorsOf(regionId) {
  const [all, list] = await Promise.all([sectors(), regions()]);
  if (!regionId) return all;
  const name = list.find((region) => region.id === regionId)?.nom;
  return all.filter((sector) => sector.region === name);
}

const box = (bounds) => [[bounds.west, bounds.south], [bounds.east, bounds.north]];

/** The whole country as [[west, south], [east, north]]. */
export const country = async () => box((await config()).bounds);

const placed = (list) => list.filter((sector) => sector.centerLongitude !== null && sector.centerLatitude !== null);

/** [[west, south], [east, north]] around the centres of secteurs, or null. */
export function around(list) {
  const points = placed(list).map((sector) => [sector.centerLongitude, sector.centerLatitude]);
  if (!points.length) return null;
  const [x, y] = [points.map((point) => point[0]), points.map((point) => point[1])];
  const margin = 0.12;
  return [[Math.min(...x) - margin, Math.min(...y) - margin], [Math.max(...x) + margin, Math.max(...y) + margin]];
}

/** Names of regions and secteurs as points, so that a name is drawn once and not once a tile. */
export async function labels() {
  const [list, all] = await Promise.all([regions(), sectors()]);
  const point = (kind, nom, x, y, place = 0) => ({ type: "Feature", properties: { kind, nom, place }, geometry: { type: "Point", coordinates: [x, y] } });
  const mean = (values) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const ofRegions = list.flatMap((region) => {
    const own = placed(all.filter((sector) => sector.region === region.nom));
    return own.length ? [point("region", region.nom, mean(own.map((s) => s.centerLongitude)), mean(own.map((s) => s.centerLatitude)), own.length)] : [];
  });
  const ofSectors = placed(all).map((sector) => point("secteur", sector.nom, sector.centerLongitude, sector.centerLatitude));
  return { type: "FeatureCollection", features: [...ofRegions, ...ofSectors] };
}
