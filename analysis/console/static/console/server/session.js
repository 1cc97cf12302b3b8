/** The tokens and the user. They live in memory.
 *
 * The refresh token alone, with the key of the device, is laid in sessionStorage while the page is being left or
 * frozen, and taken out by the next one: so a reload keeps the session, nothing lies in storage while the page runs,
 * and a duplicated tab (which copies sessionStorage) never shares a single-use token, which would end the session of
 * both.
 */

const STORED = "tabanca.reprise";
const listeners = new Set();
/** {access, refresh, until, attempt, seal}; null while nobody is signed in. `attempt` is the key under which the
 * refresh token is exchanged, however often; `seal` the key of what this device keeps. @type {any} */
let tokens = null;
/** @type {any} */
let user = null;
let waiting = [];
/** What the page before left, until it is known whether it is good. @type {any} */
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
  const attempt = data.attempt ?? makeAttempt();
  tokens = { access: data.accessToken, refresh: data.refreshToken, until, attempt, seal: data.cleAppareil ?? null };
  user = data.user;
  taken = null;
  const released = waiting;
  waiting = [];
  if (event) notify(event);
  for (const resolve of released) resolve();
}

/** Make the key of an exchange: random, and known to this page alone. */
const makeAttempt = () => [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16)).join("-");

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

/** Take what the page before left: {refresh, attempt, seal}, or null. A page that is left before it knows whether that
 * is good leaves it again. */
export function takeStored() {
  const stored = sessionStorage.getItem(STORED);
  sessionStorage.removeItem(STORED);
  taken = stored ? JSON.parse(stored) : null;
  return taken;
}

/** Forget the key of what this device keeps: nothing more is sealed or opened. */
export function forgetSeal() {
  if (tokens) tokens = { ...tokens, seal: null };
}

/** Forget what was taken: it was not good. */
export function dropStored() {
  taken = null;
}

/** Lay down what the next page goes on with. A page that a phone froze may be gone without a further word. */
function lay() {
  const left = tokens ? { refresh: tokens.refresh, attempt: tokens.attempt, seal: tokens.seal } : taken;
  if (left) sessionStorage.setItem(STORED, JSON.stringify(left));
}

/** Go on after a freeze, or when the back button shows this page again: a page in between may have exchanged the
 * refresh token, and left its own. To use the old one again would end the session. */
function resume() {
  const stored = takeStored();
  if (!tokens || !stored) return;
  tokens = { ...tokens, refresh: stored.refresh, attempt: stored.attempt };
  taken = null;
}

addEventListener("pagehide", lay);
addEventListener("pageshow", (event) => event.persisted && resume());
document.addEventListener("freeze", lay);
document.addEventListener("resume", resume);
