/** What lies at a place of the map, in words. */

import { number, t } from "../i18n.js";
import { SERVICES } from "./palette.js";

const isService = ({ source }) => source in SERVICES;

/** Say what a service is and how it is called. */
const describeService = ({ source, properties }) => [properties.nom, t(`couche.${source}.un`)].filter(Boolean);

/** Count services that lie one over the other, by kind. */
function countServices(services) {
  const kinds = Object.keys(SERVICES).filter((kind) => services.some(({ source }) => source === kind));
  const line = (kind) => {
    const count = services.filter(({ source }) => source === kind).length;
    return t("carte.ligne", { nom: t(`couche.${kind}`), nombre: number(count) });
  };
  return [t("carte.services.ici", { n: services.length }), ...kinds.map(line)];
}

/** Describe what lies under a point, the uppermost first: lines of text, or "" for nothing that has words. */
export function describeStack(stack) {
  const services = stack.filter(isService);
  if (services.length === 1) return describeService(services[0]).join("\n");
  return services.length ? countServices(services).join("\n") : "";
}
