/** Which household was saved just now: its card says so until another one is opened, or it is changed again. */

import { signal } from "../preact.js";

export const savedHousehold = signal(/** @type {string | null} */ (null));
