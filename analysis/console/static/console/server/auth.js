/** Signing in and out, and passwords. */

import { findKeptUser, wipeKept } from "../offline/kept.js";
import { postOpenly, postParting, send } from "./api.js";
import * as session from "./session.js";

export async function signIn(email, password, otp) {
  session.begin(await postOpenly("/auth/login", otp ? { email, password, otp } : { email, password }));
}

/** Have a link sent to set a new password. */
export const requestPasswordLink = (email) => postOpenly("/auth/password/forgot", { email });

export const setPassword = (token, newPassword) => postOpenly("/auth/password/reset", { token, newPassword });

/** Go on without a connection with the session that a reload interrupted, if its user is kept on this device. */
async function resumeOffline({ refresh, attempt, seal }) {
  const user = await findKeptUser(seal);
  if (!user) return false;
  // Its token is exchanged by the first request that reaches the service.
  session.begin({ accessToken: "", refreshToken: refresh, expiresIn: 0, attempt, cleAppareil: seal, user });
  return true;
}

/** Go on with the session that a reload interrupted. Returns what became of it: "reprise", "finie" by the service, or
 * "aucune" where there was none. */
export async function resumeSession() {
  const stored = session.takeStored();
  if (!stored) return "aucune";
  try {
    session.begin(await postOpenly("/auth/refresh", { refreshToken: stored.refresh }, stored.attempt));
    return "reprise";
  } catch (error) {
    if (error.status === 0 && (await resumeOffline(stored))) return "reprise";
    if (error.status !== 401) throw error;
    session.dropStored();
    await wipeKept();
    return "finie";
  }
}

/** Sign out: nothing that was seen stays on the device, whether or not the service hears of it. */
export async function signOut() {
  try {
    await send("POST", "/auth/logout");
  } finally {
    // Whoever answers from here on finds no key: nothing is kept behind the wiping.
    const wiped = wipeKept();
    session.forgetSeal();
    await wiped;
    session.end("out");
  }
}

/** Sign out of a page that is left at once: the service is told, nothing is waited for. */
export function signOutParting() {
  postParting("/auth/logout");
  wipeKept();
  session.forgetSeal();
  session.end("out");
}
