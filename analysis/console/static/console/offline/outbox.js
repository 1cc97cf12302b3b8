/** What was entered without a connection: sealed on this device, sent in its order once the service is reached again.
 *
 * Each entry has its Idempotency-Key from the first attempt on: one whose answer was lost is not done twice. What the
 * service refuses stays with what was entered, until the person has settled it.
 */

import { t } from "../i18n.js";
import { signal } from "../preact.js";
import * as api from "../server/api.js";
import { makeError } from "../server/errors.js";
import { current, currentUser } from "../server/session.js";
import { findSeal, sealJson, unsealJson } from "./seal.js";
import { deleteRow, listRows, putRow } from "./store.js";

const STORE = "attente";
const LOOK = 30_000; // ms between attempts
/** The service remembers a key for a day: of what was sent before that and not answered, nobody knows. */
const REMEMBERED = 23 * 3_600_000;
/** How long what somebody else entered here waits for their return. */
const OTHERS = 30 * 24 * 3_600_000;
const LATER = new Set([0, 401, 408, 429, 502, 503, 504]);
/** The status of an entry that its person has taken back to correct it: nothing sends it meanwhile. */
export const HELD = -1;
const isWaiting = (entry) => entry.failure === null;
const MONEY = /"(numeroMobileMoney|compteBancaire)"/;

/** The user's entries, the oldest first: {id, at, key, kind, name, method, path, body, tag, failure}; `failure`
 * ({status, message, details}) when it was refused, `sentAt` when an attempt may have arrived. */
export const entries = signal(/** @type {any[]} */ ([]));
/** What was sent on this visit after it had waited: {id, kind, name, code, path}; forgotten with the page. */
export const sent = signal(/** @type {any[]} */ ([]));
/** How many entries of the user cannot be opened any more. */
export const unreadable = signal(0);

/** Refuse to keep what decides where money goes, and what tells of violence: nothing of that waits on a device. */
function requireHarmless(body) {
  const refuse = (field, text) => {
    throw Object.assign(makeError("refused", text), { details: { [field]: [text] } });
  };
  const account = MONEY.exec(JSON.stringify(body));
  if (account) refuse(`chefMenage.${account[1]}`, t("horsligne.comptes"));
  if (body.categorie === "vbg") refuse("categorie", t("horsligne.violence"));
}

async function store(entry) {
  const { id, at } = entry;
  await putRow(STORE, { id, at, owner: currentUser().id, ...(await sealJson(entry, id, findSeal())) });
  entries.value = [...entries.value.filter((one) => one.id !== id), entry].sort((one, other) => one.at - other.at);
}

/** Take an entry away: it was sent, or its person gave it up. */
export async function drop(id) {
  await deleteRow(STORE, id);
  entries.value = entries.value.filter((one) => one.id !== id);
}

/** Find the change of a household that waits, or null: a second one would be made of what the first has not changed. */
export const findWaiting = (path) =>
  entries.value.find((one) => one.method === "PUT" && one.path === path && isWaiting(one)) ?? null;

/**
 * Send what was entered; without a connection keep it. Returns the whole answer, or {waits: true}.
 * @param {{kind: string, name: string, method: string, path: string, body: any, tag?: string | null}} entry
 */
export async function sendOrKeep({ kind, name, method, path, body, tag = null }) {
  const key = `saisie-${[...crypto.getRandomValues(new Uint32Array(4))].join("-")}`;
  try {
    return await api.sendUnder(key, method, path, body, tag);
  } catch (error) {
    if (error.status !== 0 || !findSeal()) throw error;
  }
  requireHarmless(body);
  if (method === "PUT" && findWaiting(path)) throw makeError("refused", t("horsligne.deja"));
  await store({ id: key, at: Date.now(), key, kind, name, method, path, body, tag, failure: null, ...markSent() });
  return { waits: true };
}

/** Note when an attempt may have reached the service: one without any network did not. */
const markSent = () => ({ sentAt: navigator.onLine ? Date.now() : null });

/** Remember what became of an entry: its code, and the way to it; of a complaint what its receipt says. */
function noteSent({ id, kind, name, path, body }, answer) {
  const isComplaint = kind === "plainte";
  const household = isComplaint ? null : (answer.id ?? path.split("/").at(-1));
  const complaint = isComplaint ? { ...answer, categorie: body.categorie } : null;
  sent.value = [...sent.value, { id, kind, name, code: answer.codeMenage ?? answer.reference, household, complaint }];
}

/** Send one entry. Returns whether the next one may follow. */
async function deliver(waiting) {
  const entry = waiting.sentAt ? waiting : { ...waiting, ...markSent() };
  // Noted before it is sent: of a page that is closed meanwhile nobody knows whether it arrived.
  if (entry.sentAt !== waiting.sentAt) await store(entry);
  if (entry.method === "POST" && entry.sentAt && entry.sentAt < Date.now() - REMEMBERED) {
    await store({ ...entry, failure: { status: 0, message: "", details: {} } });
    return true;
  }
  let answer;
  try {
    answer = await api.sendUnder(entry.key, entry.method, entry.path, entry.body, entry.tag);
  } catch (error) {
    if (LATER.has(error.status) || error.status === undefined) return false;
    const { status, message, details } = error;
    await store({ ...entry, failure: { status, message, details } });
    return true;
  }
  await drop(entry.id);
  noteSent(entry, answer?.data ?? {});
  dispatchEvent(new Event("tabanca:registre"));
  return true;
}

/** Read what waits, as it is now: another tab may have sent some of it. */
async function readEntries() {
  const key = findSeal();
  if (!key) return;
  const own = [];
  let lost = 0;
  for (const row of await listRows(STORE)) {
    if (row.owner !== currentUser().id) {
      if (row.at < Date.now() - OTHERS) await deleteRow(STORE, row.id);
      continue;
    }
    try {
      own.push(await unsealJson(row, row.id, key));
    } catch {
      lost += 1;
    }
  }
  entries.value = own.sort((one, other) => one.at - other.at);
  unreadable.value = lost;
}

/** Send what waits, one after the other; of several tabs one does. */
export async function flush() {
  if (!current() || !findSeal()) return;
  await navigator.locks.request("tabanca-attente", { ifAvailable: true }, async (lock) => {
    if (!lock) return;
    const owner = currentUser().id;
    await readEntries();
    for (const entry of entries.value.filter(isWaiting)) {
      // Another person may have signed in meanwhile: nothing is sent in their name.
      if (!findSeal() || currentUser()?.id !== owner || !(await deliver(entry))) return;
    }
  });
}

/** Let an entry that was refused be sent as it is once more. */
export async function sendAgain(entry) {
  await store({ ...entry, at: Date.now(), sentAt: null, failure: null });
  await flush();
}

/** Take back an entry that no attempt has sent. Returns whether it was so: another one may have arrived already. */
export const holdBack = (id) =>
  navigator.locks.request("tabanca-attente", async () => {
    const entry = entries.value.find((one) => one.id === id);
    if (!entry || entry.sentAt) return false;
    await store({ ...entry, failure: { status: HELD, message: "", details: {} } });
    return true;
  });

/** Give up all that waits, of this user. */
export async function dropAll() {
  const { id } = currentUser();
  for (const row of await listRows(STORE)) if (row.owner === id) await deleteRow(STORE, row.id);
  entries.value = [];
  unreadable.value = 0;
}

const warn = (error) => console.warn("offline", error);

/** Begin to look after what waits. */
export function startOutbox() {
  const look = () => flush().catch(warn);
  look();
  addEventListener("online", look);
  setInterval(look, LOOK);
}
