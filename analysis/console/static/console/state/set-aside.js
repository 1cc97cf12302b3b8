/** Households that give way on the map to what is shown in their place: areas in colours, or the points of an answer.
 *
 * The address says that they did ("-menages" among the layers), so that they come back after a reload, too.
 */

import { setView, view } from "./view.js";

const [LAYER, ASIDE] = ["menages", "-menages"];
const replace = (one, other) =>
  setView({ couches: view.peek().couches.map((name) => (name === one ? other : name)) }, { replace: true });

/** Take the households off the map, where they are on it. */
export const setHouseholdsAside = () => replace(LAYER, ASIDE);

/** Draw the households again that were set aside; not those that somebody took off. */
export const bringHouseholdsBack = () => replace(ASIDE, LAYER);
