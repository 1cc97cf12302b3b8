/** The answers that a page without a connection shows again: the last tiles, lists and cards of this session.
 *
 * Only what is named here is kept, sealed (`vault.js`), and dropped when the session ends or somebody else signs in. Of
 * violence nothing is kept: neither its paths nor what other answers say of its services.
 */

import { signal } from "../preact.js";
import * as vault from "./vault.js";

const TABLE = "reponses";
const MOST = 400;
const ID = "[0-9a-f-]{36}";
const AREAS = "menages|regions|secteurs|communes|localites|ecoles|services_sante|points_eau";
const PATHS = [
  new RegExp(`^/carte/tuiles/(${AREAS})/`),
  /^\/carte\/(config|layers|hierarchy|menages|stats\/(regions|secteurs))$/,
  new RegExp(`^/carte/analyse/(menage|localite)-proximite/${ID}$`),
  new RegExp(`^/(menages|localites)(/${ID}(/membres)?)?$`),
  /^\/references\/menage$/,
];
const JSON_KINDS = /json/;
/** What marks an answer that was kept. */
export const IS_KEPT = Symbol("kept");
/** When the oldest kept answer that is shown was read; null: all that is shown is of now. */
export const shownSince = signal(/** @type {number | null} */ (null));
/** An answer could not be kept: no room, or the page was left meanwhile. */
export const isFull = signal(false);
let puts = 0;

export const mayKeep = (path) => PATHS.some((one) => one.test(path));

/** Drop what is about violence, at any depth. */
const withoutViolence = (text) =>
  JSON.stringify(JSON.parse(text, (name, value) => (/vbg/i.test(name) ? undefined : value)));

const toText = (bytes) => {
  let text = "";
  for (const byte of new Uint8Array(bytes)) text += String.fromCharCode(byte);
  return text;
};

async function describe({ headers, status }, response) {
  const kind = headers.get("Content-Type") ?? "";
  const isText = JSON_KINDS.test(kind);
  const body = isText ? withoutViolence(await response.text()) : toText(await response.arrayBuffer());
  return { at: Date.now(), status, kind, tag: headers.get("ETag"), isText, body };
}

/** Keep an answer to `url`. A device without room keeps less, and works on. */
export async function keep(url, response) {
  shownSince.value = null;
  if (!vault.findOwner()) return;
  try {
    const name = await vault.hide(url);
    await vault.put(TABLE, name, await describe(response, response.clone()));
    puts += 1;
    if (puts % 50 === 0) await vault.clear(TABLE, MOST);
  } catch {
    isFull.value = true;
  }
}

/** Return the kept answer to `url` as a Response, or null. */
async function find(url) {
  if (!vault.findOwner()) return null;
  const found = await vault.find(TABLE, await vault.hide(url));
  if (!found) return null;
  shownSince.value = Math.min(shownSince.peek() ?? found.at, found.at);
  const body = found.isText ? found.body : Uint8Array.from(found.body, (letter) => letter.charCodeAt(0));
  const headers = { "Content-Type": found.kind, ...(found.tag ? { ETag: found.tag } : {}) };
  const response = new Response(found.status === 204 ? null : body, { status: found.status, headers });
  return Object.assign(response, { [IS_KEPT]: true });
}

/** Return what was kept of an answer that did not come, else fail as the request did. */
export async function findInstead(url, error) {
  const found = error.kind === "offline" ? await find(url) : null;
  if (!found) throw error;
  return found;
}

/** Drop all of them. */
export async function forget() {
  shownSince.value = null;
  await vault.clear(TABLE);
}

/** Keep who is signed in, so that a page that is loaded without a connection knows it. */
export const keepUser = (user) => vault.put(TABLE, "session", user);
export const findUser = () => vault.find(TABLE, "session");
