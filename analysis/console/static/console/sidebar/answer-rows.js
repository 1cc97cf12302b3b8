/** What an answer found, one by one: each leads to its card, its complaint or its place on the map. */

import { distance, t } from "../i18n.js";
import { visit } from "../map/map.js";
import { html } from "../preact.js";
import { setView } from "../state/view.js";
import { closeDrawer } from "./drawer.js";

const MOST = 10;
const MOST_HOUSEHOLDS = 5; // map and list show all of them
const KINDS = ["lister", "proche"];
const visitPlace = ({ id, latitude, longitude }) =>
  visit(latitude === undefined ? `localite/${id}` : `localite/${id}/${latitude.toFixed(5)}/${longitude.toFixed(5)}`);
const OPENERS = {
  menages: ({ id }) => visit(`menage/${id}`),
  plaintes: ({ id }) => setView({ vue: "plaintes", element: id, onglet: null, filtre: null, page: 1 }),
  localites: visitPlace,
};

/** Say where one lies, and how far where that was asked for. */
const describe = (one) =>
  [one.chef && one.nom, one.localite ?? one.secteur, one.distance && distance(one.distance)]
    .filter(Boolean)
    .join(" · ");

/** Return whether the rows of an answer can be opened; else the sentence alone names them. */
export const hasLinks = (plan, rows) => Boolean(OPENERS[plan?.sujet] && KINDS.includes(plan.genre) && rows.length);

/** Show the first of the found rows as links. */
export function AnswerRows({ plan, rows }) {
  if (!hasLinks(plan, rows)) return null;
  const open = OPENERS[plan.sujet];
  function follow(one) {
    open(one);
    closeDrawer();
  }
  const row = (one) => html`
    <li key=${one.id}>
      <button type="button" class="lien" onClick=${() => follow(one)}>${one.chef ?? one.nom}</button>
      <span class="doux petit">${describe(one)}</span>
    </li>
  `;
  return html`<ul class="trouves-reponse" aria-label=${t("assistant.trouves")}>${rows.slice(0, plan.sujet === "menages" ? MOST_HOUSEHOLDS : MOST).map(row)}</ul>`;
}
