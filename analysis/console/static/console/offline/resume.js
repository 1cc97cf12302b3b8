/** Taking up again what was entered and refused: its values stand in the form once more, over what holds now. */

import { signal } from "../preact.js";
import { setView } from "../state/view.js";

const AREAS = ["region", "secteur", "localite"];
/** The entry of a household that is taken up again. @type {import("@preact/signals").Signal<any>} */
const resumed = signal(null);

/** Open the form of an entry's household. */
export function resumeHousehold(entry) {
  resumed.value = entry;
  setView({ vue: "menage", element: entry.kind === "nouveau" ? "nouveau" : entry.path.split("/").at(-1) });
}

/** Take the entry that was meant for this form (a household, or null for a new one), if one was. */
export function takeResumed(household) {
  const entry = resumed.value;
  resumed.value = null;
  const isMeant = household ? entry?.path === `/menages/${household.id}` : entry?.kind === "nouveau";
  return isMeant ? entry : null;
}

/** Lay what was entered over a household, for its form. */
export function layOver(household, body) {
  const merged = { ...household };
  for (const [name, value] of Object.entries(body)) {
    if (AREAS.includes(name)) merged[name] = { id: value };
    else if (value && typeof value === "object") merged[name] = { ...merged[name], ...value };
    else merged[name] = value;
  }
  return merged;
}
