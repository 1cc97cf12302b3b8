/** The whole map as one value made of the state: MapLibre compares it with what it draws and changes the difference. */

import { may } from "../server/session.js";
import { pickArea, pickFilters } from "../state/view.js";
import { makeFeature } from "./geojson.js";
import { makeAnswer, makeAnswerOutlines, makeAnswerPoints } from "./layers-answer.js";
import { BASE, makeBaseLines, makeBaseNames } from "./layers-base.js";
import { makeComplaints, makeFarComplaints } from "./layers-complaints.js";
import { makeBorders, makeCoverage, makeGround, makePosition, makeSelection } from "./layers-ground.js";
import { makeRegionNames, makeSectorNames } from "./layers-names.js";
import {
  makeHeldHouseholds,
  makeHouseholds,
  makeLargeNumbers,
  makeLargeRoom,
  makeSmallNumbers,
  makeSmallRoom,
} from "./layers-points.js";
import { makeFarService, makeNearingService, makeService } from "./layers-services.js";
import { makeVillageNames, makeVillages } from "./layers-villages.js";
import { makeNeighbourNames, makeNeighbours } from "./neighbours.js";
import { colours, PILE, POVERTY, SERVICES } from "./palette.js";

const CROWD = 4; // layers: with as many, those of services and complaints are small from afar
const NOTHING = { type: "FeatureCollection", features: [] };

/** A tile that this device does not keep is drawn, without a connection, from the one above it that it keeps
 * (`sparse`; see tiles.js). */
const makeVectorSource = (layer, minzoom, maxzoom, query = "") => ({
  type: "vector",
  sparse: true,
  tiles: [`tabanca://${layer}/{z}/{x}/{y}${query ? `?${query}` : ""}`],
  minzoom,
  maxzoom,
});

/** Return whether complaints are shown: an address with them may come from somebody who may read them. */
export const hasComplaints = (state) => state.couches.includes("plaintes") && may("plaintes.lire");

/** Return whether households are drawn: those without a position are not. */
export const hasHouseholds = (state) =>
  state.couches.includes("menages") && state.position === null && may("registre.lire");

/** Return whether roads and rivers are drawn. */
export const hasBaseLines = (state) => state.fond !== "false";

function makeSources(state, extra) {
  /** @type {Record<string, any>} */
  const sources = {
    regions: makeVectorSource("regions", 0, 10),
    secteurs: makeVectorSource("secteurs", 0, 11),
    localites: makeVectorSource("localites", 8, 13),
    voisins: { type: "geojson", data: makeNeighbours() },
    noms: { type: "geojson", data: extra.labels ?? NOTHING },
    choix: { type: "geojson", data: extra.selection ?? NOTHING },
    position: { type: "geojson", data: extra.position ?? NOTHING },
    zones: { type: "geojson", data: extra.zones?.features ?? NOTHING },
    reponse: { type: "geojson", data: extra.answer ?? NOTHING },
  };
  if (hasHouseholds(state) && extra.held) sources.terrain = { type: "geojson", data: extra.held };
  else if (hasHouseholds(state)) {
    const query = new URLSearchParams(pickFilters("categorie", state)).toString();
    sources.menages = makeVectorSource("menages", 0, 16, query);
  }
  const area = new URLSearchParams(pickArea(state)).toString();
  for (const layer of Object.keys(SERVICES)) {
    if (state.couches.includes(layer)) sources[layer] = makeVectorSource(layer, 0, 14, area);
  }
  if (hasComplaints(state)) sources.plaintes = makeVectorSource("plaintes", 0, 14, area);
  // Last: of the first tiles those that matter more are asked for before.
  if (hasBaseLines(state)) sources[BASE] = makeVectorSource(BASE, 5, 12);
  return sources;
}

/** Make the style of a state. `extra`: {dark, labels, regionPlaces, selection, zones, answer, position, held,
 * share, pair}; `held`: the households that the device keeps, drawn instead of all; `share`: see size-share.js;
 * `pair`: the regions that are compared. */
export function makeStyle(state, extra) {
  const ink = colours(extra.dark);
  const isOn = (layer) => state.couches.includes(layer);
  const isCrowded = state.couches.length >= CROWD;
  const share = extra.share ?? 1;
  const isBySector = extra.zones?.layer === "secteurs";
  const isTiled = hasHouseholds(state) && !extra.held;
  return {
    version: 8,
    transition: { duration: 0, delay: 0 }, // what is printed of a dark map is light at once
    sources: makeSources(state, extra),
    layers: [
      ...makeGround(ink, state, extra.pair),
      ...makeCoverage(ink, extra.zones),
      ...makeAnswer(ink, Boolean(extra.zones)),
      ...(hasBaseLines(state) ? makeBaseLines(ink, Boolean(extra.zones)) : []),
      ...makeBorders(ink, extra.zones, extra.pair),
      ...(hasBaseLines(state) ? makeBaseNames(ink) : []),
      ...makeNeighbourNames(ink),
      ...makeVillages(ink),
      ...makeAnswerOutlines(ink, Boolean(extra.zones)),
      ...PILE.filter(isOn).flatMap((layer) => makeFarService(ink, layer, isCrowded)),
      ...(isTiled ? makeHouseholds(ink, share) : []),
      ...(hasHouseholds(state) && extra.held ? makeHeldHouseholds(ink) : []),
      ...(hasComplaints(state) ? makeFarComplaints(isCrowded, isTiled) : []),
      ...makeAnswerPoints(ink),
      ...makeVillageNames(ink),
      ...makeSectorNames(ink, isBySector),
      ...(isTiled ? [...makeSmallRoom(share), ...makeSmallNumbers(ink, share)] : []),
      ...makeRegionNames(ink, extra.regionPlaces, isBySector),
      ...(isTiled ? [...makeLargeRoom(share), ...makeLargeNumbers(ink, share)] : []),
      ...(hasComplaints(state) ? makeComplaints(isCrowded, isTiled) : []),
      // The uppermost is placed first: no number or name is written over a service near by.
      ...PILE.filter(isOn).flatMap((layer) => [...makeNearingService(ink, layer), ...makeService(ink, layer)]),
      ...makeSelection(ink),
      ...makePosition(ink),
    ],
  };
}

function makeSamples([lng, lat]) {
  const corners = [
    [lng - 1, lat - 1],
    [lng + 1, lat - 1],
    [lng + 1, lat + 1],
    [lng - 1, lat - 1],
  ];
  const named = { nom: "Tabanca", place: 1, scorePmtMoyen: 50, categoriePauvrete: POVERTY[0].code };
  const features = [
    makeFeature("Polygon", [corners]),
    makeFeature("Point", [lng, lat], { ...named, kind: "region", nombre: 1000 }),
    makeFeature("Point", [lng, lat], { ...named, kind: "secteur" }),
  ];
  return { type: "FeatureCollection", features };
}

/** Make the same layers over a few sample shapes at `centre`: MapLibre builds what draws them before the first tile. */
export function makeRehearsal(state, extra, centre) {
  const { sources, layers, ...rest } = makeStyle(state, extra);
  const samples = { type: "geojson", data: makeSamples(centre) };
  const withoutSourceLayer = ({ "source-layer": _, ...layer }) => layer;
  return {
    ...rest,
    sources: Object.fromEntries(Object.keys(sources).map((name) => [name, samples])),
    layers: layers.map(withoutSourceLayer),
  };
}
