/** Which secteurs were prepared for the field on this device, how much of each, and until when. */

import { signal } from "../preact.js";
import { onSession } from "../server/session.js";
import { removeField } from "./field-store.js";
import { keepState, LONGEST, readState } from "./held-answers.js";
import { FIELD } from "./held-paths.js";

const NAME = "terrain";

/** {sector: {id, nom, region}, region: its id, order, days, began, until, ended, households, total, size} each, the
 * newest first; `ended` is null of one that waits, is under way or was interrupted. */
export const prepared = signal(/** @type {any[]} */ ([]));

/** Read them, once somebody is signed in. */
export async function readPrepared() {
  const records = (await readState(NAME, LONGEST)) ?? [];
  prepared.value = records.filter(({ until }) => until > Date.now());
}

const listOthers = (id) => prepared.peek().filter(({ sector }) => sector.id !== id);

/** Keep what is known of a secteur now, before those that were prepared earlier. */
export async function keepPrepared(record) {
  prepared.value = [record, ...listOthers(record.sector.id)];
  await keepState(NAME, prepared.peek());
}

/** Remove a secteur from this device, with its cards and its map. */
export async function removePrepared({ sector }) {
  await removeField(sector.id);
  prepared.value = listOthers(sector.id);
  await keepState(NAME, prepared.peek());
}

/** Return how many households there is room for beside those of the other secteurs. */
export const countRoom = (id = null) =>
  FIELD.households - listOthers(id).reduce((sum, { households }) => sum + households, 0);

/** Find a secteur of which something is kept. */
export const findPrepared = (id) =>
  prepared.value.find(({ sector, households, ended }) => sector.id === id && (ended || households > 0)) ?? null;

onSession((event) => {
  if (event !== "in") prepared.value = [];
});
