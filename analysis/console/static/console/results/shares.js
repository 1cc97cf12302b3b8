/** Shares of households that live too far from a service: their numbers, sentences and colours. */

import { distance, number, percent, t } from "../i18n.js";
import { listShares, STEPS, topShare } from "../map/palette.js";
import { view } from "../state/view.js";

export const countFar = (zone) => zone.menages - zone.couverts;

/** Return the share of 0 to 1, or null without households. */
export const findShare = (zone) => (zone.menages ? countFar(zone) / zone.menages : null);

/** Describe a zone: "Mansoa : 412 sur 1 530 ménages (27 %) à plus de 2 km d'un point d'eau". */
export function describeZone(zone) {
  const { service, rayon } = view.value;
  if (!zone.menages) return t("couverture.vide", { nom: zone.nom });
  return t("couverture.phrase", {
    n: zone.menages,
    nom: zone.nom,
    loin: countFar(zone),
    total: zone.menages,
    taux: percent(findShare(zone)),
    rayon: distance(rayon),
    service: t(`couche.${service}.article`),
  });
}

/** Return the round share at which the darkest colour ends. */
export const findTop = (zones) => topShare(Math.max(0, ...zones.map((zone) => findShare(zone) ?? 0)));

/** Sort zones by their shares, the worst first. */
export const sortZones = (zones) => [...zones].sort((one, other) => (findShare(other) ?? -1) - (findShare(one) ?? -1));

const formatPoints = (part) => number(part * 100, Number.isInteger(Math.round(part * 1000) / 10) ? 0 : 1);

/** List the steps of the colours: {colour, text} each. */
export function listSteps(top) {
  const bound = (index) => formatPoints((top / STEPS) * index);
  return listShares().map((colour, index) => ({ colour, text: `${bound(index)}–${bound(index + 1)}\u202f%` }));
}
