/** Work that the server does in the background. */

import * as api from "./api.js";
import { makeError } from "./errors.js";

const OPEN = new Set(["en_attente", "en_cours"]);
// Milliseconds. The wait grows: short work shows at once, long work is seldom asked for.
export const FIRST_WAIT = 400;
export const LAST_WAIT = 3000;

export const isOpen = (job) => OPEN.has(job.statut);

/** Return the wait after this one. */
export const lengthen = (wait) => Math.min(LAST_WAIT, wait * 1.5);

const pause = (milliseconds, signal) =>
  new Promise((resolve, reject) => {
    setTimeout(resolve, milliseconds);
    signal?.addEventListener("abort", () => reject(signal.reason), { once: true });
  });

/**
 * Wait for the result of a job; `onProgress(job)` at every look. Raises when it fails or is no longer wanted.
 * @param {string} id
 * @param {(job: any) => void} [onProgress]
 * @param {any} [signal] of an AbortController
 */
export async function waitForJob(id, onProgress, signal) {
  for (let wait = FIRST_WAIT; ; wait = lengthen(wait)) {
    const job = await api.get(`/jobs/${id}`, {}, signal);
    if (job.statut === "termine") return job.resultat;
    if (!isOpen(job)) throw makeError("failed", job.erreur ?? "");
    onProgress?.(job);
    await pause(wait, signal);
  }
}
