/** Which secteurs were prepared for the field on this device, how much of each, and when. */

import { signal } from "../preact.js";
import { onSession } from "../server/session.js";
import { keepState, readState } from "./held-answers.js";

const NAME = "terrain";

/** {sector: {id, nom, region}, region: its id, order, began, ended, households, total} each, the newest first; `ended`
 * is null of one that was interrupted. */
export const prepared = signal(/** @type {any[]} */ ([]));

/** Read them, once somebody is signed in. */
export async function readPrepared() {
  prepared.value = (await readState(NAME)) ?? [];
}

/** Keep what is known of a secteur now, before those that were prepared earlier. */
export async function keepPrepared(record) {
  prepared.value = [record, ...prepared.peek().filter(({ sector }) => sector.id !== record.sector.id)];
  await keepState(NAME, prepared.peek());
}

export const findPrepared = (id) => prepared.value.find(({ sector }) => sector.id === id) ?? null;

onSession((event) => {
  if (event !== "in") prepared.value = [];
});
