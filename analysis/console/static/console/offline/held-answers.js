/** What was seen last, kept sealed on this device: without a connection it is shown again, with its age. */

import { onSession } from "../server/session.js";
import {
  clearField,
  findFieldRow,
  forgetFieldRow,
  isFieldRowSince,
  listFieldRows,
  makeFieldRow,
  putFieldRow,
  removeAgedField,
} from "./field-store.js";
import { dropFields, findRule, isShort, MOST } from "./held-paths.js";
import { findSeal, hideName, seal, sealJson, unseal, unsealJson } from "./seal.js";
import { clearRows, countRows, deleteRow, getRow, listRows, pruneRows, putRow } from "./store.js";

const HOURS = 24; // how long what was seen is kept
const AGE = HOURS * 3_600_000;
export const LONGEST = 7 * AGE; // of what was prepared, of what forms offer, and of what the page keeps of its own
const PRUNE = 20; // answers between two prunings
const GONE = new Set([403, 404, 410]);
const ACCOUNT = "compte";

const ages = new WeakMap(); // when the answers that come from this device were read
const writing = new Set(); // what is being sealed and written
let count = 0;
let wipes = 0;

/** Return when the service said this (ms), where it comes from this device; else null. */
export const findAge = (found) => (found && typeof found === "object" ? (ages.get(found) ?? null) : null);

const isTile = (rule) => rule.store === "tuiles";

/** Keep an answer ({body, tag}, or the bytes of a tile) as that of an address. */
export async function keep(rule, address, answer) {
  const [key, began] = [findSeal(), wipes];
  if (!key || (!isTile(rule) && !isShort(address, answer.body))) return;
  const name = await hideName(address, key);
  const sealed = isTile(rule)
    ? await seal(answer, name, key)
    : await sealJson(dropFields(answer, rule.drops), name, key);
  const row = { name, at: Date.now(), ...sealed };
  const ofField = await makeFieldRow(address, rule.store, row);
  if (began !== wipes) return; // signed out meanwhile: nothing is awaited between this and the writing
  if (ofField) return void (await putFieldRow(ofField));
  await putRow(rule.store, row);
  count += 1;
  // What is too old goes at the next start.
  const isFull = count % PRUNE === 0 && (await countRows(rule.store)) > MOST[rule.store];
  if (isFull) await pruneRows(rule.store, MOST[rule.store], Date.now() - AGE);
}

async function find(rule, address) {
  const key = findSeal();
  if (!key) return null;
  const name = await hideName(address, key);
  const row = (await findFieldRow(name)) ?? (await findYoung(rule.store, name));
  if (!row) return null;
  if (isTile(rule)) return unseal(row, name, key);
  const answer = await unsealJson(row, name, key);
  for (const part of [answer.body, answer.body.data]) {
    if (part && typeof part === "object") ages.set(part, row.at);
  }
  return answer;
}

const isYoung = ({ at }, age = AGE) => at >= Date.now() - age;

async function findYoung(store, name) {
  const row = await getRow(store, name);
  return row && isYoung(row, store === "etat" ? LONGEST : AGE) ? row : null;
}

/** Read the households of the lists and cards that this device keeps, each once: {rows, cards, at}. `cards` has the ids
 * of those whose card opens, `at` says when the oldest was seen. Of a household its card is the row. */
export async function readHeldHouseholds() {
  const key = findSeal();
  const seen = key ? (await listRows("reponses")).filter((row) => isYoung(row)) : [];
  const held = key ? [...seen, ...(await listFieldRows("reponses"))] : [];
  const answers = await Promise.all(held.map((row) => unsealJson(row, row.name, key).catch(() => null)));
  const rows = new Map();
  const cards = new Set();
  for (const { data } of answers.map((answer) => answer?.body ?? {})) {
    const isCard = !Array.isArray(data);
    for (const one of [data ?? []].flat().filter(({ codeMenage }) => codeMenage)) {
      if (isCard) cards.add(one.id);
      if (isCard || !cards.has(one.id)) rows.set(one.id, one);
    }
  }
  const at = Math.min(...held.map((row) => row.at), Date.now());
  return { rows: [...rows.values()], cards, at };
}

