/** What the map's colours, sizes and symbols mean, on the map itself: as much as is drawn now. */

import { Icon, ServiceSymbol } from "../components/icon.js";
import { code, t } from "../i18n.js";
import { heldDrawn } from "../offline/held-points.js";
import { beganOffline } from "../offline/offline-line.js";
import { html, signal } from "../preact.js";
import { view } from "../state/view.js";
import { drawnAnswer, listAnswerSteps } from "./answer.js";
import { isPhone } from "./padding.js";
import { POVERTY, SERVICES } from "./palette.js";
import { SizeLegend } from "./size-legend.js";
import { hasComplaints, hasHouseholds } from "./style.js";
import { ZoneLegend, zoneLegend } from "./zone-legend.js";

/** Whether it is folded away: on a phone it would cover what lies below. */
const isFolded = signal(isPhone());
const toggle = () => {
  isFolded.value = !isFolded.value;
};

/** The colours; beside a filter by category only that one is drawn. */
function Colours() {
  const { categorie } = view.value;
  const steps = POVERTY.filter((step) => !categorie || step.code === categorie);
  const line = (step) => html`
    <li key=${step.code}>
      <span class="pastille" style=${{ background: step.colour }} />${code("categorie", step.code)}
    </li>
  `;
  return html`
    <ul>
      ${steps.map(line)}
      ${!categorie && html`<li><span class="pastille creuse" />${t("categorie.sans")}</li>`}
    </ul>
  `;
}

const Services = ({ layers }) => html`
  <ul class="legende-services">
    ${layers.map(
      (layer) => html`<li key=${layer}><${ServiceSymbol} layer=${layer} size=${16} />${t(`couche.${layer}`)}</li>`,
    )}
  </ul>
`;

/** What the assistant found, where it is not what the filters show anyway. */
function Answer({ answer }) {
  const name = t(answer.name);
  // Areas that a theme colours have its legend: of the answer they have the outlines.
  const steps = zoneLegend.value ? [] : listAnswerSteps(answer);
  if (!steps.length) {
    const sign = answer.kind === "points" ? "pastille reponse" : `zone-reponse ${answer.kind}`;
    return html`<ul class="legende-reponse"><li><span class=${sign} />${name}</li></ul>`;
  }
  const line = ({ colour, text }) => html`<li key=${text}><i style=${{ background: colour }} />${text}</li>`;
  return html`<div class="legende-zones legende-reponse"><p>${name}</p><ul>${steps.map(line)}</ul></div>`;
}

/** What opens it: with the colours, where they are drawn. */
const Folded = ({ isGrouped }) => html`
  <button type="button" class="bouton legende-pliee" aria-expanded="false" onClick=${toggle}>
    ${
      isGrouped &&
      html`<span class="couleurs" aria-hidden="true">
        ${POVERTY.map((step) => html`<i class="pastille" key=${step.code} style=${{ background: step.colour }} />`)}
      </span>`
    }
    ${t("legende")}
  </button>
`;

export function MapLegend() {
  const { couches, bande } = view.value;
  const services = Object.keys(SERVICES).filter((layer) => couches.includes(layer));
  const layers = hasComplaints(view.value) ? [...services, "plaintes"] : services;
  // A page that was opened offline draws those alone that the device keeps.
  const isGrouped = hasHouseholds(view.value) && (!beganOffline.value || heldDrawn.value !== null);
  const answer = drawnAnswer.value;
  const hasZones = zoneLegend.value !== null;
  if (!isGrouped && !layers.length && !answer && !hasZones) return null;
  // Over a strip, coloured areas need theirs; and paper has no button to open it.
  const isAway = isFolded.value && !(bande && hasZones);
  return html`
    ${isAway && html`<${Folded} isGrouped=${isGrouped} />`}
    <div
      class=${isAway ? "legende-carte pliee" : "legende-carte"} data-bande=${bande} role="group"
      aria-label=${t("carte.legende")}
    >
      ${hasZones && html`<${ZoneLegend} />`}
      ${isGrouped && html`<${Colours} />`}
      ${isGrouped && html`<${SizeLegend} />`}
      ${layers.length > 0 && html`<${Services} layers=${layers} />`}
      ${answer && html`<${Answer} answer=${answer} />`}
      <button
        type="button" class="plie-legende" aria-expanded="true" aria-label=${t("legende.plier")} onClick=${toggle}
      >
        <${Icon} name="lower" />
      </button>
    </div>
  `;
}
