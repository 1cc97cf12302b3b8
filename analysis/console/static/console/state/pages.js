/** The pages beside the map: one line each. A page's module is read when the page is first opened. */

import { may } from "../server/session.js";
import { view } from "./view.js";

const USERS = "administration.utilisateurs";
const DASHBOARD = ["registre.lire", "transferts.lire", "plaintes.lire"];
const PAGES = [
  { id: "tableau", icon: "tiles", permissions: DASHBOARD, load: () => import("../dashboard/dashboard.js") },
  { id: "collecte", icon: "board", permissions: ["registre.lire"], load: () => import("../pages/collection.js") },
  { id: "doublons", icon: "pair", permissions: ["registre.lire"], load: () => import("../pages/duplicates.js") },
  { id: "qualite", icon: "gauge", permissions: ["registre.valider"], load: () => import("../pages/quality.js") },
  { id: "programmes", icon: "list", permissions: ["transferts.lire"], load: () => import("../payments/programmes.js") },
  {
    id: "eligibilite",
    icon: "funnel",
    permissions: ["transferts.lire"],
    load: () => import("../targeting/eligibility.js"),
  },
  {
    id: "laboratoire",
    icon: "flask",
    permissions: ["registre.lire"],
    load: () => import("../targeting/laboratory.js"),
  },
  {
    id: "graduation",
    icon: "cap",
    permissions: ["transferts.lire"],
    load: () => import("../graduation/graduation.js"),
  },
  { id: "cycles", icon: "clock", permissions: ["transferts.lire"], load: () => import("../payments/cycles.js") },
  { id: "tresorerie", icon: "chart", permissions: ["transferts.lire"], load: () => import("../payments/treasury.js") },
  {
    id: "rapprochement",
    icon: "columns",
    permissions: ["transferts.lire"],
    load: () => import("../reconciliation/sessions.js"),
  },
  {
    id: "plaintes",
    icon: "speech",
    permissions: ["plaintes.lire", "plaintes.creer"],
    load: () => import("../complaints/complaints.js"),
  },
  {
    id: "protection",
    icon: "target",
    permissions: ["vbg.lire", "vbg.importer", "vbg.saisir", "vbg.voir_cas"],
    load: () => import("../protection/protection.js"),
  },
  { id: "import", icon: "upload", permissions: ["registre.importer"], load: () => import("../imports/import-page.js") },
  {
    id: "taches",
    icon: "tasks",
    permissions: ["registre.importer", ...DASHBOARD],
    load: () => import("../pages/jobs.js"),
  },
  {
    id: "comptes",
    icon: "people",
    permissions: [USERS, "administration.roles"],
    load: () => import("../pages/accounts.js"),
  },
  // Reached from a card, or from the numbers beside the map.
  {
    id: "menage",
    icon: "pen",
    permissions: ["registre.modifier", "registre.creer"],
    isApart: true,
    load: () => import("../household/form.js"),
  },
  // Reached from one's own account, not from the menu.
  { id: "profil", icon: "person", permissions: [], isApart: true, load: () => import("../pages/profile.js") },
  { id: "cles", icon: "map", permissions: ["geo.lire"], isApart: true, load: () => import("../pages/keys.js") },
];

/** List the pages that the user may open, or whoever `holds(permission)`; one without permissions is everybody's. */
export const listOfferedPages = (holds = may) =>
  PAGES.filter(({ permissions }) => !permissions.length || permissions.some(holds));

/** List those of them that the menu names. */
export const listMenuPages = (holds = may) => listOfferedPages(holds).filter((page) => !page.isApart);

/** Find the page that the address names, whether or not the user may open it. */
export const findCurrentPage = () => PAGES.find((page) => page.id === view.value.vue) ?? null;
