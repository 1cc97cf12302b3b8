/** What was entered in the form of a household and left without being sent: it is there again when the form is opened
 * again. In this page all of it; on this device, sealed and till its person signs out, all but where money goes.
 */

import { dropState, keepState, readState } from "../offline/held-answers.js";
import { ACCOUNTS, dropFields } from "../offline/held-paths.js";
import { findSeal, hideName } from "../offline/seal.js";
import { current, onSession } from "../server/session.js";

export const DRAFT_AGE = 7 * 24 * 3_600_000; // ms that a draft waits on the device

/** The changes by the household's id, or by "nouveau". @type {Map<string, any>} */
const drafts = new Map();
onSession((event) => event === "out" && drafts.clear());

/** Take the changes that were left in this page, or null. */
export function takeDraft(element) {
  const left = drafts.get(element) ?? null;
  drafts.delete(element);
  return left;
}

export const leaveDraft = (element, changes) => drafts.set(element, changes);

/** Work on the device goes in its order: what is dropped is not stored again behind it. */
let last = /** @type {Promise<any>} */ (Promise.resolve());
function queue(work) {
  last = last.then(work, work);
  return last;
}

const nameDraft = (element) => hideName(`brouillon/${element}`, findSeal());

/** Find what this device has of a form: {at, tag, changes, hasAccounts}, or null. */
export const findStored = (element) =>
  queue(async () => (findSeal() ? readState(await nameDraft(element), DRAFT_AGE) : null));

/** Store what was entered. Returns whether it would be there again. */
export const storeDraft = (element, tag, changes) =>
  queue(async () => {
    if (!findSeal()) return false;
    const hasAccounts = ACCOUNTS.some((name) => changes.chefMenage?.[name]);
    const draft = { at: Date.now(), tag, changes: dropFields(changes, ACCOUNTS), hasAccounts };
    return keepState(await nameDraft(element), draft);
  });

export const dropStored = (element) => queue(async () => findSeal() && dropState(await nameDraft(element)));

const PAUSE = 400; // ms without a key

/**
 * Store what is written in a form while it is; where nothing can be stored, leaving the page warns.
 * `collect()` returns the changes, null where there are none. Returns what ends it.
 */
export function followDraft(form, { element, tag, collect }) {
  let timer = 0;
  let isLost = false;
  const store = async () => {
    clearTimeout(timer);
    timer = 0;
    const changes = collect();
    isLost = changes !== null && !(await storeDraft(element, tag, changes));
    if (changes === null) await dropStored(element);
  };
  const later = () => {
    clearTimeout(timer);
    timer = setTimeout(store, PAUSE);
  };
  const hurry = () => timer && store();
  // Who has signed out leaves at once.
  const warn = (event) => isLost && current() && event.preventDefault();
  for (const name of ["input", "change"]) form.addEventListener(name, later);
  document.addEventListener("visibilitychange", hurry);
  addEventListener("beforeunload", warn);
  return () => {
    hurry();
    document.removeEventListener("visibilitychange", hurry);
    removeEventListener("beforeunload", warn);
  };
}
