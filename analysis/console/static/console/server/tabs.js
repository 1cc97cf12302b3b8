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
let lastSign = Date.now();
/** Called when another page says what it holds. @type {() => void} */
let answered = () => undefined;
/** What ends the session of this page when it was ended in another. @type {() => void} */
let endHere = () => undefined;

export const onEnd = (listener) => {
  endHere = listener;
};

/** Say to the other pages what this one holds. */
export function tell({ isSignIn = false } = {}) {
  const tokens = session.current();
  if (tokens) channel?.postMessage({ kind: "jetons", tokens, user: session.currentUser(), isSignIn });
}

/** End the session of this person in the other pages. */
export const tellEnd = () => channel?.postMessage({ kind: "sortie", user: session.currentUser()?.id });

/** Lock this page, and the others of this person that nobody has touched meanwhile. */
export function lockAll() {
  channel?.postMessage({ kind: "verrou", user: session.currentUser()?.id });
  session.shut();
}

function hear({ kind, tokens, user, isSignIn, issued }) {
  const isOurs = session.current() !== null && session.currentUser()?.id === user;
  if (kind === "demande" && session.current()?.issued > issued) tell();
  if (kind === "sortie" && isOurs) endHere();
  if (kind === "verrou" && isOurs && Date.now() - lastSign >= SILENCE) session.shut();
  if (kind !== "jetons") return;
  session.adopt(tokens, user, isSignIn);
  answered();
}

/** Ask the other pages for something later than what this page holds; wait for the first that answers, if one does. */
export async function ask(/** @type {number} */ issued = session.current()?.issued ?? 0) {
  if (!channel) return;
  const heard = new Promise((resolve) => {
    answered = () => resolve(undefined);
    setTimeout(resolve, PATIENCE);
  });
  channel.postMessage({ kind: "demande", issued });
  await heard;
}

/** Exchange what is held ({refresh, attempt, issued}) by `send`, unless another page has done so: one after the other.
 * @param {any} held
 * @param {(held: any) => Promise<any>} send
 * @param {string | null} event for the listeners of the session
 */
export async function renewInTurn(held, send, event = null) {
  const take = async () => {
    await ask(held.issued);
    // Another page's is later: it has been taken over.
    if (session.current() && session.current().issued > held.issued) return;
    session.begin(await send(session.current() ?? held), event);
    tell();
  };
  await (channel ? navigator.locks.request(NAME, take) : take());
}

/** Listen while the page is shown: one that the browser keeps whole for the back button must not listen. */
function listen() {
  if (channel || !navigator.locks || !globalThis.BroadcastChannel) return;
  channel = new BroadcastChannel(NAME);
  channel.onmessage = ({ data }) => hear(data);
}

listen();
addEventListener("pageshow", listen);
addEventListener("pagehide", () => {
  channel?.close();
  channel = null;
});
function noteSign() {
  lastSign = Date.now();
}
for (const name of SIGNS) addEventListener(name, noteSign, { passive: true, capture: true });
