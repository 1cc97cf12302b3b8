/** The cards of a service and of a village. */

import { Icon, ServiceSymbol } from "../components/icon.js";
import { Telephone } from "../components/telephone.js";
import { code, distance, number, t } from "../i18n.js";
import { getMap } from "../map/map.js";
import { isPhone } from "../map/padding.js";
import { html } from "../preact.js";
import * as api from "../server/api.js";
import { asValue, makeError } from "../server/errors.js";
import { setView } from "../state/view.js";
import { VillageList } from "./actions.js";
import { CentreButton, Fact, join } from "./facts.js";
import { listPositions, NearestServices } from "./nearest.js";

const LISTS = {
  ecoles: "ecoles",
  services_sante: "services-sante",
  points_eau: "points-eau",
  services_vbg: "services-vbg",
  polices_judiciaires: "polices-judiciaires",
  asc: "asc",
  acteurs_locaux: "acteurs-locaux",
};
const NEIGHBOURS = ["ecoles", "services_sante", "points_eau"];
const AROUND = 5000; // metres
const FAREST = 50_000; // metres
const HALF = 0.0003; // a box of about 60 m around a point (degrees)

const findZoom = () => Math.max(getMap().getZoom(), isPhone() ? 14 : 14.5);
const formatBoolean = (value) => (value === null || value === undefined ? null : t(value ? "oui" : "non"));
const readProximity = (body, signal) => api.post("/carte/analyse/proximite", body, { signal });

/** Find the nearest of each kind around a point, without the place itself: {ecoles: {...} | null}. */
async function readNearest([lng, lat], own, signal) {
  const answer = await readProximity({ lat, lng, radius: FAREST, types: NEIGHBOURS, limit: 2 }, signal);
  const findOther = (kind) => answer[kind].items.find((item) => item.id !== own) ?? null;
  return Object.fromEntries(NEIGHBOURS.map((kind) => [kind, findOther(kind)]));
}

async function countHouseholdsNear([lng, lat], signal) {
  return (await readProximity({ lat, lng, radius: AROUND, types: ["menages"], limit: 1 }, signal)).menages.count;
}

/** What is told of a service of each kind, beside its code and its contact: [label, value] each. */
const DETAILS = {
  points_eau: (item) => [
    [t("fonctionnel"), formatBoolean(item.fonctionnel)],
    [t("source"), item.typeSource && code("valeur", item.typeSource)],
  ],
  ecoles: (item) => [
    [t("prescolaire"), formatBoolean(item.prescolaire)],
    [t("niveau.max"), item.niveauMax],
    [t("ecole.pilote"), item.pilote ? t("oui") : null],
  ],
  services_sante: (item) =>
    ["urgences24h", "maternite", "laboratoire", "pharmacie"].map((name) => [
      t(`sante.${name}`),
      formatBoolean(item[name]),
    ]),
};

const ServiceFacts = ({ kind, item }) => html`
  <dl class="faits">
    <${Fact} name=${t("code")} value=${item.code} />
    ${DETAILS[kind]?.(item).map(([name, value]) => html`<${Fact} name=${name} value=${value} />`)}
    <${Fact} name=${t("responsable")} value=${item.responsable} />
    <${Fact} name=${t("telephone")} value=${item.telephone && html`<${Telephone} number=${item.telephone} />`} />
  </dl>
`;

/** Read a school, a water point …: `centre` comes with the address, so that no list has to be read through. */
export async function readService({ kind, id, centre }, signal) {
  if (!centre) throw makeError("notfound");
  const [lng, lat] = centre;
  const bbox = [lng - HALF, lat - HALF, lng + HALF, lat + HALF].join(",");
  const [list, near, count] = await Promise.all([
    api.get(`/carte/${LISTS[kind]}`, { bbox, limit: 50 }, signal),
    readNearest(centre, id, signal).catch(asValue),
    countHouseholdsNear(centre, signal).catch(asValue),
  ]);
  const item = list.find((place) => place.id === id);
  if (!item) throw makeError("notfound");
  return { kind, item, near, count, centre, ends: listPositions(near) };
}

export const describeService = ({ kind, item }) => ({
  title: item.nom,
  subtitle: join([t(`couche.${kind}.un`), item.localite ?? item.communaute, item.secteur, item.region]),
});

export function ServiceCard({ found: { kind, item, near, count, centre } }) {
  const type = item.typeLabel || (item.type && code("valeur", item.type)) || t(`couche.${kind}.un`);
  const around = t("menages.autour", { n: count, rayon: distance(AROUND) });
  return html`
    <p class="type"><${ServiceSymbol} layer=${kind} size=${30} />${type}</p>
    ${typeof count === "number" && html`<p class="grand"><strong>${number(count)}</strong>${` ${around}`}</p>`}
    <${ServiceFacts} kind=${kind} item=${item} />
    <${NearestServices} found=${near} centre=${centre} />
    <${CentreButton} centre=${centre} findZoom=${findZoom} />
  `;
}

/** Read a village and what is near it. */
export async function readVillage({ id, centre }, signal) {
  const [place, near, list] = await Promise.all([
    api.getJson(`/localites/${id}`, {}, signal),
    api.get(`/carte/analyse/localite-proximite/${id}`, {}, signal).catch(asValue),
    api.getJson("/menages", { localite: id, limit: 1 }, signal),
  ]);
  const isKnown = !(near instanceof Error);
  const named = isKnown ? { ecoles: near.ecole, services_sante: near.serviceSante, points_eau: near.pointEau } : near;
  return { place, near: named, count: list.pagination.total, centre, ends: listPositions(named) };
}

export const describeVillage = ({ place }) => ({
  title: place.nom,
  subtitle: join([code("localite", place.type), place.secteur?.nom]),
});

export function VillageCard({ found: { place, near, count, centre } }) {
  const showList = () => setView({ localite: place.id, bande: "liste", page: 1 });
  const listButton = html`
    <button type="button" class="bouton" onClick=${showList}><${Icon} name="list" />${t("liste.localite")}</button>
  `;
  return html`
    <p class="grand"><strong>${number(count)}</strong>${` ${t("menages", { n: count })}`}</p>
    <dl class="faits">
      <${Fact} name=${t("population")} value=${place.population && number(place.population)} />
      <${Fact} name=${t("code")} value=${place.code} />
    </dl>
    <${NearestServices} found=${near} centre=${centre} />
    <div class="actions">
      ${count > 0 && listButton}${count > 0 && html`<${VillageList} id=${place.id} />`}
      ${centre && html`<${CentreButton} centre=${centre} findZoom=${findZoom} />`}
    </div>
  `;
}
