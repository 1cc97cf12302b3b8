/** The figures that areas are coloured by: where they are read, how they are told, and which end is worse. */

import { number, percent, t } from "../i18n.js";
import { CLUSTERS, SHARES } from "../map/palette.js";
import * as api from "../server/api.js";
import * as places from "../server/places.js";
import { findBounds, findClass } from "./classes.js";

/** Read the areas of a level, within the region of the filters: {id, nom, …} each. */
async function readStatistics({ niveau, region }) {
  if (niveau === "secteur") return places.listSectorsOf(region);
  return (await places.listRegions()).filter((one) => !region || one.id === region);
}

async function readClusters({ region }, signal) {
  const { features } = await api.get("/carte/analyse/grappes", { niveau: "secteur", region }, signal);
  return features.map(({ properties }) => properties);
}

const share = (part, whole) => (whole ? part / whole : null);

/** By code: `read` reads areas, `measure` an area's value (null: none), `tell` a value in words, `describe` an area. */
export const THEMES = {
  eligibles: {
    read: readStatistics,
    measure: (area) => share(area.menagesEligibles, area.totalMenages),
    tell: percent,
    describe: (area) =>
      t("theme.eligibles.phrase", {
        n: area.totalMenages,
        nom: area.nom,
        part: area.menagesEligibles,
        total: area.totalMenages,
        taux: percent(share(area.menagesEligibles, area.totalMenages)),
      }),
  },
  score: {
    read: readStatistics,
    measure: (area) => area.scorePmtMoyen,
    tell: (value) => number(value, 1),
    isLowWorse: true,
    describe: (area) =>
      t("theme.score.phrase", { n: area.totalMenages, nom: area.nom, score: number(area.scorePmtMoyen, 1) }),
  },
  menages: {
    read: readStatistics,
    measure: (area) => area.totalMenages,
    tell: (value) => number(value),
    describe: (area) => t("theme.menages.phrase", { n: area.totalMenages, nom: area.nom }),
  },
  grappes: {
    read: readClusters,
    classes: Object.keys(CLUSTERS),
    measure: (area) => area.classe,
    tell: (value) => t(`grappe.${value}`),
    describe: (area) =>
      t("theme.grappes.phrase", {
        n: area.menages,
        nom: area.nom,
        classe: t(`grappe.${area.classe}`),
        score: number(area.scorePmtMoyen, 1),
      }),
  },
};

/**
 * Read what the view asks for: {theme, level, areas, steps: [{colour, text}], colourOf(area)}.
 * @param {Record<string, any>} view
 * @param {AbortSignal} signal
 */
export async function readTheme({ theme, classes, niveau, region }, signal) {
  const chosen = THEMES[theme];
  const areas = await chosen.read({ niveau, region }, signal);
  const level = chosen.classes ? "secteur" : niveau;
  return { theme, level, areas, ...(chosen.classes ? nameClasses(chosen) : divide(chosen, areas, classes)) };
}

const nameClasses = (chosen) => ({
  steps: chosen.classes.map((name) => ({ colour: CLUSTERS[name], text: chosen.tell(name) })),
  colourOf: (area) => CLUSTERS[chosen.measure(area)] ?? null,
});

function divide(chosen, areas, classes) {
  const values = areas.map(chosen.measure).filter((value) => value !== null);
  const bounds = findBounds(values, classes);
  // Few classes are spread over the whole ramp.
  const spread = (SHARES.length - 1) / Math.max(1, bounds.length - 1);
  const ramp = bounds.map((_, step) => SHARES[bounds.length > 1 ? Math.round(step * spread) : 2]);
  const colours = chosen.isLowWorse ? [...ramp].reverse() : ramp;
  const text = (step) => {
    const own = values.filter((value) => findClass(value, bounds) === step);
    const [from, to] = [chosen.tell(Math.min(...own)), chosen.tell(bounds[step])];
    return from === to ? to : `${from} – ${to}`;
  };
  return {
    steps: bounds.map((_, step) => ({ colour: colours[step], text: text(step) })),
    colourOf: (area) => {
      const value = chosen.measure(area);
      return value === null ? null : colours[findClass(value, bounds)];
    },
  };
}
