/** What is to be known of a map of areas that its colours do not say: of whom a share is, and how far to trust it. */

import { number, t } from "../i18n.js";
import { html } from "../preact.js";
import { FILTERS, view } from "../state/view.js";
import { THEMES } from "./figures.js";

const FEWEST = 30; // households: of fewer a share or a mean says little
const RATED = ["eligibles", "score"];

/** Tell whether the figure of an area is of so few households that it is uncertain. */
export function isUncertain(theme, area) {
  const { base, measure } = THEMES[theme];
  return RATED.includes(theme) && measure(area) !== null && base[1](area) < FEWEST;
}

/** Say in words that a figure is uncertain, as the end of a sentence about its area. */
export const describeUncertain = (theme, area) =>
  isUncertain(theme, area) ? ` ${t("theme.incertain.phrase", { nombre: number(FEWEST) })}` : "";

/** Name the areas that are a class of their own, of three classes or more. */
function nameSingles({ areas, steps, classOf }) {
  if (steps.length < 3) return null;
  const singles = steps.flatMap(({ name }, place) => {
    const own = areas.filter((area) => classOf(area) === place);
    return own.length === 1 ? [t("intitule", { nom: name, valeur: own[0].nom })] : [];
  });
  return singles.length ? t("theme.seules", { classes: singles.join(", ") }) : null;
}

/** Say what the colours hide: a class as wide as no other, and filters that do not act on figures of areas. */
export function describeNote({ wide }) {
  const notes = [
    wide && t("theme.large", { classe: wide }),
    FILTERS.some((name) => view.value[name] && name !== "region") && t("theme.sans.filtres"),
  ];
  return notes.filter(Boolean).join(" ") || null;
}

const OF_HOUSEHOLDS = ["eligibles", "score", "menages"];

/** List what is to be known of the households that figures are of: what a share is of, and that the rejected count. */
export const describeHouseholds = (themes) =>
  [
    themes.includes("eligibles") && t("theme.eligibles.base"),
    themes.some((theme) => OF_HOUSEHOLDS.includes(theme)) && t("theme.rejetes"),
  ].filter(Boolean);

/** Say below the rows of whom the share is, which classes hold one area, and what is uncertain. */
export function Reading({ answer }) {
  const { theme, level, areas } = answer;
  const notes = [
    ...describeHouseholds([theme]),
    level !== "hexagone" && nameSingles(answer),
    areas.some((area) => isUncertain(theme, area)) && t("theme.incertains", { nombre: number(FEWEST) }),
  ].filter(Boolean);
  return notes.length > 0 && html`<p class="doux petit lecture">${notes.join(" ")}</p>`;
}
