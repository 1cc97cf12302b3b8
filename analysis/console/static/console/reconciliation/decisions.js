/** Decisions: seen at once, sent one after the other, and each taken back by one key. */

import { announce } from "../components/announce.js";
import { describeError } from "../components/feedback.js";
import { t } from "../i18n.js";
import { signal } from "../preact.js";
import * as api from "../server/api.js";
import { computeShift, foresee, invertShift, isMatched, isPair, mayDecide } from "./entry-rules.js";
import { enqueue, waiting } from "./queue.js";
import { buildPath, rereadSession, session, shiftFigures } from "./session-state.js";
import { setTaken } from "./suggestions.js";
import { choose, chooseNextOpen, confirmRow, findChosen, findRow, putRow, rows } from "./work-state.js";

/** The comment that is being typed for the next decision. */
export const note = signal("");
/** Whether accepting has just been refused for want of a reason. */
export const isReasonMissing = signal(false);
/**
 * The decisions of this visit that can be taken back, the last one last.
 * @type {import("@preact/signals").Signal<any[]>}
 */
export const steps = signal([]);
/** Decisions that were refused: {id, text} each. @type {import("@preact/signals").Signal<any[]>} */
export const refusals = signal([]);

const buildEntryPath = (sessionId, id, rest = "") => buildPath(sessionId, `/entries/${id}${rest}`);
export const findSessionId = () => session.value?.data.id;

/** Change something after all that was changed before. With the last one the figures are read, and the version that
 * a move of the session names: until then the session cannot be moved. */
export const change = (work) =>
  enqueue(async () => {
    await work();
    if (waiting.value === 1) await rereadSession();
  });

/** Read an entry of the open session anew. One that was decided again meanwhile takes its version only. */
export async function refresh(id) {
  try {
    const now = await api.get(buildEntryPath(findSessionId(), id));
    const isDecidedAgain = steps.value.some((step) => step.ids.includes(id) && !step.isSent);
    confirmRow(isDecidedAgain ? { ...findRow(id), version: now.version } : now, now);
  } catch (error) {
    refusals.value = [{ id, text: describeError(error) }];
  }
}

const forget = (step) => {
  steps.value = steps.value.filter((one) => one !== step);
};

/** Return the ids of an entry and of the other side of its pair: the others in the list that name its payment. */
function findSides({ id, paiement }) {
  const others = paiement ? rows.value.filter((row) => row.id !== id && row.paiement?.id === paiement.id) : [];
  return [id, ...others.map((row) => row.id)];
}

/** Show again what was there before a decision, and say why. */
function giveBack(step, error) {
  step.isRefused = true;
  // Taken back meanwhile, it is shown as it was already.
  if (step.isUndone) return;
  forget(step);
  shiftFigures(invertShift(step.shift));
  for (const row of step.before) putRow(row);
  if (step.other) setTaken(step.other.id, false);
  refusals.value = [{ id: step.ids[0], text: describeError(error) }];
  announce(describeError(error));
}

/** Send a decision. Who has gone to another session meanwhile is shown nothing of it. */
async function send(step, body) {
  const [id] = step.ids;
  const isHere = () => findSessionId() === step.sessionId;
  try {
    // The version that was seen, or the one that taking a decision back has made since.
    const version = (isHere() && findRow(id)?.version) || body.version;
    const answer = await api.post(buildEntryPath(step.sessionId, id, "/resolve"), { ...body, version });
    step.isSent = true;
    if (!isHere()) return;
    const row = findRow(id);
    // Taken back meanwhile, it is shown as it will be.
    if (row && !step.isUndone) {
      const { nouveauStatut: statut, action } = answer;
      confirmRow({ ...row, statut, action, version: answer.version, decide: true });
    }
    const isDoubtful = step.other && findRow(step.other.id);
    if (isDoubtful && !step.isUndone) await refresh(step.other.id);
    const [was] = step.before;
    if (body.action === "en_attente" && (isPair(was) || isMatched(was)))
      for (const one of findSides(was)) await refresh(one);
  } catch (error) {
    if (!isHere()) return;
    giveBack(step, error);
    // What was decided is not what it is by now.
    if (error.status === 409 || error.status === 404) await refresh(id);
  }
}

/** Say what a decision has done. */
export const describeStep = ({ action, complaint }) =>
  complaint ? t("rapprochement.enquete.fait") : t(`decision.${action}.fait`);

/**
 * Decide the chosen entry, and go to the next open one.
 * @param {string} action
 * @param {{other?: any, complaint?: any}} [about] the entry of the other side, for a pair made by hand; the complaint
 * that the entry waits for
 */
export function decide(action, { other = null, complaint = null } = {}) {
  const entry = findChosen();
  if (!entry || !mayDecide(entry, action)) return;
  const partner = other && findRow(other.id);
  const step = {
    sessionId: findSessionId(),
    ids: [entry.id],
    action,
    other,
    complaint,
    before: partner ? [entry, partner] : [entry],
    shift: computeShift(entry, action, other),
  };
  const pair = other && (entry.source === "sig" ? { entreeReleveId: other.id } : { entreeSigId: other.id });
  const body = { action, ...pair, commentaire: note.value.trim() || null, version: entry.version };
  note.value = "";
  isReasonMissing.value = false;
  refusals.value = [];
  steps.value = [...steps.value, step];
  shiftFigures(step.shift);
  const both = other
    ? { paiement: entry.paiement ?? other.paiement, entreeReleve: entry.entreeReleve ?? other.entreeReleve }
    : {};
  putRow({ ...foresee(entry, action), ...both });
  if (partner) putRow({ ...partner, ...both, statut: "rapprochee", action, decide: true });
  if (other) setTaken(other.id, true);
  announce(describeStep(step));
  chooseNextOpen(entry.id);
  change(() => send(step, body));
}

async function takeBackAll(step) {
  if (step.isRefused) return;
  try {
    if (step.ids.length === 1) await api.post(buildEntryPath(step.sessionId, step.ids[0], "/annuler"));
    else {
      const { erreurs } = await api.post(buildPath(step.sessionId, "/undo-batch"), { entries: step.ids });
      refusals.value = erreurs.map(({ entryId, message }) => ({ id: entryId, text: message }));
    }
  } catch (error) {
    refusals.value = [{ id: step.ids[0], text: describeError(error) }];
    announce(describeError(error));
  }
  if (findSessionId() !== step.sessionId) return;
  const affected = [...step.ids, ...(step.other ? [step.other.id] : [])];
  for (const id of affected) if (step.ids.length === 1 || findRow(id)) await refresh(id);
}

/** Take the last decision back, and choose its entry again. */
export function undo() {
  const step = steps.value.at(-1);
  if (!step) return;
  step.isUndone = true;
  forget(step);
  shiftFigures(invertShift(step.shift));
  for (const row of step.before) putRow(row);
  if (step.other) setTaken(step.other.id, false);
  choose(step.ids[0]);
  announce(t("rapprochement.defait"));
  change(() => takeBackAll(step));
}

/** Undo what was decided of the shown entry, in this visit or before. */
export function undoEntry(entry) {
  const step = steps.value.at(-1);
  if (step?.ids.length === 1 && step.ids[0] === entry.id) undo();
  else change(() => takeBackAll({ sessionId: findSessionId(), ids: [entry.id] }));
}

/** Forget the decisions of another session. */
export function forgetDecisions() {
  steps.value = [];
  refusals.value = [];
  note.value = "";
  isReasonMissing.value = false;
}
