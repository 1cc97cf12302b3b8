/** What a complaint may be about, and who reads what: who is meant often works beside the readers. */

import { may } from "../server/session.js";

export const CATEGORIES = ["paiement", "ciblage", "enrolement", "corruption", "vbg", "service", "autre"];
const NEEDED = { vbg: "vbg.voir_cas", corruption: "plaintes.voir_corruption" };

/** Return whether who is signed in may read complaints of a category. */
export const isReadable = (category) => may("plaintes.lire") && (!NEEDED[category] || may(NEEDED[category]));

/** Return whether who takes a complaint of a category gives its code at once: they may not find it again. */
export const isHandedOver = (category) =>
  category === "corruption" && !isReadable(category) && may("plaintes.modifier");
