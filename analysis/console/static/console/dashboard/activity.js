/** What was done lately, by whom, each with the way to what it was about. */

import { Loaded } from "../components/feedback.js";
import { date, t } from "../i18n.js";
import { html } from "../preact.js";
import { activity } from "./dashboard-state.js";
import { findSubject } from "./links.js";

function Line({ item }) {
  const subject = findSubject(item);
  const { times } = item;
  const said = [
    item.user?.nom ?? t("tableau.service"),
    date(item.timestamp),
    times > 1 && t("tableau.fois", { n: times }),
  ]
    .filter(Boolean)
    .join(" · ");
  return html`
    <li>
      <p>${subject ? html`<a class="lien" href=${subject}>${item.description}</a>` : item.description}</p>
      <p class="doux petit">${said}</p>
    </li>
  `;
}

const FEW = 2; // that many of a kind stand as they are

/** Say what happened without what it happened to. */
const findKind = ({ type, description, metadata, user }) => {
  const name = metadata.reference ?? metadata.codeMenage;
  return [type, user?.id, name ? description.replace(name, "") : description].join();
};

/** Put what follows one another and is of one kind together. */
function groupItems(items) {
  const groups = /** @type {any[][]} */ ([]);
  for (const item of items) {
    const last = groups.at(-1);
    if (last && findKind(last[0]) === findKind(item)) last.push(item);
    else groups.push([item]);
  }
  return groups;
}

/** Put what was done to the same thing several times into one: the latest, with how many `times`. */
function mergeRepeats(items) {
  const found = new Map();
  for (const item of items) {
    const known = found.get(item.description);
    found.set(item.description, known ? { ...known, times: known.times + 1 } : { ...item, times: 1 });
  }
  return [...found.values()];
}

/** Show the latest of many of a kind, and the others behind it. */
function Group({ items }) {
  const [latest, ...others] = mergeRepeats(items);
  if (others.length < FEW) return [latest, ...others].map((item) => html`<${Line} item=${item} />`);
  return html`
    <${Line} item=${latest} />
    <li>
      <details>
        <summary>${t("tableau.autres", { n: others.length })}</summary>
        <ul class="parcours">${others.map((item) => html`<${Line} item=${item} />`)}</ul>
      </details>
    </li>
  `;
}

const Lines = ({ items }) =>
  items.length
    ? html`<ul class="parcours">${groupItems(items).map((group) => html`<${Group} items=${group} />`)}</ul>`
    : html`<p class="doux">${t("tableau.calme")}</p>`;

export const Activity = () => html`
  <section class="feuille" aria-labelledby="activite">
    <h2 id="activite">${t("tableau.activite")}</h2>
    <${Loaded} from=${activity}>${(items) => html`<${Lines} items=${items} />`}<//>
  </section>
`;
