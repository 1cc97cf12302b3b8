/** Shares of households, or of others, that are too far from a service: their numbers, sentences and colours. */

import { distance, number, percent, t } from "../i18n.js";
import { listShares, STEPS, shareColour, topShare } from "../map/palette.js";
import { may } from "../server/session.js";
import { view } from "../state/view.js";

// Whom coverage counts, with the permission to read single ones of them.
const SUBJECTS = {
  menages: "analyses.lire",
  beneficiaires: "transferts.lire",
  plaintes: "plaintes.lire",
  habitants: "geo.lire",
};

export const listSubjects = () => Object.keys(SUBJECTS).filter((name) => may(SUBJECTS[name]));

/** Return whom the view counts: households, when the address names what the user may not read. */
export const findSubject = (state = view.value) => (listSubjects().includes(state.sujet) ? state.sujet : "menages");

/** Return whether what is told of households limits those who are counted. */
export const isOfHouseholds = (subject) => subject === "menages" || subject === "beneficiaires";

/** Return the level of the zones: a coverage has none by hexagon. */
export const findZoneLevel = (state = view.value) => (state.niveau === "region" ? "region" : "secteur");

/** Count those of a zone, which an answer has under the name of its subject. */
export const countAll = (zone) => zone.menages ?? zone.beneficiaires ?? zone.plaintes ?? zone.habitants;

export const countFar = (zone) => countAll(zone) - zone.couverts;

/** Return the share of 0 to 1, or null without anybody. */
export const findShare = (zone) => (countAll(zone) ? countFar(zone) / countAll(zone) : null);

const findKey = (zone) => ["menages", "beneficiaires", "plaintes"].find((name) => name in zone) ?? "habitants";

/** Describe a zone: "Mansoa : 412 sur 1 530 ménages (27 %) à plus de 2 km d'un point d'eau". */
export function describeZone(zone) {
  const { service, rayon } = view.value;
  const qui = t(`couverture.de.${findKey(zone)}`).toLowerCase();
  if (!countAll(zone)) return t("couverture.vide", { nom: zone.nom, qui });
  return t("couverture.phrase", {
    nom: zone.nom,
    loin: number(countFar(zone)),
    total: number(countAll(zone)),
    qui,
    taux: percent(findShare(zone)),
    rayon: distance(rayon),
    service: t(`couche.${service}.article`),
  });
}

/** Say what the shares are of: "Ménages à plus de 5 km d'un service de santé". */
export function nameQuestion() {
  const { service, rayon } = view.peek();
  const qui = t(`couverture.de.${findSubject()}`);
  return t("couverture.question", { qui, rayon: distance(rayon), service: t(`couche.${service}.article`) });
}

/** Return the round share at which the darkest colour ends. */
export const findTop = (zones) => topShare(Math.max(0, ...zones.map((zone) => findShare(zone) ?? 0)));

/** Sort zones by their shares, the worst first. */
export const sortZones = (zones) => [...zones].sort((one, other) => (findShare(other) ?? -1) - (findShare(one) ?? -1));

/** Say in one step that nobody is too far. */
function describeNobody() {
  const { service, rayon } = view.value;
  const words = { rayon: distance(rayon), service: t(`couche.${service}.article`) };
  return [{ colour: shareColour(0, 1), text: t("couverture.personne", words) }];
}

/** List the steps of the zones' colours: {colour, text} each; one where nobody is too far. */
export function listSteps(zones) {
  if (zones.some((zone) => countAll(zone)) && !zones.some((zone) => countFar(zone) > 0)) return describeNobody();
  const wide = Math.round((findTop(zones) / STEPS) * 100); // whole percents, as shares are told
  const text = (index) => {
    const [from, to] = [wide * index, wide * (index + 1) - (index < STEPS - 1 ? 1 : 0)];
    return percent(to / 100).replace(/^\d+/, (last) => (from < to ? `${from}–${last}` : last));
  };
  return listShares().map((colour, index) => ({ colour, text: text(index) }));
}
