/** What was entered in the form of a household and left without being sent: it is there again when the form is opened
 * again, and only in this page: it names people.
 */

import { onSession } from "../server/session.js";

/** The changes by the household's id, or by "nouveau". @type {Map<string, any>} */
const drafts = new Map();
onSession((event) => event === "out" && drafts.clear());

/** Take the changes that were left, or null. */
export function takeDraft(element) {
  const left = drafts.get(element) ?? null;
  drafts.delete(element);
  return left;
}

export const leaveDraft = (element, changes) => drafts.set(element, changes);
