/** Calls of this page in the name of who is signed in to the console in another tab, once they have asked for it.
 *
 * Open pages of the console tell what they hold through a channel (`server/tabs.js` of the console). Of that this page
 * keeps the access token, in memory; the refresh token, which is good for one use, stays theirs. Before each call it
 * asks again: so the token is the last one, and a session that ended or was locked is used no more.
 */

const PATIENCE = 400; // milliseconds in which an open page of the console answers

/** @type {BroadcastChannel | null} */
let channel = null;
/** @type {{access: string, user: any} | null} */
let held = null;
/** @type {() => void} */
let resolveAnswer = () => undefined;
let listener = (/** @type {any} */ _user) => undefined;

function handleMessage({ kind, tokens, user }) {
  if (kind === "jetons") {
    const isOther = held?.user.id !== user.id;
    held = { access: tokens.access, user };
    if (isOther) listener(user); // they may sign in to the console after they asked here
    resolveAnswer();
  }
  if ((kind === "sortie" || kind === "verrou") && held?.user.id === user) dropSession();
}

function dropSession() {
  held = null;
  listener(null);
}

/** Ask the open pages of the console; return the token of the session, or null where none answers. */
async function requestToken() {
  const answer = new Promise((resolve) => {
    resolveAnswer = () => resolve(true);
    setTimeout(resolve, PATIENCE, false);
  });
  channel?.postMessage({ kind: "demande", issued: 0 });
  if (!(await answer)) dropSession();
  return held?.access ?? null;
}

/** Use the session of the console from now on; `onChange(user)` is called with who it is, or null when it ended. */
export async function useSession(onChange) {
  listener = onChange;
  if (!channel && globalThis.BroadcastChannel) {
    channel = new BroadcastChannel("tabanca-session");
    channel.onmessage = ({ data }) => handleMessage(data);
  }
  await requestToken();
}

/** Add to a request of this page's service the token of the session, unless it has one of its own, and the language. */
export async function prepareRequest(request) {
  if (new URL(request.url, location.href).origin !== location.origin) return request;
  request.headers["Accept-Language"] ??= document.documentElement.lang;
  if (!held || request.headers.Authorization) return request;
  const token = await requestToken();
  if (token) request.headers.Authorization = `Bearer ${token}`;
  return request;
}
