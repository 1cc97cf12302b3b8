/** Beside the services for survivors: nearer care of the ordinary directory, for what cannot wait.
 *
 * All of it is read, and measured here: the place that somebody asks about is told to nobody.
 */

import { Telephone } from "../components/telephone.js";
import { distance, t } from "../i18n.js";
import { measureDistance } from "../map/distance.js";
import { html, useEffect } from "../preact.js";
import * as api from "../server/api.js";
import { may } from "../server/session.js";
import { createLoader } from "../state/loader.js";

const CARE = ["hopital", "centre_sante", "poste_sante"]; // where somebody is examined; a pharmacy does not
const CLOSED = ["fermee", "ferme", "non_fonctionnel", "abandonne"];
const MOST = 3;

const services = createLoader();

/** List the nearest of them, each with its metres, that are nearer than `limit` (metres). */
function listNearest({ longitude, latitude }, limit) {
  return (services.value ?? [])
    .filter(({ type, statut }) => CARE.includes(type) && !CLOSED.includes(statut))
    .map((one) => ({ ...one, metres: measureDistance([longitude, latitude], [one.longitude, one.latitude]) }))
    .filter(({ metres }) => metres < limit)
    .sort((one, other) => one.metres - other.metres)
    .slice(0, MOST);
}

const Row = (one) => html`
  <li key=${one.id}>
    <strong>${one.nom}</strong> · ${one.typeLabel} · ${t("protection.vol", { distance: distance(one.metres) })}
    ${one.urgences24h && ` · ${t("protection.ordinaires.urgences")}`}
    ${one.telephone && html` · <${Telephone} number=${one.telephone} />`}
  </li>
`;

/** `spot`: the place; `found`: the services for survivors near it. */
export function OrdinaryCare({ spot, found }) {
  useEffect(() => {
    if (may("geo.lire")) services.load((signal) => api.get("/carte/services-sante", {}, signal), { keep: true });
  }, []);
  const special = found.filter(({ typeService }) => typeService === "centre_sante").map((one) => one.distance);
  const rows = listNearest(spot, Math.min(...special));
  if (!rows.length) return null;
  return html`
    <section class="feuille" id="soins-ordinaires">
      <h3>${t("protection.ordinaires")}</h3>
      <p class="doux petit">${t("protection.ordinaires.texte")}</p>
      <ul>${rows.map(Row)}</ul>
    </section>
  `;
}
