/** The preparation of secteurs: one after the other, in whatever page; one that a reload or a lost line interrupted
 * goes on where it was.
 */

import { announce } from "../components/announce.js";
import { formatBytes, formatPrinting, number, t } from "../i18n.js";
import { signal } from "../preact.js";
import { isAborted } from "../server/errors.js";
import { onSession } from "../server/session.js";
import { keepGuide } from "../state/offline.js";
import { planSector, runAll } from "./field.js";
import { measureField, removeField } from "./field-store.js";
import { finishWriting } from "./held-answers.js";
import { isOffline } from "./offline-line.js";
import { countRoom, keepPrepared, prepared, removePrepared } from "./prepared.js";

const DAY = 86_400_000; // ms

/** {sector, households, before, done, all, since}: what is being read, with how much before the households, and since
 * when (ms); null: nothing is. */
export const running = signal(/** @type {any} */ (null));
/** Why the last one stopped. */
export const failure = signal(/** @type {any} */ (null));
/** The record of the one that has ended on this visit, until somebody has seen it. */
export const finished = signal(/** @type {any} */ (null));
let leaving = new AbortController();

/** Say how much of a secteur is kept, and until when. */
export const describePrepared = ({ sector, households, total, until, size }) =>
  t(households < total ? "terrain.partie" : "terrain.pret", {
    nom: sector.nom,
    nombre: number(households),
    total: number(total),
    taille: formatBytes(size),
    quand: formatPrinting(new Date(until)),
  });

async function run(record, signal) {
  const { sector, began } = record;
  const { works, all, before, ...found } = await planSector(record, countRoom(sector.id), signal);
  await keepPrepared({ ...record, ...found });
  keepGuide();
  const since = Date.now();
  const report = (done) => {
    running.value = { sector, households: found.households, before, done, all, since };
  };
  report(0);
  await runAll(works, report, signal);
  await finishWriting();
  await removeField(sector.id, ({ at }) => at < began); // a household that left the secteur
  const ended = { ...record, ...found, ended: Date.now(), size: await measureField(sector.id) };
  signal.throwIfAborted();
  finished.value = ended;
  await keepPrepared(ended);
  announce(describePrepared(ended));
}

/** Prepare what waits, one after the other, until one fails. */
async function prepareWaiting() {
  if (running.peek()) return;
  leaving = new AbortController();
  failure.value = finished.value = null;
  try {
    for (let next = findInterrupted(); next && !isOffline.peek(); next = findInterrupted()) {
      running.value = { sector: next.sector, households: 0, before: 0, done: 0, all: 0, since: Date.now() };
      await run(next, leaving.signal);
      running.value = null;
    }
  } catch (error) {
    if (!isAborted(error)) failure.value = error;
  } finally {
    running.value = null;
  }
}

/** Have a secteur prepared for some days, after those that wait; one that is there is read anew.
 * @param {{sector: {id: string, nom: string, region: string}, order: string, days: number}} wanted
 */
export async function prepare({ sector, order, days }) {
  const began = Date.now();
  const before = prepared.peek().find((one) => one.sector.id === sector.id);
  const known = { region: null, households: 0, total: 0, size: 0, ...before };
  await keepPrepared({ ...known, sector, order, days, began, until: began + days * DAY, ended: null });
  await prepareWaiting();
}

/** Remove a secteur from this device; one that is being read is not read on. */
export async function remove(record) {
  if (running.peek()?.sector.id === record.sector.id) leaving.abort();
  if (finished.peek()?.sector.id === record.sector.id) finished.value = null;
  await removePrepared(record);
}

/** List those that wait or were interrupted, the first to come first. */
export const listWaiting = () =>
  prepared.value
    .filter(({ sector, ended }) => !ended && sector.id !== running.value?.sector.id)
    .sort((one, other) => one.began - other.began);

/** Find the one that was interrupted, or null. */
export const findInterrupted = () => (running.value ? null : (listWaiting()[0] ?? null));

/** Go on with what was interrupted. */
export function resumePreparation() {
  if (findInterrupted() && !isOffline.peek()) prepareWaiting();
}

addEventListener("online", resumePreparation);
onSession((event) => {
  if (event === "in") return;
  leaving.abort();
  failure.value = finished.value = null;
});
