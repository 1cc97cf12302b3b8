/** Where the numbers of the dashboard lead: to the list that they count. */

import { html } from "../preact.js";
import { findAddress } from "../state/view.js";

/** Write parameters of the API as one text; those without a value are left out. */
function formatQuery(query) {
  const set = Object.entries(query).filter(([, value]) => value !== "" && value !== null && value !== undefined);
  return set.length ? new URLSearchParams(set).toString() : null;
}

/** Return the address of a list of the dashboard, narrowed by parameters of the API. */
const findList = (list, query) => findAddress({ vue: "tableau", onglet: list, filtre: formatQuery(query) });

/** Show a number that leads to the list which it counts. */
export const ListLink = ({ list, query = {}, children }) => html`
  <a class="chiffre" href=${findList(list, query)}>${children}</a>
`;

// The lists of the dashboard itself, by their address in the API.
const OWN = { "/api/plaintes": "plaintes" };
// Pages that show by themselves what waits.
const STATES = { collecte: "soumis", doublons: "ouvert" };

/** Return the address of the page where an entry of the agenda is worked on. */
export function findWork({ vue, liste, parametres }) {
  if (liste === "/api/jobs") return findAddress({ vue: "taches", filtre: formatQuery(parametres) });
  if (vue === "tableau") return findList(OWN[liste], parametres);
  if (vue in STATES) return findAddress({ vue, statut: STATES[vue] });
  return findAddress({ vue, filtre: formatQuery(parametres) });
}

/** Return the address of what an activity was about, or null. */
export function findSubject({ type, metadata }) {
  if (type === "plainte") return findList("plaintes", { search: metadata.reference });
  if (metadata.cycleId) return findAddress({ vue: "cycles", element: metadata.cycleId });
  return metadata.codeMenage ? findAddress({ vue: "carte", fiche: `menage/${metadata.id}` }) : null;
}
