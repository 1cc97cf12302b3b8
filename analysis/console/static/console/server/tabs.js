/** The pages that are open in one browser share one session: who has signed in once need not in the next tab.
 *
 * They tell each other through a channel what they hold, in memory: nothing is stored, and when the last page is closed
 * the session is in nobody's hands. The refresh token is good for one use, so that pages exchange it in turn. Browsers
 * have turns (locks) at safe addresses only; elsewhere each page has its own session.
 */

import * as session from "./session.js";

const NAME = "tabanca-session";
const PATIENCE = 250; // milliseconds in which an open page answers; who answers later is heard, too
const SILENCE = 5 * 60_000; // a page without a sign of life for so long (ms) locks with another that does
const SIGNS = ["pointerdown", "keydown", "wheel"];

/** @type {BroadcastChannel | null} */
let channel = null;
let lastActivity = Date.now();
/** Who signed out, here or elsewhere, since the last exchange began: its answer comes too late for them. */
const departures = new Set();
/** Called when another page says what it holds. @type {() => void} */
let resolveRequest = () => undefined;
/** What ends the session of this page when it was ended in another. @type {() => void} */
let signOutHere = () => undefined;

export const onSignOut = (listener) => {
  signOutHere = listener;
};

/** Say to the other pages what this one holds. */
export function publishTokens({ isSignIn = false } = {}) {
  const tokens = session.current();
  if (tokens) postTokens(tokens, session.currentUser(), isSignIn);
}

const postTokens = (tokens, user, isSignIn = false) => channel?.postMessage({ kind: "jetons", tokens, user, isSignIn });

/** End the session of this person in the other pages. */
export function publishSignOut() {
  const user = session.currentUser()?.id;
  departures.add(user);
  channel?.postMessage({ kind: "sortie", user });
}

/** Lock this page, and the others of this person that nobody has touched meanwhile. */
export function lockPages() {
  channel?.postMessage({ kind: "verrou", user: session.currentUser()?.id });
  session.lockPage();
}

function handleMessage({ kind, tokens, user, isSignIn, issued }) {
  const isOurs = session.current() !== null && session.currentUser()?.id === user;
  if (kind === "demande" && session.current()?.issued > issued) publishTokens();
  if (kind === "sortie") departures.add(user);
  if (kind === "sortie" && isOurs) signOutHere();
  if (kind === "verrou" && isOurs && Date.now() - lastActivity >= SILENCE) session.lockPage();
  if (kind !== "jetons") return;
  session.adoptTokens(tokens, user, isSignIn);
  resolveRequest();
}

/** Ask the other pages for something later than what this page holds; wait for the first that answers, if one does. */
export async function requestTokens(/** @type {number} */ issued = session.current()?.issued ?? 0) {
  if (!channel) return;
  const answer = new Promise((resolve) => {
    resolveRequest = () => resolve(undefined);
    setTimeout(resolve, PATIENCE);
  });
  channel.postMessage({ kind: "demande", issued });
  await answer;
}

/** Exchange what is held ({refresh, attempt, issued}) by `send`, unless another page has done so: one after the other.
 * @param {any} held
 * @param {(held: any) => Promise<any>} send
 * @param {string | null} event for the listeners of the session
 */
export async function renewInTurn(held, send, event = null) {
  const wasOpen = session.current() !== null;
  const isClosed = () => wasOpen && session.current() === null;
  const take = async () => {
    await requestTokens(held.issued);
    // Signed out or locked meanwhile: nothing is renewed. Another page's is later: it has been taken over.
    if (isClosed() || (session.current() && session.current().issued > held.issued)) return;
    departures.clear();
    const answer = await send(session.current() ?? held);
    if (departures.has(answer.user.id)) return;
    if (isClosed()) {
      // This page locks; another that is being used goes on, and needs the pair that replaced its own.
      postTokens(session.buildTokens(answer), answer.user);
      return;
    }
    session.begin(answer, event);
    publishTokens();
  };
  await (channel ? navigator.locks.request(NAME, take) : take());
}

/** Listen while the page is shown: one that the browser keeps whole for the back button must not listen. */
function openChannel() {
  if (channel || !navigator.locks || !globalThis.BroadcastChannel) return;
  channel = new BroadcastChannel(NAME);
  channel.onmessage = ({ data }) => handleMessage(data);
}

openChannel();
addEventListener("pageshow", openChannel);
addEventListener("pagehide", () => {
  channel?.close();
  channel = null;
});
function recordActivity() {
  lastActivity = Date.now();
}
for (const name of SIGNS) addEventListener(name, recordActivity, { passive: true, capture: true });
