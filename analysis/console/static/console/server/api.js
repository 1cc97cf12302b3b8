/** Send requests: sign in, renew the token, raise an ApiError for a refusal, drop what is no longer wanted.
 * No other module fetches.
 */

import { readThrough } from "../offline/held-answers.js";
import { ApiError, readWhole } from "./errors.js";
import { buildUrl, findFileName } from "./names.js";
import * as session from "./session.js";
import { renewInTurn } from "./tabs.js";

const MARGIN = 20_000; // a token this near to its end (ms) is renewed before it is used
const TIMEOUT = 60_000;
const RENEWAL = 25_000;
/** The time limit of a long file (ms): that of the service. */
export const LONG = 900_000;
let language = "fr";
/** The renewal under way. @type {Promise<void> | null} */
let renewal = null;

/** Ask for answers in this language from now on. */
export function setLanguage(code) {
  language = code;
}

/** Fetch with a time limit. Raises an ApiError of status 0 when no answer comes. */
async function fetchWithin(url, options, time = TIMEOUT) {
  const limit = AbortSignal.timeout(time);
  try {
    return await fetch(url, { ...options, signal: options.signal ? AbortSignal.any([options.signal, limit]) : limit });
  } catch (error) {
    if (options.signal?.aborted) throw error;
    throw new ApiError(0);
  }
}

/** Exchange a refresh token for a new pair. One whose answer was lost is repeated under the same key. */
export const exchange = ({ refresh, attempt }) => postOpenly("/auth/refresh", { refreshToken: refresh }, attempt);

/** Renew the token. The refresh token is good for one use: one renewal at a time, shared by all who need it. */
export function renew() {
  renewal ??= renewInTurn(session.current(), exchange)
    .catch((error) => {
      if (error.status !== 401) throw error;
      session.end("expired");
    })
    .finally(() => {
      renewal = null;
    });
  return renewal;
}

/** Post without a token: sign-in, renewal, a new password. Returns the `data` of the answer. */
export async function postOpenly(path, body, key = "") {
  const headers = { "Content-Type": "application/json", "Accept-Language": language };
  if (key) headers["Idempotency-Key"] = key;
  // The service forgets the key of an exchange after two minutes: it is repeated before.
  const time = key ? RENEWAL : TIMEOUT;
  const response = await fetchWithin(buildUrl(path), { method: "POST", headers, body: JSON.stringify(body) }, time);
  const answer = await response.json().catch(() => ({}));
  if (!response.ok) throw new ApiError(response.status, answer);
  return answer.data;
}

/** Run `send(headers)` with a valid token: renew it once, and wait for a new sign-in when the session has ended. */
async function sendWithToken(send, signal) {
  const caller = session.currentUser()?.id;
  for (let attempt = 0; ; attempt += 1) {
    await session.waitForSignIn(signal);
    // Another person signed in: what the one before asked for is not done in their name.
    if (caller && session.currentUser().id !== caller) throw new ApiError(401);
    if (session.current().until - Date.now() < MARGIN || renewal) await renew();
    if (!session.current()) continue;
    const used = session.current().access;
    const response = await send({ Authorization: `Bearer ${used}`, "Accept-Language": language });
    if (response.status !== 401 || attempt > 2) return response;
    response.body?.cancel(); // an answer that nobody reads stays open
    if (session.current()?.access === used) await renew();
  }
}

/** Send one request with a token. Raises an ApiError for an answer of 400 and above.
 * @param {string} method
 * @param {string} path
 * @param {{query?: object, body?: any, signal?: AbortSignal, accept?: string, tag?: string | null, key?: string,
 *   time?: number}} [options]
 */
async function request(method, path, { query, body, signal, accept, tag, key, time } = {}) {
  const response = await sendWithToken((headers) => {
    if (body !== undefined) headers["Content-Type"] = "application/json";
    if (accept) headers.Accept = accept;
    if (tag) headers["If-Match"] = tag;
    if (key) headers["Idempotency-Key"] = key;
    const content = body === undefined ? undefined : JSON.stringify(body);
    return fetchWithin(buildUrl(path, query), { method, headers, signal, body: content }, time);
  }, signal);
  if (!response.ok) throw new ApiError(response.status, await response.json().catch(() => ({})));
  return response;
}

/** Read {body, tag}; without a connection what this device keeps of it, if it does. */
const read = (path, query = {}, signal = undefined) =>
  readThrough(buildUrl(path, query), async () => {
    const response = await request("GET", path, { query, signal });
    return { body: await readWhole(response.json()), tag: response.headers.get("ETag") };
  });

