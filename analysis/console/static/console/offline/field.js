/** Preparing a secteur for the field: its list, the cards of its households and its map are read with a connection,
 * so that this device keeps them, sealed, for the days that somebody chose (decision 0344: seven at most, gone at
 * sign-out).
 */

import { listCardAddresses, listCardParts, readCards } from "../cards/household.js";
import { findTilePath, project } from "../map/early-tiles.js";
import * as api from "../server/api.js";
import { buildUrl } from "../server/names.js";
import * as places from "../server/places.js";
import { markForField } from "./field-store.js";
import { isHeld, keep } from "./held-answers.js";
import { FIELD, findRule } from "./held-paths.js";

const CARDS = 25; // households whose cards are read in one answer: what the service gives at once
const AT_ONCE = 3; // requests: others work on the same line
const PAUSE = 200; // ms between two of them, within what a user may ask in a minute
const MARGIN = 0.03; // degrees around the villages
/** The layers of the map that a device may keep, and how near; those of the ground from as far as the map goes. */
const LAYERS = {
  regions: [5, 10],
  secteurs: [6, 11],
  fond_carte: [5, 12],
  localites: [8, 12],
  ecoles: [7, 11],
  services_sante: [7, 11],
};
const ZOOMS = [5, 6, 7, 8, 9, 10, 11, 12];
const FAR = 8; // zoom: up to here tiles are few, and stand in for those that are not kept around a secteur

/** Return the column and the row of the tile of a place. */
const findTile = (place, zoom) => project(place).map((part) => Math.floor(part * 2 ** zoom));

const listNumbers = (first, last) => Array.from({ length: last - first + 1 }, (_, step) => first + step);

/** List the tiles of a zoom over [[west, south], [east, north]], of each layer that has it: {zoom, path}. */
function listTilesOf(zoom, /** @type {number[][]} */ [[west, south], [east, north]]) {
  const [[left, top], [right, bottom]] = [findTile([west, north], zoom), findTile([east, south], zoom)];
  const layers = Object.keys(LAYERS).filter((layer) => LAYERS[layer][0] <= zoom && zoom <= LAYERS[layer][1]);
  const places = listNumbers(left, right).flatMap((x) => listNumbers(top, bottom).map((y) => `${x}/${y}`));
  return layers.flatMap((layer) =>
    places.map((place) => ({ zoom, path: findTilePath(`tabanca://${layer}/${zoom}/${place}`) })),
  );
}

/** List the tiles over a secteur, from afar to near by: {zoom, path}. */
export const listTiles = (bounds) => ZOOMS.flatMap((zoom) => listTilesOf(zoom, bounds)).slice(0, FIELD.tiles);

const isFar = ({ zoom }) => zoom <= FAR;

/** Return the bounds of a secteur's villages; null where none has a position. */
async function findBounds({ nom, region }) {
  const villages = await places.listVillages();
  const own = villages.filter((one) => one.secteur === nom && one.region === region && one.longitude !== null);
  if (!own.length) return null;
  const [xs, ys] = [own.map((one) => one.longitude), own.map((one) => one.latitude)];
  return [
    [Math.min(...xs) - MARGIN, Math.min(...ys) - MARGIN],
    [Math.max(...xs) + MARGIN, Math.max(...ys) + MARGIN],
  ];
}

const sum = (works) => works.reduce((total, { count }) => total + count, 0);

/** Do all of `works` ({count: how much it reads, run}), a few at a time; a failure ends it, once those under way have
 * ended, and rejects. A work that had nothing to ask returns false. */
export async function runAll(works, report, signal) {
  let done = 0;
  const queue = [...works];
  const runNext = async () => {
    while (queue.length) {
      signal.throwIfAborted();
      const { count, run } = queue.shift();
      const isRequested = await run();
      done += count;
      report(done);
      if (isRequested !== false) await new Promise((resolve) => setTimeout(resolve, PAUSE));
    }
  };
  const stop = (error) => {
    queue.length = 0;
    return error;
  };
  const ends = await Promise.all(Array.from({ length: AT_ONCE }, () => runNext().catch(stop)));
  const failure = ends.find(Boolean);
  if (failure) throw failure;
}

/** The orders in which the households of a secteur are kept that has more of them: the API's names. */
export const ORDERS = { recents: null, pauvres: "scorePmt" };

/** List the first households of a secteur, `most` of them: {rows, total}. */
async function listHouseholds(filters, order, most, signal) {
  const read = (page) => api.getJson("/menages", { ...filters, tri: ORDERS[order], page, limit: FIELD.rows }, signal);
  const first = await read(1);
  const pages = Math.min(first.pagination.pages, Math.ceil(most / FIELD.rows));
  const rest = [];
  for (let page = 2; page <= pages; page += 1) rest.push(await read(page));
  return { rows: [first, ...rest].flatMap(({ data }) => data).slice(0, most), total: first.pagination.total };
}

const keepAll = (answers) => Promise.all(answers.map(([address, answer]) => keep(findRule(address), address, answer)));

/** Split the ids of households into those whose cards are read together. */
const splitIds = (rows) =>
  Array.from({ length: Math.ceil(rows.length / CARDS) }, (_, page) =>
    rows.slice(page * CARDS, (page + 1) * CARDS).map(({ id }) => id),
  );

/**
 * Look what is to be read of a secteur: {region, households, total, works, all, before}; `most` households of `total`
 * are kept. First, `before` of all, comes what shows where one is, then the households, then the map near by: one that
 * is interrupted has its ground. What this device keeps of it since it `began` (ms) is not asked for again.
 * @param {{sector: {id: string, nom: string, region: string}, order: string, began: number, until: number}} record
 */
export async function planSector({ sector, order, began, until }, most, signal) {
  const regions = await places.listRegions();
  const region = regions.find((one) => one.nom === sector.region)?.id ?? null;
  const { rows, total } = await listHouseholds({ region, secteur: sector.id }, order, most, signal);
  const bounds = await findBounds(sector);
  const tiles = (bounds ? listTiles(bounds) : []).map((tile) => ({ ...tile, address: buildUrl(tile.path) }));
  const parts = [...rows.flatMap(({ id }) => listCardParts(id)), ...tiles.map(({ address }) => address)];
  await markForField(parts, sector.id, until);
  const areHeld = async (addresses) =>
    (await Promise.all(addresses.map((address) => isHeld(address, began)))).every(Boolean);
  const readTile = async ({ path, address }) => ((await areHeld([address])) ? false : api.getTile(path, signal));
  const readAbsent = async (ids) => {
    const held = await Promise.all(ids.map((id) => areHeld(listCardAddresses(id))));
    const absent = ids.filter((_, place) => !held[place]);
    return absent.length ? keepAll(await readCards(absent, signal)) : false;
  };
  const readTiles = (isWanted) => tiles.filter(isWanted).map((tile) => ({ count: 1, run: () => readTile(tile) }));
  const counts = { count: 1, run: () => places.getCountsOf({ region, secteur: sector.id }, signal) };
  const first = [counts, ...readTiles(isFar)];
  const works = [
    ...first,
    ...splitIds(rows).map((ids) => ({ count: ids.length, run: () => readAbsent(ids) })),
    ...readTiles((tile) => !isFar(tile)),
  ];
  return { region, households: rows.length, total, works, all: sum(works), before: first.length };
}
