/** A payment that goes on long after the period of its cycle: since when, what is open, and what ends it. */

import { Icon } from "../components/icon.js";
import { number, t } from "../i18n.js";
import { html } from "../preact.js";
import { may } from "../server/session.js";
import { findAddress } from "../state/view.js";

const LONG = 30; // days after the end of the period
const DAY = 86_400_000; // milliseconds
const UNDER_WAY = ["en_cours", "echoue_partiel"];

/** Return for how many days the period of a cycle is over whose payment still goes on; 0 while that is not long. */
function countDays({ statut, statutValidation, suspenduLe, closLe, dateFin }) {
  if (statutValidation !== "valide" || suspenduLe || closLe || !UNDER_WAY.includes(statut)) return 0;
  const days = Math.floor((Date.now() - Date.parse(dateFin)) / DAY);
  return days > LONG ? days : 0;
}

/** Say how many payments keep the cycle from its end, by why. */
const describeOpen = ({ enCours, echoues, planifies }) =>
  [
    ["cycles.vieux.sansreponse", enCours],
    ["cycles.vieux.echoues", echoues],
    ["cycles.vieux.apayer", planifies],
  ]
    .filter(([, n]) => n > 0)
    .map(([key, n]) => t(key, { n }))
    .join(", ");

/** Warn in a row of a list, with the way to what is open. */
export function AgeLine({ cycle }) {
  const days = countDays(cycle);
  const open = describeOpen(cycle.totaux);
  if (!days || !open) return null;
  const list = cycle.totaux.enCours ? { onglet: "paiements", statut: "en_cours" } : { onglet: "etapes" };
  return html`
    <div class="petit">
      ${t("cycles.vieux.ligne", { jours: number(days) })}${" "}
      <a class="lien" href=${findAddress({ vue: "cycles", element: cycle.id, ...list })}>${open}</a>
    </div>
  `;
}

/** Warn on the page of the cycle, and say what ends it. */
export function AgeNote({ cycle }) {
  const days = countDays(cycle);
  const open = describeOpen(cycle.totaux);
  if (!days || !open) return null;
  // Who may not pay is not told to: what they read of it stands by the actions.
  const way = may("transferts.executer") ? t(cycle.totaux.enCours ? "cycles.vieux.regler" : "cycles.vieux.clore") : "";
  const words = t("cycles.vieux", { jours: number(days), ouverts: open });
  return html`
    <div class="problemes">
      <ul><li class="ambre"><${Icon} name="warning" /><p>${words} ${way}</p></li></ul>
    </div>
  `;
}
