/** The modules of the pages beside the map: one line each. A page's module is read when the page is first opened. */

import * as waitingPage from "../offline/waiting-page.js";
import { may } from "../server/session.js";
import { listPagesOf, PAGES } from "./page-list.js";
import { view } from "./view.js";

/** @type {Record<string, () => Promise<any>>} */
const MODULES = {
  tableau: () => import("../dashboard/dashboard.js"),
  collecte: () => import("../pages/collection.js"),
  doublons: () => import("../pages/duplicates.js"),
  qualite: () => import("../pages/quality.js"),
  programmes: () => import("../payments/programmes.js"),
  eligibilite: () => import("../targeting/eligibility.js"),
  laboratoire: () => import("../targeting/laboratory.js"),
  graduation: () => import("../graduation/graduation.js"),
  cycles: () => import("../payments/cycles.js"),
  tresorerie: () => import("../payments/treasury.js"),
  rapprochement: () => import("../reconciliation/sessions.js"),
  plaintes: () => import("../complaints/complaints.js"),
  protection: () => import("../protection/protection.js"),
  import: () => import("../imports/import-page.js"),
  taches: () => import("../pages/jobs.js"),
  comptes: () => import("../pages/accounts.js"),
  menage: () => import("../household/form.js"),
  profil: () => import("../pages/profile.js"),
  // Needed where there is no connection to read it by.
  attente: async () => waitingPage,
  cles: () => import("../pages/keys.js"),
};

/** Read the module of a page. */
export const readModule = (page) => MODULES[page.id]();

/** List the pages that the user may open. */
export const listOfferedPages = () => listPagesOf(may);

/** List those of them that the menu names. */
export const listMenuPages = () => listOfferedPages().filter((page) => !page.isApart);

/** Find the page that the address names, whether or not the user may open it. */
export const findCurrentPage = () => PAGES.find((page) => page.id === view.value.vue) ?? null;
