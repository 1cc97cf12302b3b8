/** The place that a page with the map is about: the area of the filters, else the regions that its frame shows. */

import { t } from "../i18n.js";
import * as places from "../server/places.js";
import { makeLandLookup } from "./name-places.js";
import { findPageExtent } from "./page-copy.js";

const POINTS = 24; // of the frame that are looked at, across and down
const LEAST = 0.06; // of the land in the frame: of a region that is less of it nobody speaks
const MOST = 3; // regions that are named

/** List the names of the regions in a frame [[west, south], [east, north]], the largest there first.
 * @param {any[]} land
 * @param {any} frame */
function listRegionsIn(land, [[west, south], [east, north]]) {
  const [find, own] = [makeLandLookup(land), new Set(land.map(({ nom }) => nom))];
  const steps = [...Array(POINTS).keys()].map((step) => (step + 0.5) / POINTS);
  const points = steps.flatMap((x) => steps.map((y) => [west + (east - west) * x, south + (north - south) * y]));
  const found = points.map(([x, y]) => find(x, y)).filter((name) => own.has(name));
  const counts = new Map();
  for (const name of found) counts.set(name, (counts.get(name) ?? 0) + 1);
  const large = [...counts].filter(([, count]) => count >= LEAST * found.length);
  return large.sort(([, one], [, other]) => other - one).map(([name]) => name);
}

const readLand = async () => (await places.listOutlines()).filter(({ geometry }) => geometry);

/** Return the place in words, from the names of the filters' areas: null where all that the user sees is shown, ""
 * where nobody knows. */
export async function namePlace(areas) {
  if (areas.length) return areas.toReversed().join(", ");
  const { bounds, isWhole } = await findPageExtent();
  if (isWhole) return null;
  const land = await readLand().catch(() => []);
  const names = land.length ? listRegionsIn(land, bounds) : [];
  const more = names.length - MOST;
  return [...names.slice(0, MOST), more > 0 && t("carte.cadre.autres", { n: more })].filter(Boolean).join(", ");
}

/** Say that all is shown: of the country, or of the user's regions. */
export const nameWhole = async () =>
  t((await places.seesAllRegions().catch(() => true)) ? "carte.cadre.pays" : "carte.cadre.regions");
