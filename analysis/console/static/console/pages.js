/** The pages beside the map: one line each. A page's module is read when the page is first opened. */

import { may } from "./session.js";
import * as state from "./state.js";

const PAGES = [
  { id: "collecte", icon: "board", permissions: ["registre.lire"], load: () => import("./pages/collection.js") },
  { id: "doublons", icon: "pair", permissions: ["registre.lire"], load: () => import("./pages/duplicates.js") },
  { id: "qualite", icon: "gauge", permissions: ["registre.valider"], load: () => import("./pages/quality.js") },
  { id: "import", icon: "upload", permissions: ["registre.importer"], load: () => import("./importer.js") },
  { id: "comptes", icon: "people", permissions: ["administration.utilisateurs", "administration.roles"], load: () => import("./pages/accounts.js") },
];

/** The pages that the user may open. */
export const offered = () => PAGES.filter((page) => page.permissions.some(may));

/** The page that the address names, whether or not the user may open it. */
export const current = () => PAGES.find((page) => page.id === state.get().vue) ?? null;
