/** Signing in and out, and passwords. */

import { postOpenly, send } from "./api.js";
import * as kept from "./kept.js";
import * as outbox from "./outbox.js";
import * as session from "./session.js";
import * as vault from "./vault.js";

export async function signIn(email, password, otp) {
  const answer = await postOpenly("/auth/login", otp ? { email, password, otp } : { email, password });
  const owner = vault.findOwner();
  if (owner && owner !== answer.user.id) {
    // The page starts afresh for another person: nothing of the last one may go along.
    await closeKept();
    await vault.unlock(answer.user.id, password).catch(warn);
  }
  session.begin(answer);
  keepFor(answer.user, password, owner === answer.user.id).catch(warn);
}

/** What is kept on the device is a help: without it the page works as well. */
const warn = (error) => console.warn("Nothing can be kept on this device", error);

/** Begin to keep answers and entries of who signed in, sealed by the password. */
async function keepFor(user, password, isSame = false) {
  if (!isSame) await kept.forget();
  await vault.unlock(user.id, password);
  await kept.keepUser(user);
  await outbox.open();
}

/** Change one's password; what waits on the device is sealed by the new one. Returns the whole answer. */
export async function changePassword(currentPassword, newPassword) {
  const answer = await send("POST", "/auth/password/change", { currentPassword, newPassword });
  await sealAnew(newPassword).catch(warn);
  return answer;
}

async function sealAnew(password) {
  const user = session.currentUser();
  await vault.unlock(user.id, password);
  await outbox.adopt();
  await kept.forget();
  await kept.keepUser(user);
}

/** Have a link sent to set a new password. */
export const requestPasswordLink = (email) => postOpenly("/auth/password/forgot", { email });

export const setPassword = (token, newPassword) => postOpenly("/auth/password/reset", { token, newPassword });

/** Forget what is kept of the session. */
function closeKept() {
  vault.lock();
  outbox.close();
  return kept.forget().catch(warn);
}

/** Go on with the session that a reload interrupted. Returns false when there is none. */
export async function resumeSession() {
  const stored = session.takeStoredToken();
  const hasKey = await vault.resume().catch(() => false);
  if (!stored || !hasKey) await closeKept();
  if (!stored) return false;
  try {
    session.begin(await postOpenly("/auth/refresh", { refreshToken: stored }));
  } catch (error) {
    return resumeOffline(stored, error);
  }
  const user = session.currentUser();
  if (vault.findOwner() === user.id) kept.keepUser(user).then(outbox.open).catch(warn);
  else await closeKept();
  return true;
}

/** Go on without a connection with what was kept; a token that is not good any more ends it. */
async function resumeOffline(stored, error) {
  if (error.status === 401) {
    session.dropStoredToken();
    await closeKept();
    return false;
  }
  const user = error.kind === "offline" ? await kept.findUser() : null;
  if (!user) throw error;
  session.beginOffline(stored, user);
  await outbox.open();
  return true;
}

export async function signOut() {
  try {
    await send("POST", "/auth/logout");
  } finally {
    await closeKept();
    session.end("out");
  }
}
