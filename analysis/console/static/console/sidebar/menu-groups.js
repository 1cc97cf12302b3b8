/** How the pages stand in the menu: few at first, the others in groups by the kind of work. */

import { may } from "../server/session.js";
import { listMenuPages } from "../state/pages.js";

/** Each group with its icon, in the menu's order. */
const GROUPS = {
  registre: "list",
  ciblage: "funnel",
  paiements: "columns",
  reponse: "speech",
  administration: "people",
};
const MAP = { id: "carte", icon: "map" };
/** The register's list stands beneath the map. */
const LIST = { id: "carte", icon: "list", bande: "liste", permissions: ["registre.lire"] };
const NEW = { id: "menage", icon: "plus", element: "nouveau" };
// The pages that somebody works with who only collects.
const FIELD = ["collecte", "plaintes"];

// Of these the first that are open to somebody who decides stand at the foot of a phone.
const FIRST = ["tableau", "collecte", "plaintes", "cycles"];
const MOST_FIRST = 4;

/** Return whether somebody registers households and decides nothing: a surveyor. */
export const isFieldWorker = () => may("registre.creer") && !may("registre.valider");

/** Make a group of several pages; a page alone stands for itself. */
function makeGroup(id, icon, pages) {
  if (pages.length < 2) return pages;
  return [{ id, icon, pages }];
}

/** List what the menu shows: pages {id, icon, bande?, element?}, and groups {id, icon, pages}. */
export function listMenu() {
  const pages = listMenuPages();
  const lists = LIST.permissions.every(may) ? [LIST] : [];
  if (isFieldWorker()) {
    const own = FIELD.flatMap((id) => pages.filter((page) => page.id === id));
    const others = pages.filter((page) => !own.includes(page));
    return [MAP, own[0], NEW, ...own.slice(1), ...makeGroup("autres", "tiles", [...lists, ...others])].filter(Boolean);
  }
  const single = pages.filter((page) => !page.group);
  const grouped = Object.entries(GROUPS).flatMap(([id, icon]) =>
    makeGroup(id, icon, [...(id === "registre" ? lists : []), ...pages.filter((page) => page.group === id)]),
  );
  return [MAP, ...single, ...grouped];
}

/** List the pages that somebody uses most, the map first: at most MOST_FIRST. */
export function listFirstPages() {
  const first = isFieldWorker()
    ? listMenu().filter((one) => !one.pages)
    : [MAP, ...FIRST.flatMap((id) => listMenuPages().filter((page) => page.id === id))];
  return first.slice(0, MOST_FIRST);
}
