/** Shares of households, or of others, that are too far from a service: their numbers, sentences and colours. */

import { distance, number, percent, t } from "../i18n.js";
import { CLASS_STARTS, classColour, findShareClass, shareColour } from "../map/palette.js";
import { may } from "../server/session.js";
import { readStage, WITHOUT_REJECTED } from "../sidebar/stage.js";
import { view } from "../state/view.js";
import { nameService } from "./service-choice.js";

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

/** Round a number of people to what a sum of estimates is good for: three figures. */
const roundPeople = (count) => {
  const unit = 10 ** Math.max(0, Math.floor(Math.log10(Math.max(1, count))) - 2);
  return Math.round(count / unit) * unit;
};

const isEstimated = () => findSubject() === "habitants";

/** Write how many: households as they are, inhabitants rounded. */
export const writeCount = (count) => number(isEstimated() ? roundPeople(count) : count);

/** Say "environ 12 000" of inhabitants. */
const sayCount = (count) =>
  isEstimated() && count > 0 ? t("couverture.environ", { nombre: writeCount(count) }) : writeCount(count);

const findKey = (zone) => ["menages", "beneficiaires", "plaintes"].find((name) => name in zone) ?? "habitants";

/** Describe a zone: "Mansoa : 412 sur 1 530 ménages (27 %) à plus de 2 km d'un point d'eau". */
export function describeZone(zone) {
  const { rayon } = view.value;
  const qui = t(`couverture.de.${findKey(zone)}`).toLowerCase();
  if (!countAll(zone)) return t("couverture.vide", { nom: zone.nom, qui });
  return t("couverture.phrase", {
    nom: zone.nom,
    loin: sayCount(countFar(zone)),
    total: (countFar(zone) ? writeCount : sayCount)(countAll(zone)),
    qui,
    taux: percent(findShare(zone)),
    rayon: distance(rayon),
    service: nameService(),
  });
}

/** Describe the whole: whether the rejected households are among those counted is said with the number. */
export function describeTotal(total) {
  const phrase = describeZone({ ...total, nom: t("couverture.ensemble") });
  if (findSubject() !== "menages" || !countAll(total)) return phrase;
  const stage = readStage();
  if (stage === WITHOUT_REJECTED) return t("couverture.rejetes.sans", { phrase });
  return stage === null ? t("couverture.rejetes.compris", { phrase }) : phrase;
}

/** Say what the shares are of: "Ménages à plus de 5 km d'un service de santé". */
export function nameQuestion() {
  const qui = t(`couverture.de.${findSubject()}`);
  return t("couverture.question", { qui, rayon: distance(view.peek().rayon), service: nameService(view.peek()) });
}

/** Sort zones by their shares, the worst first. */
export const sortZones = (zones) => [...zones].sort((one, other) => (findShare(other) ?? -1) - (findShare(one) ?? -1));

/** Say in one step that nobody is too far. */
function describeNobody() {
  const words = { rayon: distance(view.value.rayon), service: nameService() };
  return [{ colour: shareColour(0), text: t("couverture.personne", words) }];
}

/** List the classes that the zones are in: {colour, text} each; one where nobody is too far. */
export function listSteps(zones) {
  if (zones.some((zone) => countAll(zone)) && !zones.some((zone) => countFar(zone) > 0)) return describeNobody();
  const shares = zones.map(findShare).filter((share) => share !== null);
  const used = new Set(shares.map(findShareClass));
  const ends = [...CLASS_STARTS.slice(1).map((start) => start - 1), 100];
  const text = (index) => percent(ends[index] / 100).replace(/^\d+/, (last) => `${CLASS_STARTS[index]}–${last}`);
  const steps = CLASS_STARTS.map((_, index) => ({ colour: classColour(index), text: text(index) }));
  return steps.filter((_, index) => used.has(index));
}
