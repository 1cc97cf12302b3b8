/** Accepting an entry: the pair as the statement has it, or the candidate; of doubtful money only with a reason. */

import { announce } from "../components/announce.js";
import { t } from "../i18n.js";
import { decide, isReasonMissing, note } from "./decisions.js";
import { isAcceptable, isOpen, needsReason } from "./entry-rules.js";
import { findCandidate, hasSuggestions } from "./suggestions.js";
import { findChosen } from "./work-state.js";

/** Ask for the reason without which money that went elsewhere is not taken for paid. */
export function askReason() {
  isReasonMissing.value = true;
  announce(t("rapprochement.note.manque"));
  document.getElementById("note-decision")?.focus();
}

/** Take what is likely: the pair as the statement has it, or the candidate of an entry without a pair. */
export function accept() {
  const entry = findChosen();
  if (!entry || !isOpen(entry)) return;
  if (needsReason(entry) && !note.value.trim()) return askReason();
  if (isAcceptable(entry)) decide("match_manuel");
  if (!hasSuggestions(entry)) return;
  const candidate = findCandidate(entry);
  if (candidate) decide("match_manuel", { other: candidate.entree });
  else announce(t("rapprochement.aucunesure"));
}
