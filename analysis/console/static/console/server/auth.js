/** Signing in and out, and passwords. */

import { clearHeld, findHeldUser } from "../offline/held-answers.js";
import { exchange, postOpenly, postParting, renew, send } from "./api.js";
import * as session from "./session.js";
import * as tabs from "./tabs.js";

export async function signIn(email, password, otp) {
  session.begin(await postOpenly("/auth/login", otp ? { email, password, otp } : { email, password }));
  tabs.publishTokens({ isSignIn: true });
}

/** Have a link sent to set a new password. */
export const requestPasswordLink = (email) => postOpenly("/auth/password/forgot", { email });

export const setPassword = (token, newPassword) => postOpenly("/auth/password/reset", { token, newPassword });

/** Go on without a connection with the session that a reload interrupted, if its user is kept on this device. */
async function resumeOffline({ refresh, attempt, seal, issued }) {
  const user = await findHeldUser(seal);
  if (!user) return false;
  // Its token is exchanged by the first request that reaches the service.
  session.begin({ accessToken: "", refreshToken: refresh, expiresIn: 0, attempt, cleAppareil: seal, issued, user });
  return true;
}

/** Go on with the session that a reload interrupted, or that another page of this browser has. Returns what became of
 * it: "reprise", "finie" by the service, or "aucune" where there was none. */
export async function resumeSession() {
  const stored = session.takeStored();
  if (!stored) {
    await tabs.requestTokens();
    return session.current() ? "reprise" : "aucune";
  }
  try {
    await tabs.renewInTurn(stored, exchange, "in");
    // Signed out in another page meanwhile: there is nothing to go on with.
    if (session.current()) return "reprise";
    session.dropStored();
    return "aucune";
  } catch (error) {
    if (error.status === 0 && (await resumeOffline(stored))) return "reprise";
    if (error.status !== 401) throw error;
    session.dropStored();
    await clearHeld();
    return "finie";
  }
}

/** Look whether a session goes on that this page did not hear of while the browser held it back. */
async function lookAgain() {
  if (!session.current()) return;
  await renew().catch(() => null); // without a connection it stays as it is
  if (!session.current()) session.end("out");
}

/** Forget the session in this page. Whoever answers from here on finds no key: nothing is kept behind the wiping. */
async function forget() {
  const wiped = clearHeld();
  session.forgetSeal();
  await wiped;
  session.end("out");
}

/** Sign out, in all pages: nothing that was seen stays on the device, whether or not the service hears of it. */
export async function signOut() {
  try {
    await send("POST", "/auth/logout");
  } finally {
    tabs.publishSignOut();
    await forget();
  }
}

/** Sign out of a page that is left at once, and of the others: the service is told, nothing is waited for. */
export function signOutParting() {
  postParting("/auth/logout");
  tabs.publishSignOut();
  clearHeld();
  session.forgetSeal();
  session.end("out");
}

tabs.onSignOut(forget);
addEventListener("pageshow", (event) => event.persisted && lookAgain());
