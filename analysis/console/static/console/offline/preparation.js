/** The preparation of a secteur: one at a time, in whatever page; one that a reload or a lost line interrupted goes on
 * where it was.
 */

import { announce } from "../components/announce.js";
import { number, t } from "../i18n.js";
import { signal } from "../preact.js";
import { isAborted } from "../server/errors.js";
import { onSession } from "../server/session.js";
import { keepGuide } from "../state/offline.js";
import { planSector, runAll } from "./field.js";
import { isOffline } from "./offline-line.js";
import { keepPrepared, prepared } from "./prepared.js";

/** {sector, done, all, since}: what is being read, and since when (ms); null: nothing is. */
export const running = signal(/** @type {any} */ (null));
/** Why the last one stopped. */
export const failure = signal(/** @type {any} */ (null));
/** The record of the one that has ended on this visit, until somebody has seen it. */
export const finished = signal(/** @type {any} */ (null));
let leaving = new AbortController();

/** Say how much of a secteur is kept. */
export const describePrepared = ({ sector, households, total }) =>
  t(households < total ? "terrain.partie" : "terrain.pret", {
    nom: sector.nom,
    nombre: number(households),
    total: number(total),
  });

async function run({ sector, order, began }, signal) {
  const { works, ...found } = await planSector(sector, { order, since: began }, signal);
  const record = { sector, order, began, ended: null, ...found };
  await keepPrepared(record);
  keepGuide();
  const since = Date.now();
  const report = (done, all) => {
    running.value = { sector, done, all, since };
  };
  report(0, works.length);
  await runAll(works, report, signal);
  finished.value = { ...record, ended: Date.now() };
  await keepPrepared(finished.value);
  announce(describePrepared(finished.value));
}

/** Prepare {sector, order, began}, unless another secteur is being prepared. */
export async function prepare(wanted) {
  if (running.peek()) return;
  leaving = new AbortController();
  failure.value = finished.value = null;
  running.value = { sector: wanted.sector, done: 0, all: 0, since: Date.now() };
  try {
    await run(wanted, leaving.signal);
  } catch (error) {
    if (!isAborted(error)) failure.value = error;
  } finally {
    running.value = null;
  }
}

/** Find the one that was interrupted, or null. */
export const findInterrupted = () => (running.value ? null : (prepared.value.find(({ ended }) => !ended) ?? null));

/** Go on with the one that was interrupted. */
export function resumePreparation() {
  const record = findInterrupted();
  if (record && !isOffline.peek()) prepare(record);
}

addEventListener("online", resumePreparation);
onSession((event) => {
  if (event === "in") return;
  leaving.abort();
  failure.value = finished.value = null;
});
