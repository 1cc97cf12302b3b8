/** What an import would do, before it is agreed to: in numbers, and line by line of the households that are known. */

import { number, t } from "../i18n.js";
import { html } from "../preact.js";
import { countFaultyLines, countHouseholds } from "./counts.js";
import { mode } from "./settings-state.js";

const MOST_OPEN = 10; // lines that are named without being asked for

/** Show a number over what it counts. */
export const Tile = ({ value, label, kind = "" }) => html`
  <div class="carreau ${kind}"><strong>${number(value)}</strong><span>${label}</span></div>
`;

/** Tell what becomes of known households: {name: count}. Of an update the check knows which it leaves as they are.
 * @returns {Record<string, number>} */
function countKnown({ total_connus: known, connus_modifies: changed }) {
  return mode.value === "update" ? { update: changed, inchange: known - changed } : { [mode.value]: known };
}

/** Count what becomes of the lines of a file. */
export function Effects({ found }) {
  const counts = countHouseholds(found);
  if (!counts?.known) return null;
  const { fresh } = counts;
  const faulty = countFaultyLines(found);
  const parts = {
    ...(fresh !== null && { nouveaux: fresh }),
    ...countKnown(found.stats),
    ...(faulty && { fautives: faulty }),
  };
  return html`
    <div class="carreaux" id="effets-import" role="group" aria-label=${t("import.effets")}>
      ${Object.entries(parts).map(
        ([name, n]) => html`<${Tile} key=${name} value=${n} label=${t(`import.effet.${name}`, { n })} />`,
      )}
    </div>
  `;
}

/** Say what becomes of a line of a known household. */
const describeLine = ({ ligne, code, modifie }) =>
  t(`import.connu.${modifie === false ? "inchange" : mode.value}`, { n: ligne, code });

/** Say how many lines are of registered households, which the first are, and what becomes of each. */
export function Known({ count, lines }) {
  const rest = count - lines.length;
  return html`
    <details class="suite" id="lignes-connues" open=${count <= MOST_OPEN}>
      <summary>${t(mode.value === "create" ? "import.dejaconnus" : "import.enregistres", { n: count })}</summary>
      <ul class="doux">
        ${lines.map((line) => html`<li key=${line.ligne}>${describeLine(line)}</li>`)}
        ${rest > 0 && html`<li>${t("import.enregistres.autres", { n: rest })}</li>`}
      </ul>
    </details>
  `;
}
