/** Areas with the classes and colours of a figure. */

import { number, t } from "../i18n.js";
import { findBounds, findClass, findWideClass, roundBounds, spreadClasses } from "../map/classes.js";
import { clusterColour, STEPS, shadeAt } from "../map/palette.js";
import { describeQuestion } from "./comparison.js";
import { THEMES } from "./figures.js";

/**
 * Return the code of the figure that the address names, or the first one.
 * @param {Record<string, any>} view
 */
export const findTheme = ({ theme }) => (theme in THEMES ? theme : Object.keys(THEMES)[0]);

/**
 * Return the level that the figure is shown by.
 * @param {Record<string, any>} view
 */
export function findLevel(view) {
  const { levels, classes } = THEMES[findTheme(view)];
  const chosen = classes ? view.grille : view.niveau;
  return !levels || levels.includes(chosen) ? chosen : levels[0];
}

/** Name the figure that the map shows. */
export function nameFigure(view) {
  const theme = findTheme(view);
  return theme === "comparaison" ? describeQuestion(view) : t(`theme.${theme}`);
}

/** Say of whom the column beside a figure is: in a hexagon only who has a position is counted. */
export function nameBase({ theme, level }) {
  const [key] = THEMES[theme].base;
  return t(level === "hexagone" && key === "theme.base.enregistres" ? "theme.base.position" : key);
}

/** Say what the map shows, as its title. */
export const findTitle = (view) =>
  t("theme.titre.carte", { figure: nameFigure(view), niveau: t(findLevel(view)).toLowerCase() });

/**
 * Read what the view asks for: {theme, level, areas, steps: [{colour, name, text}], colourOf(area), classOf(area)}.
 * Colours are those of the moment at which they are asked for: day or dark.
 * @param {Record<string, any>} view
 * @param {AbortSignal} signal
 */
export async function readTheme(view, signal) {
  const theme = findTheme(view);
  const level = findLevel(view);
  const chosen = THEMES[theme];
  const areas = await chosen.read({ ...view, niveau: level }, signal);
  const title = findTitle(view);
  const classes = chosen.classes ? nameClasses(chosen, areas) : divide(chosen, areas, view);
  return {
    theme,
    level,
    title,
    areas,
    get steps() {
      return classes.listSteps();
    },
    // A class that is much wider than the others, in words: areas that differ much have one colour in it.
    get wide() {
      return classes.describeWide?.() ?? null;
    },
    method: chosen.classes ? null : view.classes,
    colourOf: classes.colourOf,
    classOf: classes.classOf,
  };
}

/** Return how the map shows the areas: by their ids among its own, or by their outlines. */
export function drawAreas({ level, areas, colourOf }) {
  if (level !== "hexagone") {
    const items = areas.map((area) => ({ id: area.id, colour: colourOf(area) }));
    return { layer: level === "region" ? "regions" : "secteurs", items };
  }
  const feature = (area) => ({
    type: "Feature",
    geometry: area.geometry,
    properties: { id: area.id, couleur: colourOf(area) },
  });
  return { layer: "zones", features: { type: "FeatureCollection", features: areas.map(feature) } };
}

/** Make the entry of a class in a legend: its name, and how many areas it holds. */
const makeStep = (colour, name, count) => ({
  colour,
  name,
  text: t("theme.classe.nombre", { classe: name, nombre: number(count) }),
});

/** Return the classes that a figure has by itself, with the number of areas of each. */
function nameClasses(chosen, areas) {
  const count = (name) => areas.filter((area) => chosen.measure(area) === name).length;
  return {
    listSteps: () => chosen.classes.map((name) => makeStep(clusterColour(name), chosen.format(name), count(name))),
    colourOf: (area) => clusterColour(chosen.measure(area)),
    classOf: (area) => chosen.classes.indexOf(chosen.measure(area)),
  };
}

/** Return the step between two values as they are told. */
const findUnit = ({ digits = 0 }, value) => 10 ** -(digits === 2 && Math.abs(value) < 0.01 ? 3 : digits);

/** Round a value as it is told: what reads the same has one colour. */
function roundAsFormatted({ measure, digits = 0 }, area) {
  const value = measure(area);
  // Shares below one percent are told with a decimal.
  return value === null ? null : Number(value.toFixed(digits === 2 && Math.abs(value) < 0.01 ? 3 : digits));
}

function divide(chosen, areas, /** @type {any} */ { classes, tranches }) {
  const values = areas.map((area) => roundAsFormatted(chosen, area)).filter((value) => value !== null);
  const found = findBounds(values, classes, tranches, 10 ** -(chosen.digits ?? 0));
  const unitAt = (value) => findUnit(chosen, value);
  const bounds = classes === "egales" ? found : roundBounds(values, found, unitAt);
  const places = spreadClasses(bounds.length, STEPS);
  if (chosen.isLowWorse) places.reverse();
  const findColour = (step) => shadeAt(places[step]);
  // A class begins with the next value after the one before: no limit stands in two classes, and none between two.
  const begin = (step) => (step ? bounds[step - 1] + unitAt(bounds[step - 1]) : Math.min(...values));
  const name = (step) => {
    const [from, to] = [begin(step), bounds[step]];
    const last = chosen.format(to);
    return last === chosen.format(from) ? last : `${(chosen.short ?? chosen.format)(from)} – ${last}`;
  };
  const count = (step) => values.filter((value) => findClass(value, bounds) === step).length;
  const classOf = (area) => {
    const value = roundAsFormatted(chosen, area);
    return value === null ? -1 : findClass(value, bounds);
  };
  const wide = classes === "quantiles" ? findWideClass(bounds.map((to, step) => ({ from: begin(step), to }))) : -1;
  return {
    classOf,
    describeWide: () => (wide < 0 ? null : name(wide)),
    listSteps: () => bounds.map((_, step) => makeStep(findColour(step), name(step), count(step))),
    colourOf: (area) => (classOf(area) < 0 ? null : findColour(classOf(area))),
  };
}
