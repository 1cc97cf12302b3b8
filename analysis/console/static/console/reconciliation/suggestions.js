/** The nearest candidates of the chosen entry, read before they are looked at. */

import { signal } from "../preact.js";
import * as api from "../server/api.js";
import { asValue, isAborted } from "../server/errors.js";
import { isOpen, isPair } from "./entry-rules.js";
import { buildPath } from "./session-state.js";

// A candidate below this score is offered, and taken only when somebody points at it.
const SURE = 50;
// Milliseconds that an entry is looked at before its candidates are read: who leafs through asks for none.
const PAUSE = 90;

/** Candidates, or an Error, by the id of their entry. */
const found = signal(/** @type {Map<string, any>} */ (new Map()));
/** Entries that a decision has taken: they are nobody's candidates any more. */
const taken = signal(/** @type {Set<string>} */ (new Set()));
/** The place of the candidate that somebody pointed at, of the entry with this id. */
const pointed = signal({ id: "", place: -1 });
const requested = new Set();
let timer = 0;

export const hasSuggestions = (entry) => isOpen(entry) && !isPair(entry);

/** Return the candidates of an entry: undefined while they are read, an Error, or a list. */
export function findSuggestions(entry) {
  const list = found.value.get(entry.id);
  return Array.isArray(list) ? list.filter((one) => !taken.value.has(one.entree.id)) : list;
}

/** Return the candidate that would be taken: the one pointed at, else the first when it is likely. */
export function findCandidate(entry) {
  const list = findSuggestions(entry);
  if (!Array.isArray(list)) return null;
  if (pointed.value.id === entry.id) return list[pointed.value.place] ?? null;
  return list[0]?.score >= SURE ? list[0] : null;
}

export function point(entry, place) {
  pointed.value = { id: entry.id, place };
}

async function read(sessionId, entry) {
  if (!entry || !hasSuggestions(entry) || requested.has(entry.id)) return;
  requested.add(entry.id);
  try {
    const answer = await api.getJson(buildPath(sessionId, `/entries/${entry.id}/suggestions`)).catch(asValue);
    if (answer instanceof Error) requested.delete(entry.id);
    found.value = new Map(found.value).set(entry.id, answer instanceof Error ? answer : answer.data);
  } catch (error) {
    if (!isAborted(error)) throw error;
  }
}

/** Read the candidates of the chosen entry, then those of the one that comes next. */
export function want(sessionId, entry, next) {
  clearTimeout(timer);
  timer = setTimeout(() => read(sessionId, entry).then(() => read(sessionId, next)), PAUSE);
}

/** Leave an entry out of all candidates, or let it be one again. */
export function setTaken(id, isTaken) {
  const next = new Set(taken.value);
  next[isTaken ? "add" : "delete"](id);
  taken.value = next;
}

/** Forget everything: another session, or another match. */
export function forgetSuggestions() {
  clearTimeout(timer);
  requested.clear();
  found.value = new Map();
  taken.value = new Set();
}
