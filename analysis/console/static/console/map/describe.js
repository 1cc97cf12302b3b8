/** What lies at a place of the map, in words. */

import { code, number, t } from "../i18n.js";
import { POVERTY, SERVICES } from "./palette.js";

const line = (nom, count) => t("carte.ligne", { nom, nombre: number(count) });
const describeScore = (name, score) => (typeof score === "number" ? [t(name, { score: number(score, 1) })] : []);
const isService = ({ source }) => source in SERVICES;

/** Say what a service is and how it is called. */
const describeService = ({ source, properties }) => [properties.nom, t(`couche.${source}.un`)].filter(Boolean);

/** Count services that lie one over the other, by kind. */
function countServices(services) {
  const kinds = Object.keys(SERVICES).filter((kind) => services.some(({ source }) => source === kind));
  const count = (kind) => services.filter(({ source }) => source === kind).length;
  return [
    t("carte.services.ici", { n: services.length }),
    ...kinds.map((kind) => line(t(`couche.${kind}`), count(kind))),
  ];
}

/** Count the households of a circle by category, also those that have none. */
function describeGroup({ properties: { nombre, scorePmtMoyen, ...counts } }) {
  const graded = POVERTY.filter((step) => counts[step.code] > 0);
  const rest = nombre - graded.reduce((sum, step) => sum + counts[step.code], 0);
  return [
    `${number(nombre)} ${t("menages", { n: nombre })}`,
    ...graded.map((step) => line(code("categorie", step.code), counts[step.code])),
    ...(rest > 0 ? [line(t("categorie.sans"), rest)] : []),
    ...describeScore("carte.score.moyen", scorePmtMoyen),
  ];
}

function describeHousehold({ properties: { codeMenage, categoriePauvrete, scorePmt } }) {
  const category = categoriePauvrete ? code("categorie", categoriePauvrete) : t("categorie.sans");
  return [codeMenage, category, ...describeScore("pmt.score", scorePmt)];
}

/** Describe a feature that is no service; nothing for what has its words on the map. */
function describeOther(feature) {
  const { source, properties } = feature;
  const isGroup = properties.nombre !== undefined;
  if (source === "menages") return isGroup ? describeGroup(feature) : describeHousehold(feature);
  if (source === "terrain") return describeHousehold(feature);
  if (source === "plaintes" && isGroup) return [line(t("couche.plaintes"), properties.nombre)];
  return source === "localites" ? [properties.nom] : [];
}

/** Describe what lies under a point, the uppermost first: lines of text, or "" for nothing that has words. */
export function describeStack(stack) {
  const services = stack.filter(isService);
  const other = stack.find((feature) => !isService(feature));
  const ofServices = services.length > 1 ? countServices(services) : services.flatMap(describeService);
  return [...ofServices, ...(other ? describeOther(other) : [])].join("\n");
}
