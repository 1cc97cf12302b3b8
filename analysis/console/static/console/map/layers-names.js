/** The names of regions and secteurs on the map, beside one another and beside large circles. */

import { BOLD, PLAIN } from "./fonts.js";
import { listNamePlaces, makeLandLookup, placeLabels, SMALL } from "./name-places.js";

const NEAR = 3.3; // ems: beyond, a name would be taken for that of another area

/** Where a name may stand about the middle of its area, the nearest first: offsets in ems. */
function listPlaces() {
  const steps = [0, 1, 2, 3].flatMap((step) => (step ? [step, -step] : [0]));
  const far = (place) => Math.hypot(...place);
  const all = steps.flatMap((x) => steps.map((y) => [x, 0.7 * y]));
  return all.filter((place) => far(place) <= NEAR).sort((one, other) => far(one) - far(other));
}

const anchor = (places) => ["literal", places.flatMap((place) => ["center", place])];
const BESIDE = anchor(listPlaces());

const REGION_SIZES = [6.3, 11.5, 7, 14]; // zooms and pixels; a small region keeps the first: it has little room
const COLOURED = 6.8; // from this zoom on secteurs that are coloured have their names
const ZOOMS = [5, 6, 7, 8, 9]; // where places are evaluated: a name keeps to its region until the next
const HALFWAY = Math.SQRT2; // to the next zoom: there an em is fewer degrees, and a name nearer to its point
const PIXELS = 512 / 360; // of a degree of longitude at zoom 0

/** Return the labels, those of regions on their land, and where the names of regions may stand, for the map's style. */
export function placeRegionNames(outlines, labels) {
  const placed = placeLabels(labels, outlines);
  return { labels: placed, regionPlaces: makeRegionPlaces(outlines, placed) };
}

/** Return where the names of regions may stand, zoom by zoom. */
function makeRegionPlaces(outlines, labels) {
  if (!outlines.length) return BESIDE;
  const find = makeLandLookup(outlines);
  const regions = labels.features.filter(({ properties }) => properties.kind === "region");
  const makeMatch = (zoom) => {
    const [, small, nearFrom, large] = REGION_SIZES;
    const pairs = regions.flatMap(({ properties: { nom, place }, geometry: { coordinates } }) => {
      const squeeze = Math.cos((coordinates[1] * Math.PI) / 180);
      const isSmall = place < SMALL;
      const em = (isSmall || zoom < nearFrom ? small : large) / (PIXELS * 2 ** zoom);
      const ems = [1, HALFWAY].map((nearer) => [em / nearer, (em / nearer) * squeeze]);
      const found = listNamePlaces(find, { nom, isSmall }, coordinates, ems);
      return [nom, anchor(found.length ? found : [[0, 0]])];
    });
    return ["match", ["get", "nom"], ...pairs, BESIDE];
  };
  const [first, ...rest] = ZOOMS;
  return ["step", ["zoom"], makeMatch(first), ...rest.flatMap((zoom) => [zoom, makeMatch(zoom)])];
}

const makeLabel = (ink, id, filter, zooms, rest) => ({
  id,
  type: "symbol",
  source: "noms",
  ...zooms,
  filter,
  layout: { "text-field": ["get", "nom"], "text-max-width": 8, ...rest },
  paint: { "text-color": ink.name, "text-halo-color": ink.halo, "text-halo-width": 2 },
});
const isOf = (kind) => ["==", ["get", "kind"], kind];

/** Make the names of secteurs; `isBySector`: these are coloured, and have their names from afar, too, where there is
 * room. */
export const makeSectorNames = (ink, isBySector = false) => [
  makeLabel(
    ink,
    "noms-secteurs",
    isOf("secteur"),
    { minzoom: isBySector ? COLOURED : 8.4, maxzoom: 12 },
    {
      "text-font": PLAIN,
      "text-size": ["interpolate", ["linear"], ["zoom"], COLOURED, 10.5, 8.4, 13],
      "text-variable-anchor-offset": BESIDE,
    },
  ),
];

/** Make the names of regions; `regionPlaces`: the places of `placeRegionNames`, once it is known. */
export function makeRegionNames(ink, regionPlaces, isBySector = false) {
  // A capital among its neighbours: its name gives way to none, and none is written over it.
  const isSmall = ["<", ["get", "place"], SMALL];
  const layout = {
    "text-font": BOLD,
    "text-size": ["interpolate", ["linear"], ["zoom"], ...REGION_SIZES],
    // Beside its middle where that is taken: by a name, or by a circle. One without room in its region is left out.
    "symbol-sort-key": ["get", "place"],
    "text-variable-anchor-offset": regionPlaces ?? BESIDE,
    "text-line-height": 0.9,
  };
  // Where secteurs have their names, the one of a region that has that of a secteur would stand there twice.
  const hasOwnName = isBySector ? [["!", ["to-boolean", ["get", "hasNamesake"]]]] : [];
  const region = (id, which, rest) =>
    makeLabel(ink, id, ["all", isOf("region"), which, ...hasOwnName], { maxzoom: 9.2 }, { ...layout, ...rest });
  return [
    // Placed after the small ones; where all places are taken a name stands over small circles.
    region("noms-grandes-regions", ["!", isSmall], { "text-overlap": "cooperative", "text-padding": 0 }),
    region("noms-regions", isSmall, { "text-padding": 1, "text-size": REGION_SIZES[1] }),
  ];
}
