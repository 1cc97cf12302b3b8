/** The entries that a person works through: they come page by page and stay in their places while they are decided. */

import { computed, signal } from "../preact.js";
import * as api from "../server/api.js";
import { view } from "../state/view.js";
import { isOpen, isUntouched } from "./entry-rules.js";
import { enqueue } from "./queue.js";
import { buildPath } from "./session-state.js";

const ROWS = 50;
// So few open entries after the chosen one: more are read before they are needed.
const FEW = 12;
/** Each list: the query that finds it. */
export const VIEWS = {
  a_decider: { aDecider: true },
  resolu: { statut: "resolu" },
  rapprochee: { statut: "rapprochee" },
  toutes: {},
};

export const rows = signal(/** @type {any[]} */ ([]));
/**
 * null while nothing was read, an Error, or how many entries the list has.
 * @type {import("@preact/signals").Signal<any>}
 */
export const total = signal(null);
export const hasMore = signal(false);
export const chosenId = signal(/** @type {string | null} */ (null));
/** Whether somebody has chosen: then the page follows the chosen entry. What is chosen at first leaves it as it is. */
export const isFollowed = signal(false);
export const ticked = signal(/** @type {Set<string>} */ (new Set()));
export const search = signal("");
let sessionId = "";
/** @type {AbortController | null} */
let request = null;
/** @type {Promise<void> | null} */
let reading = null;

export const findView = () => (view.value.statut in VIEWS ? view.value.statut : "a_decider");
export const findRow = (id) => rows.value.find((row) => row.id === id) ?? null;
export const findChosen = () => findRow(chosenId.value);

export function choose(id) {
  isFollowed.value = true;
  chosenId.value = id;
}

/** Return whether an entry is still in the list as the server has it. */
const isListed = (row) => {
  const name = findView();
  if (name === "toutes") return true;
  return name === "a_decider" ? isOpen(row) : row.statut === name;
};

/** The entries on the screen: both sides of a pair come as entries, and are shown as one row. */
export const visible = computed(() => rows.value.filter((row) => !row.isTwin));

/** Put an entry as it is now: in its place, or (one that came back) at the top. */
export function putRow(row) {
  const known = findRow(row.id);
  if (known) rows.value = rows.value.map((one) => (one === known ? row : one));
  else if (isListed(row)) rows.value = [row, ...rows.value];
}

/** Put an entry; `now` is what the server has said of it, which may be older than what is shown. */
export function confirmRow(row, now = row) {
  putRow({ ...row, isCounted: isListed(now), isTwin: findRow(row.id)?.isTwin });
}

const pairOf = ({ paiement, entreeReleve }) => (paiement && entreeReleve ? paiement.id + entreeReleve.id : null);

/** Add the entries that are new. `isCounted`: the server counts it in this list. */
function addRows(found) {
  const ids = new Set(rows.value.map((row) => row.id));
  const pairs = new Set(rows.value.map(pairOf));
  const added = [];
  for (const row of found) {
    if (ids.has(row.id)) continue;
    const pair = pairOf(row);
    added.push({ ...row, isCounted: true, isTwin: pair !== null && pairs.has(pair) });
    pairs.add(pair);
  }
  rows.value = [...rows.value, ...added];
}

async function readMore(signal) {
  const { source, raison } = view.value;
  // What was decided has left the list: the next ones have moved up by as many.
  const page = Math.floor(rows.value.filter((row) => row.isCounted).length / ROWS) + 1;
  const query = { ...VIEWS[findView()], source, raison, search: search.value.trim(), page, limit: ROWS };
  const { data, pagination } = await api.getJson(buildPath(sessionId, "/entries"), query, signal);
  if (signal.aborted) return;
  addRows(data);
  hasMore.value = pagination.page < pagination.pages;
  total.value = pagination.total;
}

/** Read the next entries; one reading at a time, after the decisions that were made before it. */
export function loadMore() {
  const { signal: wanted } = /** @type {AbortController} */ (request);
  const read = async () => {
    try {
      if (!wanted.aborted) await readMore(wanted);
    } catch (error) {
      // Of a list that is there, the next try is the next entry that is wanted.
      if (!wanted.aborted && total.value === null) total.value = error;
    } finally {
      if (request?.signal === wanted) reading = null;
    }
  };
  reading ??= enqueue(read);
  return reading;
}

/** Read the list from its start, and choose its first open entry. */
export async function loadRows(id) {
  sessionId = id;
  request?.abort();
  request = new AbortController();
  const { signal: wanted } = request;
  reading = null;
  rows.value = [];
  total.value = null;
  ticked.value = new Set();
  chosenId.value = null;
  isFollowed.value = false;
  await loadMore();
  if (!wanted.aborted) chosenId.value = (visible.value.find(isUntouched) ?? visible.value[0])?.id ?? null;
}

export const dropReading = () => request?.abort();

const findPlace = (id) => visible.value.findIndex((row) => row.id === id);

/** Choose the entry so many places further; at the end more are read. */
export async function step(count) {
  const place = findPlace(chosenId.value);
  if (place + count >= visible.value.length && hasMore.value) await loadMore();
  const next = visible.value[Math.min(visible.value.length - 1, Math.max(0, findPlace(chosenId.value) + count))];
  if (next) choose(next.id);
}

/** Return the next open entry after one, else the first one before it. */
export function findNextOpen(id) {
  const place = Math.max(0, findPlace(id));
  const after = visible.value.slice(place + 1).find(isUntouched);
  return after ?? visible.value.slice(0, place).find(isUntouched) ?? null;
}

/** Choose the next open entry, and read more when few are left. */
export async function chooseNextOpen(id) {
  const next = findNextOpen(id);
  if (next) choose(next.id);
  const left = visible.value.slice(findPlace(id) + 1).filter(isUntouched).length;
  if (left >= FEW || !hasMore.value) return;
  await loadMore();
  // Nobody has gone elsewhere while it was read.
  if (!next && chosenId.value === id) choose(findNextOpen(id)?.id ?? id);
}

/** Tick entries for a decision about all of them, or take the ticks back. */
export function tick(ids, isOn) {
  const next = new Set(ticked.value);
  for (const id of ids) next[isOn ? "add" : "delete"](id);
  ticked.value = next;
}
