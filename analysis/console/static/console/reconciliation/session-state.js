/** The open session with its figures, which follow each decision at once and are read again when all is sent. */

import { signal } from "../preact.js";
import * as api from "../server/api.js";
import { asValue } from "../server/errors.js";
import { may } from "../server/session.js";
import { createLoader } from "../state/loader.js";

export const RECONCILE = "transferts.rapprocher";
const DECIDABLE = new Set(["en_cours", "a_valider"]);

/** {data, tag} of the session. */
export const session = createLoader();
/** What was done last, and what went wrong with it. */
export const message = signal("");
export const failure = signal(/** @type {any} */ (null));

export const buildPath = (id, rest = "") => `/reconciliation/sessions/${id}${rest}`;

export function openSession(id) {
  message.value = "";
  failure.value = null;
  return session.load((wanted) => api.getTagged(buildPath(id), wanted));
}

/** Read the session again. Where no answer comes, what is shown stays: the work goes on. */
export async function rereadSession() {
  const held = session.value;
  if (!held) return;
  const read = async (wanted) => {
    const found = await api.getTagged(buildPath(held.data.id), wanted).catch(asValue);
    return found instanceof Error ? held : found;
  };
  await session.load(read, { keep: true });
}

export const isDecidable = (one) => DECIDABLE.has(one.statut) && may(RECONCILE);

/** Return the share of the expected payments that have a line, in percent, as the API does. */
const computeRate = (pairs, expected) => (expected ? Math.round((10_000 * pairs) / expected) / 100 : 100);

/** Add `delta`, by name, to the figures on the screen. A reading under way would bring older ones: it is dropped. */
export function shiftFigures(delta) {
  const held = session.value;
  if (!held) return;
  session.abort();
  const figures = { ...held.data.statistiques };
  for (const [name, change] of Object.entries(delta)) figures[name] += change;
  figures.tauxRapprochement = computeRate(figures.rapprochees, figures.attendus);
  session.answer.value = { ...held, data: { ...held.data, statistiques: figures } };
}
