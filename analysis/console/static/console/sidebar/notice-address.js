/** Where a notification leads in the console: to what it is about. */

import { findAddress } from "../state/view.js";

// By the link of a notification: the page of what its data names.
const PAGES = {
  "/plaintes": ({ plainteId }) => ({ vue: "plaintes", element: plainteId ?? null }),
  "/rapprochement": ({ sessionId, cycleId }) =>
    sessionId ? { vue: "rapprochement", element: sessionId } : { vue: "cycles", element: cycleId ?? null },
  "/cycles": ({ cycleId }) => ({ vue: "cycles", element: cycleId ?? null }),
  "/programmes": () => ({ vue: "programmes" }),
  "/comptes": () => ({ vue: "tresorerie" }),
  "/utilisateurs": () => ({ vue: "comptes" }),
};

/** Return the address of what a notification is about, or null where the console has no page of it. */
export function findNoticeAddress({ link, data, category }) {
  if (link in PAGES) return findAddress(PAGES[link](data ?? {}));
  if (!data?.jobId) return null;
  if (category === "menage" && data.statut === "termine") return findAddress({ vue: "carte" });
  return findAddress({ vue: "taches" });
}
