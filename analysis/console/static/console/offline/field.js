/** Preparing a secteur for the field: its list, the cards of its households and its map are read with a connection,
 * so that this device keeps them, sealed, for the days that somebody chose (decision 0344: seven at most, gone at
 * sign-out).
 */

import { listCardAddresses, listCardParts, readHousehold } from "../cards/household.js";
import { findTilePath, project } from "../map/early-tiles.js";
import * as api from "../server/api.js";
import { buildUrl } from "../server/names.js";
import * as places from "../server/places.js";
import { markForField } from "./field-store.js";
import { isHeld } from "./held-answers.js";
import { FIELD } from "./held-paths.js";

const AT_ONCE = 3; // requests: others work on the same line
const PAUSE = 400; // ms between two of them, within what a user may ask in a minute
const MARGIN = 0.03; // degrees around the villages
/** The layers of the map that a device may keep, and how near. */
const LAYERS = {
  regions: [7, 10],
  secteurs: [7, 11],
  localites: [8, 12],
  fond_carte: [7, 12],
  ecoles: [7, 11],
  services_sante: [7, 11],
};

/** Return the column and the row of the tile of a place. */
const findTile = (place, zoom) => project(place).map((part) => Math.floor(part * 2 ** zoom));

/** List the addresses of the tiles over [[west, south], [east, north]]. */
export function listTiles(/** @type {number[][]} */ [[west, south], [east, north]]) {
  const found = [];
  for (const [layer, [least, most]] of Object.entries(LAYERS)) {
    for (let zoom = least; zoom <= most; zoom += 1) {
      const [[left, top], [right, bottom]] = [findTile([west, north], zoom), findTile([east, south], zoom)];
      for (let x = left; x <= right; x += 1) {
        for (let y = top; y <= bottom; y += 1) found.push(findTilePath(`tabanca://${layer}/${zoom}/${x}/${y}`));
      }
    }
  }
  return found.slice(0, FIELD.tiles);
}

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

/** Do all of `works`, a few at a time; a failure ends it, once those under way have ended, and rejects. A work that had
 * nothing to ask returns false. */
export async function runAll(works, report, signal) {
  let done = 0;
  const queue = [...works];
  const runNext = async () => {
    while (queue.length) {
      signal.throwIfAborted();
      const isRequested = await /** @type {() => Promise<any>} */ (queue.shift())();
      done += 1;
      report(done, works.length);
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

/**
 * Look what is to be read of a secteur: {region, households, total, works}; `most` households of `total` are kept. What
 * this device keeps of it since it `began` (ms) is not asked for again.
 * @param {{sector: {id: string, nom: string, region: string}, order: string, began: number, until: number}} record
 */
export async function planSector({ sector, order, began, until }, most, signal) {
  const regions = await places.listRegions();
  const region = regions.find((one) => one.nom === sector.region)?.id ?? null;
  const { rows, total } = await listHouseholds({ region, secteur: sector.id }, order, most, signal);
  const bounds = await findBounds(sector);
  const tiles = (bounds ? listTiles(bounds) : []).map((path) => [path, buildUrl(path)]);
  const parts = [...rows.flatMap(({ id }) => listCardParts(id)), ...tiles.map(([, address]) => address)];
  await markForField(parts, sector.id, until);
  const unlessHeld = (addresses, read) => async () => {
    const held = await Promise.all(addresses.map((address) => isHeld(address, began)));
    return held.every(Boolean) ? false : read();
  };
  const works = [
    () => places.getCountsOf({ region, secteur: sector.id }, signal),
    ...rows.map((row) => unlessHeld(listCardAddresses(row.id), () => readHousehold(row, signal))),
    ...tiles.map(([path, address]) => unlessHeld([address], () => api.getTile(path, signal))),
  ];
  return { region, households: rows.length, total, works };
}
