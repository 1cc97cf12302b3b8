/** Before the services for survivors: nearer care of the ordinary directory, for what cannot wait.
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
import { CareSign } from "./found-map.js";

const CARE = ["hopital", "centre_sante", "poste_sante"]; // where somebody is examined; a pharmacy does not
const CLOSED = ["fermee", "ferme", "non_fonctionnel", "abandonne"];
const MOST = 3;

const services = createLoader();

/** List the nearest of them, each with its metres, that are nearer than `limit` (metres): first the nearest that is
 * open day and night, for nobody knows the hours of the others. */
function listNearest({ longitude, latitude }, limit) {
  const near = (services.value ?? [])
    .filter(({ type, statut }) => CARE.includes(type) && !CLOSED.includes(statut))
    .map((one) => ({ ...one, metres: measureDistance([longitude, latitude], [one.longitude, one.latitude]) }))
    .filter(({ metres }) => metres < limit)
    .sort((one, other) => one.metres - other.metres);
  const always = near.find(({ urgences24h }) => urgences24h);
  return (always ? [always, ...near.filter((one) => one !== always)] : near).slice(0, MOST);
}

/** Read the ordinary directory, and list its care that is nearer to `spot` than that among the services `found`. */
export function useNearerCare(spot, found) {
  useEffect(() => {
    if (!spot || !may("geo.lire")) return;
    services.load((signal) => api.get("/carte/services-sante", {}, signal), { keep: true });
  }, [spot]);
  if (!spot || !found) return [];
  const open = found.filter(({ typeService, ouvert }) => typeService === "centre_sante" && ouvert !== false);
  return listNearest(spot, Math.min(...open.map((one) => one.distance)));
}

const Row = (one, at) => html`
  <li class="feuille" key=${one.id}>
    <h3><${CareSign} at=${at} />${one.nom}</h3>
    <p>${one.typeLabel} · ${t("protection.vol", { distance: distance(one.metres) })}</p>
    <p>
      ${
        one.urgences24h
          ? html`<strong class="ouvert">${t("protection.ordinaires.urgences")}</strong>`
          : t("protection.heures.inconnues")
      }
    </p>
    ${one.telephone && html`<p><${Telephone} number=${one.telephone} /></p>`}
  </li>
`;

/** `rows`: what is nearer. */
export const OrdinaryCare = ({ rows }) =>
  rows.length > 0
    ? html`
        <section id="soins-ordinaires">
          <h3>${t("protection.ordinaires")}</h3>
          <ul class="soins">${rows.map(Row)}</ul>
          <p class="doux petit">${t("protection.ordinaires.texte")}</p>
        </section>
      `
    : null;
