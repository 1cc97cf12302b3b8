/** Reading ahead what forms need, so that they open without a connection, too. */

import { readForm } from "../household/read-form.js";
import { asValue } from "../server/errors.js";
import { may } from "../server/session.js";

const AFTER = 15_000; // ms: the map comes first

/** Read the lists that the forms of households and complaints offer. Where that fails they are read when needed. */
export async function prepareForms() {
  if (!may("registre.lire") || !["registre.creer", "registre.modifier", "plaintes.creer"].some(may)) return;
  await readForm(null, undefined).catch(asValue);
}

/** Do so once the page is at rest. */
export const prepareLater = () => setTimeout(prepareForms, AFTER);
