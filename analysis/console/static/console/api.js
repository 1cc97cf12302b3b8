/** The only module that fetches: signs in, renews the token, tells errors apart, drops what is no longer wanted. */

import * as session from "./session.js";

const MARGIN = 20_000; // a token this near to its end (ms) is renewed before it is used
const TIMEOUT = 60_000;
let language = "fr";
let renewal = null;

export const speak = (code) => (language = code);

/** What went wrong. `kind`: offline, forbidden, notfound, busy, refused (the caller's input), failed (the server). */
export class ApiError extends Error {
  constructor(status, body = {}) {
    super(body.error ?? body["hydra:description"] ?? body.message ?? "");
    this.status = status;
    this.code = body.code ?? "";
    this.details = body.details ?? {};
    this.kind = kindOf(status);
  }
}

function kindOf(status) {
  const known = { 0: "offline", 403: "forbidden", 404: "notfound", 429: "busy" };
  return known[status] ?? (status >= 500 ? "failed" : "refused");
}

export const aborted = (error) => error?.name === "AbortError";

/** For `.catch`: a failure becomes a value, so that the rest of a card is shown; a dropped request stays one. */
export function asValue(error) {
  if (aborted(error)) throw error;
  return error;
}


function address(path, query = {}) {
  const sent = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== null && value !== undefined && value !== "") sent.set(name, value);
  const text = sent.toString();
  return `/api${path}${text ? `?${text}` : ""}`;
}

async function go(url, options) {
  const limit = AbortSignal.timeout(TIMEOUT);
  try {
    return await fetch(url, { ...options, signal: options.signal ? AbortSignal.any([options.signal, limit]) : limit });
  } catch (error) {
    if (options.signal?.aborted) throw error;
    throw new ApiError(0);
  }
}

/** The single-use refresh token: one renewal at a time, shared by all who need it. */
function renew() {
  renewal ??= (async () => {
    const held = session.current();
    held.renewing = true;
    try {
      session.begin(await open("/auth/refresh", { refreshToken: held.refresh }), null);
    } catch (error) {
      held.renewing = false;
      if (error.status === 401) session.end("expired");
      else throw error;
    } finally {
      renewal = null;
    }
  })();
  return renewal;
}

/** A request without a token: sign-in and renewal. */
async function open(path, body) {
  const response = await go(address(path), {
    method: "POST",
    headers: { "Content-Type": "application/json", "Accept-Language": language },
    body: JSON.stringify(body),
  });
  const answer = await response.json().catch(() => ({}));
  if (!response.ok) throw new ApiError(response.status, answer);
  return answer.data;
}

/** Runs `send(headers)` with a valid token; renews it once; waits for a new sign-in when the session has ended. */
async function withToken(send, signal) {
  for (let attempt = 0; ; attempt += 1) {
    await session.signedIn(signal);
    if (session.current().until - Date.now() < MARGIN || renewal) await renew();
    if (!session.current()) continue;
    const used = session.current().access;
    const response = await send({ Authorization: `Bearer ${used}`, "Accept-Language": language });
    if (response.status !== 401 || attempt > 2) return response;
    if (session.current()?.access === used) await renew();
  }
}

async function call(method, path, { query, body, signal, accept, tag } = {}) {
  const response = await withToken((headers) => {
    if (body !== undefined) headers["Content-Type"] = "application/json";
    if (accept) headers.Accept = accept;
    if (tag) headers["If-Match"] = tag;
    return go(address(path, query), { method, headers, signal, body: body === undefined ? undefined : JSON.stringify(body) });
  }, signal);
  if (!response.ok) throw new ApiError(response.status, await response.json().catch(() => ({})));
  return response;
}

export const getJson = async (path, query, signal) => (await call("GET", path, { query, signal })).json();
/** The `data` of an answer in the envelope. */
export const get = async (path, query, signal) => (await getJson(path, query, signal)).data;
export const post = async (path, body, { query, signal, tag } = {}) => (await (await call("POST", path, { query, body, signal, tag })).json()).data;
/** {data, tag} of one thing: a change sent with its tag is refused when somebody else changed it meanwhile. */
export async function getTagged(path, signal) {
  const response = await call("GET", path, { signal });
  return { data: (await response.json()).data, tag: response.headers.get("ETag") };
}
/** Any other request with a body: the whole answer, with its `message`. */
export const send = async (method, path, body, tag) => (await call(method, path, { body, tag })).json();

/** A vector tile; an empty one is no bytes. */
export async function tile(path, signal) {
  const response = await call("GET", path, { signal });
  return response.status === 204 ? new ArrayBuffer(0) : response.arrayBuffer();
}

/** A file of the API as {blob, name}. */
export async function file(path, query) {
  const response = await call("GET", path, { query, accept: "*/*" });
  return { blob: await response.blob(), name: nameIn(response.headers.get("Content-Disposition")) };
}

const nameIn = (header) => /filename="?([^";]+)"?/.exec(header ?? "")?.[1];

/** Sends a form with `onProgress(share)`, which fetch cannot tell. Answers {status, body, blob, name}. */
export function upload(path, form, { query, onProgress, signal, as = "json" } = {}) {
  const send = (headers) =>
    new Promise((resolve, reject) => {
      const request = new XMLHttpRequest();
      request.open("POST", address(path, query));
      for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
      request.responseType = "blob";
      request.upload.onprogress = (event) => event.lengthComputable && onProgress?.(event.loaded / event.total);
      request.onload = () => resolve(request);
      request.onerror = () => reject(new ApiError(0));
      request.onabort = () => reject(signal.reason);
      signal?.addEventListener("abort", () => request.abort(), { once: true });
      request.send(form);
    });
  return withToken(send, signal).then(async (request) => {
    const isFile = as === "file" && request.status < 400;
    const body = isFile ? null : JSON.parse((await request.response.text()) || "{}");
    if (request.status >= 400) throw new ApiError(request.status, body);
    return { status: request.status, body, blob: request.response, name: nameIn(request.getResponseHeader("Content-Disposition")) };
  });
}

/** A file of the console itself (words). */
export async function readStatic(url) {
  return (await go(url, {})).json();
}

export async function signIn(email, password, otp) {
  session.begin(await open("/auth/login", otp ? { email, password, otp } : { email, password }));
}

/** Has a link sent to set a new password. */
export const forgot = (email) => open("/auth/password/forgot", { email });

export const setPassword = (token, newPassword) => open("/auth/password/reset", { token, newPassword });

/** Goes on with the session that a reload interrupted. False when there is none. */
export async function resume() {
  const kept = session.takeKept();
  if (!kept) return false;
  try {
    session.begin(await open("/auth/refresh", { refreshToken: kept }));
    return true;
  } catch (error) {
    if (error.status !== 401) throw error;
    session.dropKept();
    return false;
  }
}

export async function signOut() {
  try {
    await call("POST", "/auth/logout");
  } finally {
    session.end("out");
  }
}
