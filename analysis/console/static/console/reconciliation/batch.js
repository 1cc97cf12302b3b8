/** Decisions about all ticked entries at once. */

import { announce } from "../components/announce.js";
import { describeError } from "../components/feedback.js";
import { t } from "../i18n.js";
import * as api from "../server/api.js";
import { askReason } from "./acceptance.js";
import { change, findSessionId, note, refresh, refusals, steps } from "./decisions.js";
import { computeShift, findAmount, foresee, isAcceptable, isOpen, isPair, needsReason } from "./entry-rules.js";
import { buildPath, shiftFigures } from "./session-state.js";
import { chooseNextOpen, chosenId, confirmRow, rows, tick, ticked } from "./work-state.js";

/** Return the ticked entries that are open, with what they come to. */
export function describeTicked() {
  const chosen = rows.value.filter((row) => ticked.value.has(row.id) && isOpen(row));
  return {
    entries: chosen,
    amount: chosen.reduce((sum, row) => sum + findAmount(row), 0),
    // Only pairs can be accepted as they are.
    areAllPairs: chosen.length > 0 && chosen.every(isAcceptable),
    isReasonNeeded: chosen.some(needsReason),
  };
}

/** Return what one decision about all of these entries adds to the figures. */
function sumShifts(entries, action) {
  const sum = {};
  for (const shift of entries.map((entry) => computeShift(entry, action))) {
    for (const [name, count] of Object.entries(shift)) sum[name] = (sum[name] ?? 0) + count;
  }
  return sum;
}

/** Show what the server has decided of `entries`, and what it has refused. */
async function showBatch(entries, action, refused) {
  const open = new Set(refused.map(({ entryId }) => entryId));
  const decided = entries.filter(({ id }) => !open.has(id));
  const ids = decided.map(({ id }) => id);
  const shift = sumShifts(decided, action);
  for (const row of decided) confirmRow({ ...foresee(row, action), version: row.version + 1 });
  shiftFigures(shift);
  const step = { sessionId: findSessionId(), ids, action, other: null, before: decided, shift, isSent: true };
  if (ids.length) steps.value = [...steps.value, step];
  refusals.value = refused.map(({ entryId, message }) => ({ id: entryId, text: message }));
  announce(t("rapprochement.lot.fait", { n: ids.length }));
  tick(ids, false);
  // What is put off has lost its pair.
  for (const row of action === "en_attente" ? decided.filter(isPair) : []) await refresh(row.id);
}

/** Decide all ticked entries in one request; those that are refused stay open, each with its reason. */
export async function decideTicked(action) {
  const { entries, areAllPairs, isReasonNeeded } = describeTicked();
  const isAccepting = action === "match_manuel";
  if (!entries.length || (isAccepting && !areAllPairs)) return;
  const commentaire = note.value.trim() || null;
  if (isAccepting && isReasonNeeded && !commentaire) return askReason();
  const sent = entries.map(({ id, version }) => ({ entryId: id, action, commentaire, version }));
  note.value = "";
  const sessionId = findSessionId();
  await change(async () => {
    try {
      const answer = await api.post(buildPath(sessionId, "/resolve-batch"), { entries: sent });
      if (findSessionId() === sessionId) await showBatch(entries, action, answer.erreurs);
    } catch (error) {
      refusals.value = [{ id: "", text: describeError(error) }];
    }
  });
  if (chosenId.value) chooseNextOpen(chosenId.value);
}
