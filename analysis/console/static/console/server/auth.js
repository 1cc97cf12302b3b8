/** Signing in and out, and passwords. */

import { postOpenly, send } from "./api.js";
import * as session from "./session.js";

export async function signIn(email, password, otp) {
  session.begin(await postOpenly("/auth/login", otp ? { email, password, otp } : { email, password }));
}

/** Have a link sent to set a new password. */
export const requestPasswordLink = (email) => postOpenly("/auth/password/forgot", { email });

export const setPassword = (token, newPassword) => postOpenly("/auth/password/reset", { token, newPassword });

/** Go on with the session that a reload interrupted. Returns false when there is none. */
export async function resumeSession() {
  const stored = session.takeStoredToken();
  if (!stored) return false;
  try {
    session.begin(await postOpenly("/auth/refresh", { refreshToken: stored }));
    return true;
  } catch (error) {
    if (error.status !== 401) throw error;
    session.dropStoredToken();
    return false;
  }
}

export async function signOut() {
  try {
    await send("POST", "/auth/logout");
  } finally {
    session.end("out");
  }
}