/** Get the whole answer. */
export const getJson = async (path, query = {}, signal = undefined) => (await read(path, query, signal)).body;

/** Get the `data` of an answer in the envelope. */
export const get = async (path, query = {}, signal = undefined) => (await getJson(path, query, signal)).data;

/** Get {data, tag} of one thing: a change sent with its tag is refused when somebody else changed it meanwhile. */
export async function getTagged(path, signal) {
  const { body, tag } = await read(path, {}, signal);
  return { data: body.data ?? body, tag };
}

/** Post a body; returns the `data` of the answer.
 * @param {string} path
 * @param {object} [body]
 * @param {{query?: object, signal?: AbortSignal, tag?: string | null}} [options]
 */
export async function post(path, body, { query, signal, tag } = {}) {
  return (await readWhole((await request("POST", path, { query, body, signal, tag })).json())).data;
}

/** Post a body under a key: sent again under the same key, it is done once. Returns the `data` of the answer. */
export const postOnce = async (path, body, key) => (await sendUnder(key, "POST", path, body)).data;

/** Send a body under a key by any method. Returns the whole answer. */
export const sendUnder = async (key, method, path, body, /** @type {string | null} */ tag = null) =>
  readWhole((await request(method, path, { body, tag, key })).json());

/** Send a body by another method, or for the whole answer with its `message`. */
export async function send(method, path, /** @type {any} */ body = undefined, tag = null) {
  const response = await request(method, path, { body, tag });
  return response.status === 204 ? null : readWhole(response.json());
}

/** Get a vector tile; an empty one has no bytes. */
export const getTile = (path, signal) =>
  readThrough(buildUrl(path), async () => {
    const response = await request("GET", path, { signal });
    return response.status === 204 ? new ArrayBuffer(0) : readWhole(response.arrayBuffer());
  });

/** Ask for a file: {blob, name}. */
async function requestFile(method, path, options) {
  const response = await request(method, path, { accept: "*/*", ...options });
  return { blob: await readWhole(response.blob()), name: findFileName(response.headers.get("Content-Disposition")) };
}

/** Get a file as {blob, name}. */
export const getFile = (path, query = {}, time = TIMEOUT) => requestFile("GET", path, { query, time });

/** Post a body; returns the file that answers as {blob, name}. */
export const postForFile = (path, body) => requestFile("POST", path, { body });

/** Post from a page that is being left, with the token that there is: the browser sends it, nobody hears the answer. */
export function postParting(path) {
  const headers = { Authorization: `Bearer ${session.current()?.access}` };
  fetchWithin(buildUrl(path), { method: "POST", headers, keepalive: true }).catch(() => null);
}

/** Post a form by XMLHttpRequest, which reports the share that was sent; fetch does not. */
function postForm(url, form, headers, onProgress, signal) {
  return new Promise((resolve, reject) => {
    const sent = new XMLHttpRequest();
    sent.open("POST", url);
    for (const [name, value] of Object.entries(headers)) sent.setRequestHeader(name, value);
    sent.responseType = "blob";
    sent.upload.onprogress = (event) => event.lengthComputable && onProgress?.(event.loaded / event.total);
    sent.onload = () => resolve(sent);
    sent.onerror = () => reject(new ApiError(0));
    sent.onabort = () => reject(signal.reason);
    signal?.addEventListener("abort", () => sent.abort(), { once: true });
    sent.send(form);
  });
}

/** Upload a form, with `onProgress(share)`. Returns {status, body, blob, name}; `body` is null for a file.
 * @param {string} path
 * @param {FormData} form
 * @param {{query?: object, onProgress?: (share: number) => void, signal?: AbortSignal, as?: string}} [options]
 */
export async function upload(path, form, { query, onProgress, signal, as = "json" } = {}) {
  const post = (headers) => postForm(buildUrl(path, query), form, headers, onProgress, signal);
  const answer = await sendWithToken(post, signal);
  const body = as === "file" && answer.status < 400 ? null : JSON.parse((await answer.response.text()) || "{}");
  if (answer.status >= 400) throw new ApiError(answer.status, body);
  const name = findFileName(answer.getResponseHeader("Content-Disposition"));
  return { status: answer.status, body, blob: answer.response, name };
}

/** Read a file of the console itself: its words. */
export async function readStatic(url) {
  return (await fetchWithin(url, {})).json();
}
