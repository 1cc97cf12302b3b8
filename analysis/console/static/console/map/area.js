/** The area of the filters: the secteur, the region, or the whole country. */

import * as places from "../server/places.js";
import { view } from "../state/view.js";
import { findExtent } from "./layers-answer.js";
import * as map from "./map.js";
import { findFloor, findPadding } from "./padding.js";

const SLACK = 0.02; // degrees: what was fitted into the room is seen whole

/**
 * Return [[west, south], [east, north]] of the filters' area.
 * @param {Record<string, any>} filters
 */
export async function findArea({ region, secteur }) {
  if (!region && !secteur) return places.getCountryBounds();
  return findAreas([secteur ? { niveau: "secteur", id: secteur } : { niveau: "region", id: region }]);
}

/** Return the bounds of a region; around the centres of its secteurs where it has no outline. */
async function findRegion(id) {
  const outlines = await places.listOutlines().catch(() => []);
  const own = outlines.find((one) => one.id === id);
  return own?.geometry ? findExtent([own]) : places.findBoundsAround(await places.listSectorsOf(id));
}

async function findSector(id) {
  const sectors = await places.listSectorsOf(null);
  return places.findBoundsAround(sectors.filter((sector) => sector.id === id));
}

/** Return the bounds around regions and secteurs ({niveau, id} each), or of the country without any. */
export async function findAreas(areas) {
  if (!areas.length) return places.getCountryBounds();
  const bounds = await Promise.all(areas.map(({ niveau, id }) => (niveau === "region" ? findRegion : findSector)(id)));
  const points = bounds.flatMap((box) => box ?? []);
  return findExtent(points.map((coordinates) => ({ geometry: { coordinates } })));
}

/** Show the area. Where areas cannot be read, the panel of filters says so: the map stays. */
export async function showArea(filters) {
  try {
    map.fit(await findArea(filters));
  } catch {
    return;
  }
}

/** Remember what the panels leave to be seen of the map: the function that is returned shows it in the room that there
 * is then. Where all of the filters' area was seen, it is that area which is shown, as large as it can be.
 */
export function holdArea() {
  const drawn = map.getMap();
  if (!drawn) return () => undefined;
  const { top, bottom, left, right } = findPadding();
  const [southWest, northEast] = [
    [left, findFloor() - bottom],
    [innerWidth - right, top],
  ].map((point) => drawn.unproject(point).toArray());
  const isSeen = (/** @type {number[][]} */ [low, high]) =>
    [0, 1].every((axis) => southWest[axis] <= low[axis] + SLACK && high[axis] <= northEast[axis] + SLACK);
  return async () => {
    const area = await findArea(view.peek()).catch(() => null);
    map.fit(area && isSeen(area) ? area : [southWest, northEast], drawn.getMaxZoom());
  };
}
