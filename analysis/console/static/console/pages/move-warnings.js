/** What the rules of quality find wrong with the forms that are about to go on: said once more before they do. */

import { Icon } from "../components/icon.js";
import { number, t } from "../i18n.js";
import { html } from "../preact.js";
import { nameFault } from "./quality-score.js";

/** The transitions that take a form for right. */
const APPROVING = ["valider", "integrer"];
const SPELT_OUT = 3; // forms that are named before their warnings are only counted

const listFaults = ({ problemesQualite }) => problemesQualite ?? [];

const Form = ({ item }) => html`
  <li>
    <strong>${item.codeMenage}</strong>${" : "}
    ${listFaults(item).map((fault, place) => html`${place > 0 && ", "}${nameFault(fault)}`)}
  </li>
`;

/** Count the forms of each warning: [{fault, count}], the most frequent first. */
function countFaults(rows) {
  const found = new Map();
  for (const fault of rows.flatMap(listFaults)) {
    const { count } = found.get(fault.code) ?? { count: 0 };
    found.set(fault.code, { fault, count: count + 1 });
  }
  return [...found.values()].sort((one, other) => other.count - one.count);
}

const Count = ({ fault, count }) => html`<li>${nameFault(fault)}${" : "}<strong>${number(count)}</strong></li>`;

/** `rows`: those of the chosen forms that are known here; `count`: how many were chosen. */
export function MoveWarnings({ name, rows, count }) {
  if (!APPROVING.includes(name)) return null;
  const faulty = rows.filter((row) => listFaults(row).length > 0);
  const unseen = count - rows.length;
  if (!faulty.length && !(unseen > 0)) return null;
  const items =
    faulty.length > SPELT_OUT
      ? countFaults(faulty).map((one) => html`<${Count} key=${one.fault.code} ...${one} />`)
      : faulty.map((item) => html`<${Form} key=${item.id} item=${item} />`);
  return html`
    <div class="note" id="avertissements-acte">
      ${
        faulty.length > 0 &&
        html`<p><${Icon} name="warning" />${" "}${t("collecte.avertis", { n: faulty.length })}</p><ul>${items}</ul>`
      }
      ${unseen > 0 && html`<p>${t("collecte.avertis.ailleurs", { n: unseen })}</p>`}
    </div>
  `;
}
