/** The head of the map as the browser prints it: what is drawn, and of how many households. The filters follow it. */

import { number, t } from "../i18n.js";
import { html } from "../preact.js";
import { counts } from "../sidebar/counts.js";
import { view } from "../state/view.js";
import { drawnAnswer } from "./answer.js";
import { nameContent } from "./content-name.js";
import { hasHouseholds } from "./style.js";
import { zoneLegend } from "./zone-legend.js";

/** Say how many households the filters leave, and how many of them the map cannot show. */
function describeCount({ total, unplaced }) {
  const parts = [`${number(total)} ${t("menages", { n: total })}`];
  if (unplaced) parts.push(t("carte.imprimee.sansposition", { n: unplaced }));
  return parts.join(", ");
}

/** Return whether the map shows the households of the filters alone: no answer, no coloured areas. */
const isOfHouseholds = () => !drawnAnswer.value && !zoneLegend.value && hasHouseholds(view.value);

/** On the screen it is hidden (print.css): the sidebar says the same. */
export const PrintedHead = () => html`
  <header class="tete-imprimee">
    <h1>${nameContent()}</h1>
    ${counts.value && isOfHouseholds() && html`<p>${describeCount(counts.value)}</p>`}
  </header>
`;
