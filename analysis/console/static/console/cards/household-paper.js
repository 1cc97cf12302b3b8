/** The browser's own printing of an open card prints the household's sheet, as the card's button does. */

import { offerPaper } from "../components/paper.js";
import { isOffline } from "../offline/offline-line.js";
import { useEffect } from "../preact.js";
import { view } from "../state/view.js";

/** Without its module, which a device without a connection may lack, the card itself is printed, by its style. */
const warn = (error) => isOffline.value || console.warn("papier", error);

/** Offer the sheet of what the card has read, and whole once its code and payments are read. */
export function useSheet(found, readMoney) {
  const isInSight = view.value.vue === "carte";
  useEffect(() => {
    let isOpen = isInSight;
    const offer = async () => {
      const { makeSheet, readSheet } = await import("../household/sheet.js");
      if (isOpen) offerPaper(makeSheet(found));
      const more = isOpen && (await readSheet(found, readMoney));
      if (isOpen) offerPaper(makeSheet(found, more));
    };
    if (isOpen) offer().catch(warn);
    return () => {
      isOpen = false;
      offerPaper(null);
    };
  }, [found.household, isInSight]);
}
