/** Areas coloured on the map by what was read of the API: what coverages and themes share. */

import { showArea } from "../map/area.js";
import { getMap, show, zoomLevel } from "../map/map.js";
import { zoneLegend } from "../map/zone-legend.js";
import { createZoneBubble } from "../map/zones.js";
import { useEffect, useLayoutEffect, useMemo } from "../preact.js";
import { createLoader } from "../state/loader.js";
import { bringHouseholdsBack, setHouseholdsAside } from "../state/set-aside.js";
import { isDark } from "../state/theme.js";
import { view } from "../state/view.js";
import { isTall } from "./strip.js";

/** Hide the households while something else is read on the map: circles over coloured areas, or among thousands of
 * services, cannot be read. */
export function useHiddenHouseholds() {
  useLayoutEffect(() => {
    setHouseholdsAside();
    return bringHouseholdsBack;
  }, []);
}

/** Return whether an area has no colour: it has no value. */
const hasEmpty = ({ items, features }) =>
  items ? items.some(({ colour }) => !colour) : features.features.some(({ properties }) => !properties.couleur);

/**
 * Read areas again whenever one of the view's `names` changes, and colour them as long as the strip is open.
 *
 * `read(signal)` reads the answer, `list(answer)` its areas, `draw(answer)` tells how the map shows them and
 * `describe(area)` what the bubble says, `describePage(answer)` the title and legend [{colour, text}] of a page with
 * them, and the name of their figure, for the legend on the map.
 * Returns the loader.
 */
export function useColouredAreas({ names, read, list, draw, describe, describePage }) {
  const loader = useMemo(createLoader, []);
  const bubble = useMemo(() => createZoneBubble(describe), []);
  const question = names.map((name) => view.value[name]).join();

  async function load() {
    await loader.load(read);
    paint();
  }

  function paint() {
    const answer = loader.value;
    if (!answer) return;
    const drawn = draw(answer);
    show({ zones: drawn });
    zoneLegend.value = { ...describePage(answer), hasEmpty: hasEmpty(drawn) };
    bubble.begin(list(answer), drawn);
  }

  useHiddenHouseholds();
  useEffect(() => {
    isTall.value = false; // the coloured map is what was asked for
    if (getMap()) showArea(view.peek());
    return () => {
      loader.abort();
      show({ zones: null });
      zoneLegend.value = null;
      bubble.end();
    };
  }, []);
  useEffect(() => {
    load();
  }, [question]);
  const isMapThere = zoomLevel.value !== null; // an answer may come before the map
  useEffect(paint, [isMapThere]);
  // At once: a page is drawn by day, in the colours of its legend, and what is on the screen as before.
  useEffect(() => isDark.subscribe(paint), []);
  return loader;
}
