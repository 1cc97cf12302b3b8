/** The tokens and the user. They live in memory; open pages of one browser share them (`tabs.js`).
 *
 * The refresh token alone, with the key of the device, is laid in sessionStorage while the page is being left or
 * frozen, and taken out by the next one: so a reload keeps the session, nothing lies in storage while the page runs,
 * and a duplicated tab (which copies sessionStorage) never shares a single-use token, which would end the session of
 * both.
 */

const STORED = "tabanca.reprise";
const LOCKED = "tabanca.verrou";
const listeners = new Set();
/** {access, refresh, until, attempt, seal, issued}; null while nobody is signed in. `attempt` is the key under which
 * the refresh token is exchanged, however often; `seal` the key of what this device keeps; `issued` when the pair came
 * (ms), by which the later of two is known. @type {any} */
let tokens = null;
/** @type {any} */
let user = null;
let waiting = [];
/** What the page before left, until it is known whether it is good. @type {any} */
let taken = null;

export const current = () => tokens;
export const currentUser = () => user;
export const may = (permission) => Boolean(user?.permissions?.includes(permission));
/** Return whether the user sees several regions, and so has one to choose. */
export const choosesRegion = () => user?.regions?.length !== 1;
/** Call `listener("in" | "out" | "expired")` at every change of the session. */
export const onSession = (listener) => listeners.add(listener);

function notify(event) {
  for (const listener of listeners) listener(event);
}

/** Return the pair of an answer of the service to a sign-in or a refresh. */
export const buildTokens = (data) => ({
  access: data.accessToken,
  refresh: data.refreshToken,
  until: Date.now() + data.expiresIn * 1000,
  attempt: data.attempt ?? makeAttempt(),
  seal: data.cleAppareil ?? null,
  issued: data.issued ?? Date.now(),
});

/**
 * Take the answer of a sign-in or a refresh; requests that waited for it go on.
 * @param {any} data
 * @param {string | null} event for the listeners; null: none
 */
export const begin = (data, event = "in") => setTokens(buildTokens(data), data.user, event);

function setTokens(next, person, event) {
  tokens = next;
  user = person;
  taken = null;
  sessionStorage.removeItem(LOCKED);
  const released = waiting;
  waiting = [];
  if (event) notify(event);
  for (const resolve of released) resolve();
}

/** Whether this page was locked: only its person's own sign-in opens it again, and a reload neither. */
const isPageLocked = () => sessionStorage.getItem(LOCKED) !== null;

/** End the session of a page that nobody has looked after, until somebody signs in again. */
export function lockPage() {
  sessionStorage.setItem(LOCKED, "");
  end("expired");
}

/** Take what another page of this browser holds, if it is this person's and later than what this page holds.
 * `isSignIn`: they have just signed in there, which opens a locked page, too. */
export function adoptTokens(held, person, isSignIn) {
  if (user && user.id !== person.id) return;
  if (isPageLocked() && !isSignIn) return;
  if (tokens && tokens.issued >= held.issued) return;
  setTokens(held, person, tokens ? null : "in");
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

/** Take what the page before left: {refresh, attempt, seal, issued}, or null. A page that is left before it knows
 * whether that is good leaves it again. */
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
function storeTokens() {
  const { refresh, attempt, seal, issued } = tokens ?? {};
  const left = tokens ? { refresh, attempt, seal, issued } : taken;
  if (left) sessionStorage.setItem(STORED, JSON.stringify(left));
}

/** Go on after a freeze, or when the back button shows this page again: a page in between may have exchanged the
 * refresh token, and left its own. To use the old one again would end the session. */
function resume() {
  const stored = takeStored();
  if (!tokens || !stored) return;
  tokens = { ...tokens, refresh: stored.refresh, attempt: stored.attempt, issued: stored.issued };
  taken = null;
}

addEventListener("pagehide", storeTokens);
addEventListener("pageshow", (event) => event.persisted && resume());
document.addEventListener("freeze", storeTokens);
document.addEventListener("resume", resume);
