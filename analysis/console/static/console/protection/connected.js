/** Whether anything is collected on telephones: the installation connects it, else there is nothing to do. */

import { signal } from "../preact.js";
import * as api from "../server/api.js";
import { may } from "../server/session.js";
import { WRITE } from "./case-words.js";
import { IMPORT } from "./collect.js";

const PATH = "/vbg-analytics/collector";
export const isConnected = signal(false);

/** Ask whether a form of services, or of cases, is connected; who may do neither is not answered. */
export async function lookForCollectors() {
  const services = may(IMPORT) ? api.get(`${PATH}/status`).then(({ connected }) => connected) : false;
  const cases = may(WRITE) ? api.get(`${PATH}/cas`).then(({ message }) => !message) : false;
  const answers = await Promise.allSettled([services, cases]);
  isConnected.value = answers.some((one) => one.status === "fulfilled" && one.value);
}
