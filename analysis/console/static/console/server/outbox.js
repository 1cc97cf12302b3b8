/** Entries made without a connection: kept sealed on the device, and sent when there is one.
 *
 * Each has had its Idempotency-Key since it was first tried: an answer that got lost does no harm, it is done once.
 * What the service refuses stays with its reason until somebody decides. Of what was sent only that it was is left.
 */

import { computed, signal } from "../preact.js";
import * as api from "./api.js";
import { makeError } from "./errors.js";
import { currentUser } from "./session.js";
import * as vault from "./vault.js";

const TABLE = "saisies";
const WHILE_WAITING = 60_000; // between two tries (ms)
/** What the service may yet take: no connection, too many requests, a fault of its own. */
const LATER = ["offline", "busy", "failed"];
const isWaiting = ({ state }) => state === "attente";
/** Newest first: {id, kind, name, method, path, body, tag, state, message, at}.
 * @type {import("@preact/signals").Signal<any[]>}
 */
export const entries = signal([]);
export const waiting = computed(() => entries.value.filter(isWaiting).length);
export const refused = computed(() => entries.value.filter(({ state }) => state === "refus").length);
const LOCK = "tabanca.envoi"; // of two tabs one sends
/** @type {any} */
let timer = null;

const sortByTime = (list) => [...list].sort((one, other) => other.at - one.at);

async function save(entry) {
  await vault.put(TABLE, entry.id, entry);
  entries.value = sortByTime([...entries.peek().filter(({ id }) => id !== entry.id), entry]);
}

/** Read what waits of who is signed in, and send it. */
export async function open() {
  const found = await vault.list(TABLE);
  const lost = found.filter(([, value]) => value.isLost);
  for (const [id] of lost) await vault.remove(TABLE, id);
  const unread = lost.map(([id]) => ({ id, kind: "perdu", name: "", state: "perdu", at: Date.now() }));
  entries.value = sortByTime([...found.filter(([, value]) => !value.isLost).map(([, value]) => value), ...unread]);
  flush();
}

const sendOne = ({ method, path, body, tag, id }) => api.send(method, path, body, tag, method === "POST" ? id : "");

async function attempt(entry) {
  try {
    await sendOne(entry);
    await save({ ...entry, body: null, name: "", state: "envoye", message: "", at: Date.now() });
    dispatchEvent(new Event("tabanca:registre"));
    return true;
  } catch (error) {
    if (LATER.includes(error.kind)) return false;
    const reasons = Object.values(error.details ?? {}).flat();
    await save({ ...entry, state: "refus", message: [error.message, ...reasons].filter(Boolean).join(" ") });
    return true;
  }
}

async function sendAll() {
  const stored = (await vault.list(TABLE)).map(([, value]) => value);
  for (const entry of sortByTime(stored.filter(isWaiting)).toReversed()) if (!(await attempt(entry))) return;
}

/** Send what waits, in the order in which it was entered; stop where the connection does. */
export async function flush() {
  clearTimeout(timer);
  if (!waiting.peek() || vault.findOwner() !== currentUser()?.id) return;
  await navigator.locks.request(LOCK, { ifAvailable: true }, (lock) => lock && sendAll());
  if (waiting.peek()) timer = setTimeout(flush, WHILE_WAITING);
}

/**
 * Send an entry now; without a connection keep it. Returns the answer, or {isWaiting: true}.
 * @param {{kind: string, name: string, method: string, path: string, body: any, tag?: string | null}} entry
 */
export async function sendOrKeep(entry) {
  const made = {
    tag: null,
    ...entry,
    id: crypto.randomUUID?.() ?? null,
    state: "attente",
    message: "",
    at: Date.now(),
  };
  try {
    return await sendOne(made);
  } catch (error) {
    if (error.kind !== "offline" || !made.id || !vault.findOwner()) throw error;
    await save(made).catch((fault) => {
      throw makeError("failed", fault.message);
    });
    timer = setTimeout(flush, WHILE_WAITING);
    return { isWaiting: true };
  }
}

/** Try a refused entry again. */
export async function retry(entry) {
  await save({ ...entry, state: "attente", message: "" });
  await flush();
}

/** Drop an entry: one that is not wanted any more, or the line of one that was sent. */
export async function drop({ id }) {
  await vault.remove(TABLE, id);
  entries.value = entries.peek().filter((one) => one.id !== id);
}

/** Seal entries by the key of now: the password was changed. */
export async function adopt() {
  for (const entry of entries.peek()) await save(entry);
}

/** Forget what is shown; what waits stays sealed on the device. */
export function close() {
  clearTimeout(timer);
  entries.value = [];
}

addEventListener("online", flush);
