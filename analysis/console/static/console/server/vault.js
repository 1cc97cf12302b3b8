/** What is kept on the device: sealed by a key that is made of the password and lives as long as the session.
 *
 * Whoever finds the device finds no name on it. The same person reads it again after signing in, which is how entries
 * that wait survive a browser that was closed. The key lies in sessionStorage only while the page is being left, as the
 * refresh token does (`session.js`). Without a secure context there is no key, and nothing is kept.
 */

const STORED = "tabanca.coffre";
const ROUNDS = 600_000; // of PBKDF2 with SHA-256, as OWASP advises
const TABLES = ["reponses", "saisies"];
/** The key's bytes with the id of whose it is; null: nothing can be kept. @type {any} */
let held = null;
/** @type {Promise<IDBDatabase> | null} */
let opening = null;

const canSeal = () => Boolean(globalThis.crypto?.subtle && globalThis.indexedDB);
const encode = (text) => new TextEncoder().encode(text);
const toText = (bytes) => btoa(String.fromCharCode(...new Uint8Array(bytes)));
const toBytes = (text) => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));

/** The id of whose things can be read, or null. */
export const findOwner = () => held?.user ?? null;

async function take(user, bytes) {
  const key = await crypto.subtle.importKey("raw", bytes, "AES-GCM", false, ["encrypt", "decrypt"]);
  held = { user, text: toText(bytes), key };
}

/** Make the key of who signed in. */
export async function unlock(user, password) {
  held = null;
  if (!canSeal()) return;
  const secret = await crypto.subtle.importKey("raw", encode(password), "PBKDF2", false, ["deriveBits"]);
  const how = { name: "PBKDF2", hash: "SHA-256", salt: encode(`tabanca ${user}`), iterations: ROUNDS };
  await take(user, await crypto.subtle.deriveBits(how, secret, 256));
}

/** Take the key that the page before left. Returns whether there was one. */
export async function resume() {
  const stored = sessionStorage.getItem(STORED);
  sessionStorage.removeItem(STORED);
  if (!stored || !canSeal()) return false;
  const { user, text } = JSON.parse(stored);
  await take(user, toBytes(text));
  return true;
}

/** Forget the key. */
export function lock() {
  held = null;
}

addEventListener("pagehide", () => {
  if (held) sessionStorage.setItem(STORED, JSON.stringify({ user: held.user, text: held.text }));
});
addEventListener("pageshow", (event) => event.persisted && sessionStorage.removeItem(STORED));

const asPromise = (request) =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

function openBase() {
  opening ??= new Promise((resolve, reject) => {
    const request = indexedDB.open("tabanca", 1);
    request.onupgradeneeded = () => {
      for (const table of TABLES) request.result.createObjectStore(table);
    };
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
  return opening;
}

async function reach(table, mode) {
  return (await openBase()).transaction(table, mode).objectStore(table);
}

/** Return a name that tells nothing, for what is kept under `text`. */
export async function hide(text) {
  return toText(await crypto.subtle.digest("SHA-256", encode(`${held.text} ${text}`)));
}

/** Keep a value, sealed; `at` tells when without being opened. */
export async function put(table, name, value) {
  const owner = held;
  if (!owner) return;
  const nonce = crypto.getRandomValues(new Uint8Array(12));
  const sealed = await crypto.subtle.encrypt({ name: "AES-GCM", iv: nonce }, owner.key, encode(JSON.stringify(value)));
  if (held !== owner) return; // who signed out meanwhile leaves nothing
  await asPromise((await reach(table, "readwrite")).put({ user: owner.user, at: Date.now(), nonce, sealed }, name));
}

async function unseal(row) {
  if (!row || row.user !== held?.user) return null;
  try {
    const plain = await crypto.subtle.decrypt({ name: "AES-GCM", iv: row.nonce }, held.key, row.sealed);
    return JSON.parse(new TextDecoder().decode(plain));
  } catch {
    return { isLost: true }; // sealed by a password that is another now
  }
}

/** Return a kept value, or null. */
export async function find(table, name) {
  if (!held) return null;
  const value = await unseal(await asPromise((await reach(table, "readonly")).get(name)));
  return value?.isLost ? null : value;
}

/** List what is kept of the owner, as [name, value] in the order of its names; what cannot be read is {isLost}. */
export async function list(table) {
  if (!held) return [];
  const store = await reach(table, "readonly");
  const [names, rows] = await Promise.all([asPromise(store.getAllKeys()), asPromise(store.getAll())]);
  const found = await Promise.all(rows.map(unseal));
  return names.map((name, index) => [name, found[index]]).filter(([, value]) => value !== null);
}

/** Drop one thing. */
export async function remove(table, name) {
  await asPromise((await reach(table, "readwrite")).delete(name));
}

/** Drop all of a table, or its oldest rows beyond `most`. */
export async function clear(table, most = 0) {
  if (!canSeal()) return;
  const store = await reach(table, "readwrite");
  if (most === 0) {
    await asPromise(store.clear());
    return;
  }
  const [names, rows] = await Promise.all([asPromise(store.getAllKeys()), asPromise(store.getAll())]);
  const byAge = names.map((name, index) => [rows[index].at, name]).sort((one, other) => other[0] - one[0]);
  for (const [, name] of byAge.slice(most)) store.delete(name);
}
