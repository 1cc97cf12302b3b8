/** Reading ahead what forms need, so that they open without a connection, too. */

import { readForm } from "../household/read-form.js";
import { signal } from "../preact.js";
import { readPage } from "../results/list-page.js";
import { asValue } from "../server/errors.js";
import { may } from "../server/session.js";
import { waitForFirstMap } from "../state/first-map.js";
import { findSeal } from "./seal.js";

/** Whether all that was to be read ahead has been. */
export const isReadAhead = signal(false);

/** Who may fill in a form that opens without a connection. */
export const FORM_RIGHTS = ["registre.creer", "registre.modifier", "plaintes.creer"];

const AT_MOST = 20_000; // ms: where no map can be drawn

/** Read the form of households and the lists that it and that of complaints offer. Where that fails they are read when
 * needed. Returns whether they are there. */
export async function prepareForms() {
  if (!may("registre.lire") || !FORM_RIGHTS.some(may)) return true;
  const read = await Promise.all([readForm(null, undefined), import("../household/form.js")]).catch(asValue);
  return !(read instanceof Error);
}

/** Read the list as it opens at first: it opens without a connection, too. */
async function prepareList() {
  if (may("registre.lire") && findSeal()) await readPage({}, 1, undefined).catch(asValue);
}

/** Do so as soon as the first map stands: whoever signs in at the office may be in the field a minute later. */
export async function prepareLater() {
  await waitForFirstMap(AT_MOST);
  prepareList();
  isReadAhead.value = await prepareForms();
}
