/** The ground of small maps in pages: land, borders of regions and names, without tiles. Nobody is asked where somebody
 * looks.
 */

import { t } from "../i18n.js";
import { html } from "../preact.js";
import * as places from "../server/places.js";
import { may } from "../server/session.js";
import { COUNTRY, listCountry } from "./country.js";
import { NEIGHBOURS } from "./neighbours.js";

// The names keep their size: a narrow screen has a smaller picture with fewer of them.
const isNarrow = matchMedia("(max-width: 760px)").matches;
export const WIDTH = isNarrow ? 340 : 720;
export const HEIGHT = isNarrow ? 300 : 400;
const EDGE = 26;
const LETTER = 6.4; // the width of a letter of a name, about
const LINE = 13;
const AROUND = [NEIGHBOURS.id, COUNTRY.id]; // land that nothing is shown of

/** List the rings of an outline. */
export const listRings = ({ type, coordinates }) => (type === "Polygon" ? coordinates : coordinates.flat());
/** List the corners of outlines. */
export const listCorners = (outlines) => outlines.flatMap(({ geometry }) => listRings(geometry).flat());

/**
 * Return {place, find}: from [longitude, latitude] to a point of the picture of `size` that holds all points, and back.
 * Degrees of longitude are shorter than of latitude.
 * @param {any[]} points
 */
export function fitPoints(points, size = [WIDTH, HEIGHT]) {
  const [width, height] = size;
  const ys = points.map(([, y]) => y);
  const [south, north] = [Math.min(...ys), Math.max(...ys)];
  const squeeze = Math.cos((((south + north) / 2) * Math.PI) / 180);
  const xs = points.map(([x]) => x * squeeze);
  const [west, east] = [Math.min(...xs), Math.max(...xs)];
  const scale = Math.min(
    (width - 2 * EDGE) / Math.max(east - west, 0.02),
    (height - 2 * EDGE) / Math.max(north - south, 0.02),
  );
  const [middle, centre] = [(west + east) / 2, (south + north) / 2];
  return {
    place: ([x, y]) => [width / 2 + (x * squeeze - middle) * scale, height / 2 - (y - centre) * scale],
    find: ([x, y]) => [((x - width / 2) / scale + middle) / squeeze, centre - (y - height / 2) / scale],
  };
}

/** Draw the land with the borders of its regions, and the neighbours' around it; without outlines there is none. */
export const Land = ({ outlines, place }) =>
  (outlines.length ? [NEIGHBOURS, ...listCountry(), ...outlines] : []).map(({ id, geometry }) => {
    const write = (ring) =>
      `M${ring
        .map((corner) =>
          place(corner)
            .map((n) => n.toFixed(1))
            .join(" "),
        )
        .join("L")}Z`;
    const side = AROUND.includes(id) ? "plan-voisins" : "plan-terre";
    return html`<path class=${side} d=${listRings(geometry).map(write).join("")} key=${id} />`;
  });

const makeBox = (x, y, name) => ({
  west: x - (name.length * LETTER) / 2,
  east: x + (name.length * LETTER) / 2,
  north: y - LINE + 3,
  south: y + 3,
});
const isOver = (one, other) =>
  one.west < other.east && other.west < one.east && one.north < other.south && other.north < one.south;

/** Place names where they lie on no mark and on no other name; one without room is left out. */
export function placeNames(sectors, place, marks) {
  const taken = marks.map(([x, y]) => ({ west: x - 13, east: x + 13, north: y - 9, south: y + 9 }));
  return sectors.flatMap(({ id, nom, centre }) => {
    const [x, y] = place(centre);
    for (const [dx, dy] of [
      [0, 4],
      [0, -11],
      [0, 20],
      [nom.length * 3.4 + 12, 4],
      [-nom.length * 3.4 - 12, 4],
    ]) {
      const box = makeBox(x + dx, y + dy, nom);
      if (box.west < 0 || box.east > WIDTH || taken.some((other) => isOver(box, other))) continue;
      taken.push(box);
      return [{ id, nom, x: x + dx, y: y + dy }];
    }
    return [];
  });
}

export const Names = ({ names }) =>
  names.map(({ id, nom, x, y }) => html`<text x=${x} y=${y} class="plan-nom" key=${id}>${nom}</text>`);

/** Mark the place that is asked about: no service looks like it. */
export const Spot = ({ at: [x, y] }) => html`
  <g class="plan-lieu">
    <title>${t("protection.plan.lieu")}</title>
    <circle cx=${x} cy=${y} r="9" />
    <path d=${`M${x - 14} ${y}h28M${x} ${y - 14}v28`} />
  </g>
`;

const mean = (values) => values.reduce((sum, value) => sum + value, 0) / values.length;

/** List the villages that have a position; none for who may not read the geography. */
export const listPlacedVillages = async () =>
  may("geo.lire") ? (await places.listVillages()).filter((village) => village.longitude !== null) : [];

/** List the sectors of villages as {id, nom, region, centre}: the mean of their villages. */
export function listSectorCentres(villages) {
  const bySector = new Map();
  for (const village of villages) {
    const key = `${village.region}/${village.secteur}`;
    bySector.set(key, [...(bySector.get(key) ?? []), village]);
  }
  return [...bySector].map(([id, own]) => ({
    id,
    nom: own[0].secteur,
    region: own[0].region,
    centre: [mean(own.map((one) => one.longitude)), mean(own.map((one) => one.latitude))],
  }));
}

/** List the outlines of the regions; none for who may not read the geography, and has a map of points only. */
export const listLand = async () => (may("geo.lire") ? places.listOutlines() : []);

/** Read the ground: {outlines, villages, sectors}. */
export async function readGround() {
  const [outlines, villages] = await Promise.all([listLand(), listPlacedVillages()]);
  return { outlines, villages, sectors: listSectorCentres(villages) };
}
export const NO_GROUND = { outlines: [], villages: [], sectors: [] };
