/** The tokens and the user. They live in memory.
 *
 * The refresh token alone is laid in sessionStorage while the page is being left, and taken out by the next one: so a
 * reload keeps the session, nothing lies in storage while the page runs, and a duplicated tab (which copies
 * sessionStorage) never shares a single-use token, which would end the session of both.
 */

const KEPT = "tabanca.reprise";
const listeners = new Set();
let tokens = null;
let user = null;
let waiting = [];
let taken = null; // what the page before left, until it is known whether it is good

export const current = () => tokens;
export const who = () => user;
export const may = (permission) => Boolean(user?.permissions?.includes(permission));
/** `listener("in" | "out" | "expired")` */
export const onSession = (listener) => listeners.add(listener);

function tell(event) {
  for (const listener of listeners) listener(event);
}

/** Takes the answer of a sign-in or a refresh; what waited for it goes on. */
export function begin(data, event = "in") {
  tokens = { access: data.accessToken, refresh: data.refreshToken, until: Date.now() + data.expiresIn * 1000 };
  user = data.user;
  taken = null;
  const released = waiting;
  waiting = [];
  if (event) tell(event);
  for (const resolve of released) resolve();
}

/** `expired`: requests under way wait for the next sign-in, so that nothing on the screen is lost. */
export function end(event) {
  const had = tokens !== null;
  tokens = null;
  if (event === "out") {
    user = null;
    waiting = [];
  }
  if (had || event === "out") tell(event);
}

/** Resolves when somebody is signed in; rejects when the request is no longer wanted. */
export function signedIn(signal) {
  if (tokens) return Promise.resolve();
  return new Promise((resolve, reject) => {
    waiting.push(resolve);
    signal?.addEventListener("abort", () => reject(signal.reason), { once: true });
  });
}

/** The refresh token that the page before left, once: a page that is left before it knows whether it is good leaves it. */
export function takeKept() {
  taken = sessionStorage.getItem(KEPT);
  sessionStorage.removeItem(KEPT);
  return taken;
}

/** It was not good. */
export function dropKept() {
  taken = null;
}

addEventListener("pagehide", () => {
  const left = tokens && !tokens.renewing ? tokens.refresh : taken;
  if (left) sessionStorage.setItem(KEPT, left);
});
addEventListener("pageshow", (event) => event.persisted && sessionStorage.removeItem(KEPT));
