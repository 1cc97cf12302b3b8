/** What was done lately, by whom, each with the way to what it was about. */

import { Loaded } from "../components/feedback.js";
import { date, t } from "../i18n.js";
import { html } from "../preact.js";
import { activity } from "./dashboard-state.js";
import { findSubject } from "./links.js";

function Line({ item }) {
  const subject = findSubject(item);
  const said = [item.user?.nom ?? t("tableau.service"), date(item.timestamp)].join(" · ");
  return html`
    <li>
      <p>${subject ? html`<a class="lien" href=${subject}>${item.description}</a>` : item.description}</p>
      <p class="doux petit">${said}</p>
    </li>
  `;
}

const Lines = ({ items }) =>
  items.length
    ? html`<ul class="parcours">${items.map((item) => html`<${Line} item=${item} />`)}</ul>`
    : html`<p class="doux">${t("tableau.calme")}</p>`;

export const Activity = () => html`
  <section class="feuille" aria-labelledby="activite">
    <h2 id="activite">${t("tableau.activite")}</h2>
    <${Loaded} from=${activity}>${(items) => html`<${Lines} items=${items} />`}<//>
  </section>
`;
