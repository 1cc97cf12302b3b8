/** What went wrong with a request. */

import { typeset } from "../typography.js";

const KINDS = { 0: "offline", 403: "forbidden", 404: "notfound", 429: "busy" };

/** @param {number} status */
const kindOf = (status) => KINDS[status] ?? (status >= 500 ? "failed" : "refused");

/** Group the sentences of a format A refusal by field, as `details` has them. */
function groupViolations(violations = []) {
  const details = {};
  for (const { propertyPath, message } of violations) {
    details[propertyPath] ??= [];
    details[propertyPath].push(message);
  }
  return details;
}

/** A refused or failed request. `kind`: offline, forbidden, notfound, busy, refused (the caller's input), failed. */
export class ApiError extends Error {
  /**
   * @param {number} status of the answer; 0 when none came
   * @param {any} body
   */
  constructor(status, body = {}) {
    super(typeset(body.error ?? body["hydra:description"] ?? body.message ?? ""));
    this.status = status;
    this.code = body.code ?? "";
    /** @type {Record<string, string | string[]>} */
    this.details = body.details ?? groupViolations(body.violations);
    this.kind = kindOf(status);
  }
}

/** Make an error that the page itself raises, of one of the kinds of `ApiError`. */
export const makeError = (kind, message = "") => Object.assign(new Error(message), { kind });

export const isAborted = (error) => error?.name === "AbortError";

/** Turn a failure into a value, for `.catch`: the rest of a card is shown. A dropped request stays a failure. */
export function asValue(error) {
  if (isAborted(error)) throw error;
  return error;
}

/** Read the body of an answer. Raises an ApiError of status 0 where the line was too slow for all of it. */
export const readWhole = (reading) =>
  reading.catch((error) => {
    throw error.name === "TimeoutError" ? new ApiError(0) : error;
  });