/** Mark what is made of parts that this device keeps: it is as old as the oldest of them. */
export function markAge(part, at) {
  ages.set(part, at);
  return part;
}

/** Return whether this device keeps the answer of an address for the secteur that is being prepared, read since a time
 * (ms). */
export async function isHeld(address, since) {
  const [rule, key] = [findRule(address), findSeal()];
  if (!rule || !key) return false;
  return isFieldRowSince(address, await hideName(address, key), since).catch(() => false);
}

/** Keep something of the page's own beside whose device this is; it goes with what was seen. Returns whether it
 * could. */
export async function keepState(name, value) {
  const [key, began] = [findSeal(), wipes];
  if (!key) return false;
  try {
    const sealed = await sealJson(value, name, key);
    if (began !== wipes) return false; // signed out meanwhile
    await putRow("etat", { name, at: Date.now(), ...sealed });
    return true;
  } catch (error) {
    warn(error);
    return false;
  }
}

/** Read what `keepState` kept, if it is not older than `age` (ms), or null. */
export async function readState(name, age = AGE) {
  const key = findSeal();
  const row = key ? await getRow("etat", name).catch(warn) : null;
  if (!row || row.at < Date.now() - age) return null;
  return (await unsealJson(row, name, key).catch(warn)) ?? null;
}

/** Forget what `keepState` kept. */
export const dropState = (name) => (findSeal() ? deleteRow("etat", name).catch(warn) : Promise.resolve());

async function forget(rule, address) {
  const key = findSeal();
  if (!key) return;
  const name = await hideName(address, key);
  await Promise.all([deleteRow(rule.store, name), forgetFieldRow(name)]);
}

/** A device that cannot keep works as one that keeps nothing. */
const warn = (error) => console.warn("offline", error);

/** Read an answer by `read()`, and keep it if it may be; without a connection return the one that was kept. */
export async function readThrough(address, read) {
  const rule = findRule(address);
  if (!rule) return read();
  try {
    const answer = await read();
    const work = keep(rule, address, isTile(rule) ? answer.slice(0) : answer).catch(warn);
    writing.add(work);
    work.then(() => writing.delete(work));
    return answer;
  } catch (error) {
    if (GONE.has(error.status)) await forget(rule, address).catch(warn);
    const held = error.status === 0 ? await find(rule, address).catch(warn) : null;
    if (!held) throw error;
    return held;
  }
}

/** Wait until all that was read is on the disk. */
export const finishWriting = () => Promise.all(writing);

/** Forget all that was seen. */
export async function clearHeld() {
  wipes += 1;
  if (!globalThis.indexedDB) return;
  await Promise.all([clearField(), ...["reponses", "tuiles", "etat"].map(clearRows)]).catch(warn);
}

/** Begin to keep for this user: what another one saw, and what is too old, goes. */
export async function beginKeeping(user) {
  const key = findSeal();
  if (!key) return;
  try {
    const held = await getRow("etat", ACCOUNT);
    if (held && held.owner !== user.id) await clearHeld();
    await putRow("etat", { name: ACCOUNT, owner: user.id, at: Date.now(), ...(await sealJson(user, ACCOUNT, key)) });
    for (const { name, at } of await listRows("etat")) if (at < Date.now() - LONGEST) await deleteRow("etat", name);
    for (const [store, most] of Object.entries(MOST)) await pruneRows(store, most, Date.now() - AGE);
    await removeAgedField();
  } catch (error) {
    warn(error);
  }
}

/** Return who used this device last, if the key opens it and it is not too long ago; else null. */
export async function findHeldUser(key) {
  if (!key || !globalThis.crypto?.subtle || !globalThis.indexedDB) return null;
  const row = await getRow("etat", ACCOUNT).catch(warn);
  if (!row || !isYoung(row, LONGEST)) return null;
  return (await unsealJson(row, ACCOUNT, key).catch(warn)) ?? null;
}

// A session that the service ended: perhaps because the device is in other hands.
onSession((event) => event === "expired" && clearHeld());
