/** Hide the households while areas are coloured: circles over coloured areas cannot be read. */

import { useLayoutEffect } from "../preact.js";
import { setView, view } from "../state/view.js";

export function useHiddenHouseholds() {
  useLayoutEffect(() => {
    const { couches } = view.peek();
    if (!couches.includes("menages")) return undefined;
    setView({ couches: couches.filter((layer) => layer !== "menages") }, { replace: true });
    return () => {
      const { couches: now } = view.peek();
      if (!now.includes("menages")) setView({ couches: [...now, "menages"] }, { replace: true });
    };
  }, []);
}
