/** What needs the user today, the most urgent first: each entry leads to where it is worked on. */

import { Loaded } from "../components/feedback.js";
import { Icon } from "../components/icon.js";
import { number, t } from "../i18n.js";
import { html } from "../preact.js";
import { agenda } from "./dashboard-state.js";
import { findWork } from "./links.js";

/** Show the sentence of the server with its number grouped as everywhere else. */
function Sentence({ item }) {
  const [before, ...after] = item.description.split(String(item.nombre));
  return html`<span>${before}<b>${number(item.nombre)}</b>${after.join(String(item.nombre))}</span>`;
}

// What is a part of other work stands in its line: both would be counted twice.
const LATE = "plaintes_depassees";
const REPORTED = "plaintes_escaladees";

/** Join what was reported of the late complaints to them. */
function joinParts(items) {
  const part = items.find(({ code }) => code === REPORTED);
  if (!part || !items.some(({ code }) => code === LATE)) return items;
  return items.filter((item) => item !== part).map((item) => (item.code === LATE ? { ...item, part } : item));
}

const Entry = (item) => html`
  <li key=${item.code} class=${item.part ? "avec-part" : null}>
    <a class="affaire ${item.urgence}" href=${findWork(item)}>
      <${Sentence} item=${item} />
      <span class="insigne">${t(`tableau.urgence.${item.urgence}`)}</span>
      <${Icon} name="next" />
    </a>
    ${
      item.part &&
      html`<a class="lien petit" href=${findWork(item.part)} title=${item.part.description}>
        ${t("tableau.dont", { n: item.part.nombre })}
      </a>`
    }
  </li>
`;

const Nothing = () => html`<p class="dit"><${Icon} name="check" /><span>${t("tableau.rien")}</span></p>`;

const Entries = ({ items }) =>
  items.length ? html`<ul class="affaires">${items.map(Entry)}</ul>` : html`<${Nothing} />`;

export const Agenda = () => html`
  <section class="pile" aria-labelledby="a-faire">
    <h2 id="a-faire">${t("tableau.afaire")}</h2>
    <${Loaded} from=${agenda} lines=${3}>
      ${(items) => html`<${Entries} items=${joinParts(items)} />`}
    <//>
  </section>
`;
