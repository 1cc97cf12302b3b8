/** Sealing what this device keeps: AES-GCM under a key that the service gives with a session, and that is never stored
 * beside what it seals.
 */

import * as session from "../server/session.js";

/** The key that was made last, and from what. */
let latest = { raw: "", key: /** @type {any} */ (null) };

/** Whether this browser can keep anything: they cipher only at safe addresses (https). */
const isAble = () => Boolean(globalThis.crypto?.subtle && globalThis.indexedDB);

/** Return the key of what this device keeps; null where nothing can be kept, or nobody is signed in. */
export const findSeal = () => (isAble() ? (session.current()?.seal ?? null) : null);

function findKey(raw) {
  if (latest.raw !== raw) {
    const bytes = Uint8Array.from(atob(raw), (letter) => letter.charCodeAt(0));
    latest = { raw, key: crypto.subtle.importKey("raw", bytes, "AES-GCM", false, ["encrypt", "decrypt"]) };
  }
  return latest.key;
}

const encode = (text) => new TextEncoder().encode(text);

/** Seal bytes under a name: they open under this name only. Returns {iv, data}. */
export async function seal(bytes, name, raw) {
  const iv = crypto.getRandomValues(new Uint8Array(12));
  const how = { name: "AES-GCM", iv, additionalData: encode(name) };
  return { iv, data: await crypto.subtle.encrypt(how, await findKey(raw), bytes) };
}

/** Open what was sealed; rejects for another key or name. */
export async function unseal({ iv, data }, name, raw) {
  return crypto.subtle.decrypt({ name: "AES-GCM", iv, additionalData: encode(name) }, await findKey(raw), data);
}

export const sealJson = (value, name, raw) => seal(encode(JSON.stringify(value)), name, raw);
export const unsealJson = async (row, name, raw) => JSON.parse(new TextDecoder().decode(await unseal(row, name, raw)));

/** Return the name under which an address is kept: it tells nobody which household was looked at. */
export async function hideName(address, raw) {
  const digest = await crypto.subtle.digest("SHA-256", encode(`${raw} ${address}`));
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
