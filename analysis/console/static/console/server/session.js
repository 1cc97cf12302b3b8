/** The tokens and the user. They live in memory.
 *
 * The refresh token alone is laid in sessionStorage while the page is being left, and taken out by the next one: so a
 * reload keeps the session, nothing lies in storage while the page runs, and a duplicated tab (which copies
 * sessionStorage) never shares a single-use token, which would end the session of both.
 */

const STORED = "tabanca.reprise";
const listeners = new Set();
/** {access, refresh, until, renewing}; null while nobody is signed in. @type {any} */
let tokens = null;
/** @type {any} */
let user = null;
let waiting = [];
/** What the page before left, until it is known whether it is good. @type {string | null} */
let taken = null;

export const current = () => tokens;
export const currentUser = () => user;
export const may = (permission) => Boolean(user?.permissions?.includes(permission));
/** Call `listener("in" | "out" | "expired")` at every change of the session. */
export const onSession = (listener) => listeners.add(listener);

function notify(event) {
  for (const listener of listeners) listener(event);
}

/**
 * Take the answer of a sign-in or a refresh; requests that waited for it go on.
 * @param {any} data
 * @param {string | null} event for the listeners; null: none
 */
export function begin(data, event = "in") {
  const until = Date.now() + data.expiresIn * 1000;
  tokens = { access: data.accessToken, refresh: data.refreshToken, until, renewing: false };
  user = data.user;
  taken = null;
  const released = waiting;
  waiting = [];
  if (event) notify(event);
  for (const resolve of released) resolve();
}

/** End the session. `expired`: requests wait for the next sign-in, so that nothing on the screen is lost. */
export function end(event) {
  const was = tokens !== null;
  tokens = null;
  if (event === "out") {
    user = null;
    waiting = [];
  }
  if (was || event === "out") notify(event);
}

/** Wait until somebody is signed in; rejects when the request is no longer wanted. */
export function waitForSignIn(signal) {
  if (tokens) return Promise.resolve();
  return new Promise((resolve, reject) => {
    waiting.push(resolve);
    signal?.addEventListener("abort", () => reject(signal.reason), { once: true });
  });
}

/** Take the refresh token that the page before left. A page that is left before it knows whether it is good leaves it
 * again. */
export function takeStoredToken() {
  taken = sessionStorage.getItem(STORED);
  sessionStorage.removeItem(STORED);
  return taken;
}

/** Forget the token that was taken: it was not good. */
export function dropStoredToken() {
  taken = null;
}

addEventListener("pagehide", () => {
  const left = tokens && !tokens.renewing ? tokens.refresh : taken;
  if (left) sessionStorage.setItem(STORED, left);
});
addEventListener("pageshow", (event) => event.persisted && sessionStorage.removeItem(STORED));
