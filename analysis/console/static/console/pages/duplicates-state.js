/** What the page of duplicates shows, and what is decided there: it outlives a visit of another page. */

import { announce } from "../components/announce.js";
import { describeError } from "../components/feedback.js";
import { t } from "../i18n.js";
import { signal } from "../preact.js";
import * as api from "../server/api.js";
import { createLoader } from "../state/loader.js";
import { setView, view } from "../state/view.js";
import { pickPlace } from "./duplicates-place.js";
import { askMerge, undoMerges } from "./merge.js";
import { listForms } from "./merge-group.js";
import { readPairMoney } from "./pair-money.js";

const ROWS = 20;
export const STATES = ["ouvert", "certain", "a_verifier", "distincts", "ignorer"];

export const pairs = createLoader();
/** How many pairs there are by state. */
export const counts = createLoader();
/** The open pair, with the tag of what is shown: what is decided is said of that. */
export const pair = createLoader();
/** The last decision of this visit, to be taken back: {id, others, decision, mergeIds, retainedId, left};
 * `rouvrir` and `defaire` are what was taken back. */
export const lastDecision = signal(/** @type {any} */ (null));
/** Why the last decision was refused. */
export const problem = signal("");
/** The reason that is being typed for a decision. */
export const reason = signal("");
let isBusy = false;

export const findStatus = () => (STATES.includes(view.value.statut) ? view.value.statut : STATES[0]);

const COUNTED = { a_verifier: "aVerifier" };
/** Return how many pairs are in a state; null before it is known. */
export const findCount = (state) => counts.value?.[COUNTED[state] ?? state] ?? null;

export function load() {
  const where = pickPlace();
  const query = { statut: findStatus(), ...where, page: view.value.page, limit: ROWS };
  counts.load((signal) => api.get("/menages/doublons/comptes", where, signal), { keep: true });
  return pairs.load((signal) => api.getJson("/menages/doublons", query, signal), { keep: true });
}

/** Read the list and the counts again, after a decision. */
function reload() {
  counts.reload();
  return pairs.reload();
}

/** Read the first page again: that of another place. */
export function loadFirst() {
  if (view.value.page === 1) load();
  else setView({ page: 1 });
}

/** Read a pair; the one that is open already stays on the screen meanwhile. */
export function loadPair(id) {
  problem.value = "";
  const keep = pair.value?.id === id;
  const read = async (signal) => {
    const { data, tag } = await api.getTagged(`/menages/doublons/${id}`, signal);
    return { ...data, tag, money: await readPairMoney(data) };
  };
  return pair.load(read, { keep });
}

/** Return the pair that stands so many places after the open one in the list, or null. */
export function findNeighbour(step) {
  const rows = pairs.value?.data ?? [];
  const place = rows.findIndex((one) => one.id === view.value.element);
  return rows[place + step] ?? null;
}

export const open = (id) => setView({ element: id });

export function openNeighbour(step) {
  const next = findNeighbour(step);
  if (next) setView({ element: next.id });
}

/** Return what to decide next: another pair of the same household first, as it is one question. */
const findNext = () => pair.value?.groupe?.[0] ?? findNeighbour(1) ?? findNeighbour(-1);

/** Return what to decide after a merge: a pair of the household that was kept, as it is weighed now. */
async function findNextPair(household) {
  try {
    return (await api.getJson(`/menages/${household}/doublons`)).data[0];
  } catch (error) {
    problem.value = describeError(error); // The merge holds.
    return null;
  }
}

/** Send a decision. Returns whether it was taken. */
async function sendDecision(id, body, tag) {
  if (isBusy) return false;
  isBusy = true;
  problem.value = "";
  try {
    await api.post(`/menages/doublons/${id}/decision`, body, { tag });
    return true;
  } catch (error) {
    problem.value = describeError(error);
    if (error.status === 409) pair.reload(); // what was judged is not what it is by now
    return false;
  } finally {
    isBusy = false;
  }
}

/** Decide that the open pair is `distincts` or `ignorer`, and open the next one. */
export async function decide(id, decision) {
  const next = findNext();
  if (!(await sendDecision(id, { decision, motif: reason.value }, pair.value.tag))) return;
  announce(t(`doublons.fait.${decision}`));
  lastDecision.value = { id, decision };
  reason.value = "";
  await reload();
  setView({ element: next?.id ?? null });
}

/** Decide that the households of the open pair and of all that are joined to it are distinct, each from the other. */
export async function decideGroup() {
  const { id, tag, groupe } = pair.value;
  const body = { decision: "distincts", motif: reason.value };
  const decided = [];
  for (const one of [{ id, tag }, ...groupe]) {
    if (!(await sendDecision(one.id, body, one.tag ?? null))) break;
    decided.push(one.id);
  }
  if (!decided.length) return;
  announce(t("doublons.fait.distincts"));
  lastDecision.value = { id, others: decided.slice(1), decision: "distincts" };
  reason.value = "";
  await reload();
  setView({ element: findNeighbour(1)?.id ?? null });
}

/** Take a decision back, with those of the same moment (`others`), and open the pair again. */
export async function reopen(id, others = /** @type {string[]} */ ([])) {
  for (const one of others) if (!(await sendDecision(one, { decision: "rouvrir" }, null))) return;
  if (!(await sendDecision(id, { decision: "rouvrir" }, null))) return;
  announce(t("doublons.fait.rouvrir"));
  lastDecision.value = { decision: "rouvrir" };
  reason.value = "";
  await reload();
  setView({ element: id });
  loadPair(id);
}

/** Find a pair of the list that has none of the households of a group. */
function findOutside(open) {
  const ids = new Set(listForms(open).map(({ id }) => id));
  return pairs.value?.data.find(({ menageA, menageB }) => !ids.has(menageA.id) && !ids.has(menageB.id)) ?? null;
}

/** Merge the open pair, or by `askGroupMerge` its whole group. It is gone afterwards: the next one is shown, or the
 * list. */
export async function merge(open, askFor = askMerge) {
  const neighbour = findOutside(open);
  const merged = await askFor(open);
  if (!merged) return;
  const { failure, ...what } = merged;
  lastDecision.value = { decision: "fusionner", ...what };
  announce(t("doublons.fait.fusionner"));
  const next = (await findNextPair(what.retainedId)) ?? neighbour;
  setView({ element: next?.id ?? null });
  await reload();
  if (failure) problem.value = describeError(failure);
}

/** Return whether there is a decision of this visit to take back. */
export const mayTakeBack = () => Boolean(lastDecision.value?.id || lastDecision.value?.mergeIds);

/** Take the last decision of this visit back. */
export async function takeBack() {
  const { id, others, mergeIds, retainedId } = lastDecision.value;
  if (!mergeIds) {
    reopen(id, others);
    return;
  }
  problem.value = "";
  try {
    await undoMerges(mergeIds);
    lastDecision.value = { decision: "defaire" };
    announce(t("doublons.fait.defaire"));
    await reload();
    const again = await findNextPair(retainedId);
    if (again) setView({ element: again.id });
  } catch (error) {
    problem.value = describeError(error);
  }
}
