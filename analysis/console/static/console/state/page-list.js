/** The pages beside the map: what they are called, and the permissions that open each; one of them is enough;
 * and the group of the menu in which a page stands. */

const USERS = "administration.utilisateurs";
const DASHBOARD = ["registre.lire", "transferts.lire", "plaintes.lire"];
// Who prepares, decides, sends or matches payments, or audits: as the API opens the accounts (decision 0345).
const PAYS = [
  ...["creer", "calculer", "soumettre", "reinitialiser_validation", "executer", "rapprocher"],
  ...["gerer_comptes", "gerer_tarifs"],
  ...[1, 2, 3, 4].map((level) => `valider_niveau_${level}`),
].map((action) => `transferts.${action}`);
const TREASURY = [...PAYS, "administration.audit"];
/** @type {{id: string, icon: string, group?: string, permissions: string[], isApart?: boolean}[]} */
export const PAGES = [
  { id: "tableau", icon: "tiles", permissions: DASHBOARD },
  { id: "collecte", group: "registre", icon: "board", permissions: ["registre.lire"] },
  { id: "doublons", group: "registre", icon: "pair", permissions: ["registre.lire"] },
  { id: "qualite", group: "registre", icon: "gauge", permissions: ["registre.valider"] },
  { id: "programmes", group: "ciblage", icon: "list", permissions: ["transferts.lire"] },
  { id: "eligibilite", group: "ciblage", icon: "funnel", permissions: ["transferts.lire"] },
  { id: "laboratoire", group: "ciblage", icon: "flask", permissions: ["registre.lire"] },
  { id: "graduation", group: "ciblage", icon: "cap", permissions: ["transferts.lire"] },
  { id: "cycles", group: "paiements", icon: "clock", permissions: ["transferts.lire"] },
  { id: "tresorerie", group: "paiements", icon: "chart", permissions: TREASURY },
  { id: "rapprochement", group: "paiements", icon: "columns", permissions: TREASURY },
  { id: "plaintes", group: "reponse", icon: "speech", permissions: ["plaintes.lire", "plaintes.creer"] },
  {
    id: "protection",
    group: "reponse",
    icon: "target",
    permissions: ["vbg.lire", "vbg.importer", "vbg.saisir", "vbg.voir_cas"],
  },
  { id: "import", group: "registre", icon: "upload", permissions: ["registre.importer"] },
  { id: "taches", group: "administration", icon: "tasks", permissions: ["registre.importer", ...DASHBOARD] },
  { id: "comptes", group: "administration", icon: "people", permissions: [USERS, "administration.roles"] },
  // Reached from a card, or from the numbers beside the map.
  { id: "menage", icon: "pen", permissions: ["registre.modifier", "registre.creer"], isApart: true },
  // Reached by what says how much waits.
  { id: "attente", icon: "upload", permissions: [], isApart: true },
  // Reached from one's own account, not from the menu.
  { id: "profil", icon: "person", permissions: [], isApart: true },
  { id: "cles", icon: "map", permissions: ["geo.lire"], isApart: true },
];

/** List the pages that are open to whoever `holds(permission)`; one without permissions is everybody's. */
export const listPagesOf = (holds) => PAGES.filter(({ permissions }) => !permissions.length || permissions.some(holds));
