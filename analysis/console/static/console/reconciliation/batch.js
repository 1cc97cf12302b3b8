/** Decisions about all ticked entries at once. */

import { announce } from "../components/announce.js";
import { describeError } from "../components/feedback.js";
import { t } from "../i18n.js";
import * as api from "../server/api.js";
import { change, note, refusals, steps } from "./decisions.js";
import { computeShift, findAmount, foresee, isOpen, isPair } from "./entry-rules.js";
import { buildPath, session, shiftFigures } from "./session-state.js";
import { chooseNextOpen, chosenId, confirmRow, rows, tick, ticked } from "./work-state.js";

/** Return the ticked entries that are open, with what they come to. */
export function describeTicked() {
  const chosen = rows.value.filter((row) => ticked.value.has(row.id) && isOpen(row));
  return {
    entries: chosen,
    amount: chosen.reduce((sum, row) => sum + findAmount(row), 0),
    // Only pairs can be accepted as they are.
    areAllPairs: chosen.length > 0 && chosen.every(isPair),
  };
}

/** Decide all ticked entries in one request; those that are refused stay open, each with its reason. */
export async function decideTicked(action) {
  const { entries } = describeTicked();
  if (!entries.length) return;
  const commentaire = note.value.trim() || null;
  const sent = entries.map(({ id, version }) => ({ entryId: id, action, commentaire, version }));
  note.value = "";
  await change(async () => {
    try {
      const answer = await api.post(buildPath(session.value.data.id, "/resolve-batch"), { entries: sent });
      const refused = new Set(answer.erreurs.map(({ entryId }) => entryId));
      const decided = entries.filter(({ id }) => !refused.has(id));
      const shift = {};
      for (const row of decided) {
        for (const [name, change] of Object.entries(computeShift(row, action)))
          shift[name] = (shift[name] ?? 0) + change;
        confirmRow({ ...foresee(row, action), version: row.version + 1 });
      }
      shiftFigures(shift);
      const step = { ids: decided.map(({ id }) => id), action, other: null, before: decided, shift };
      if (decided.length) steps.value = [...steps.value, step];
      refusals.value = answer.erreurs.map(({ entryId, message }) => ({ id: entryId, text: message }));
      announce(t("rapprochement.lot.fait", { n: decided.length }));
      tick(
        decided.map(({ id }) => id),
        false,
      );
    } catch (error) {
      refusals.value = [{ id: "", text: describeError(error) }];
    }
  });
  if (chosenId.value) chooseNextOpen(chosenId.value);
}
