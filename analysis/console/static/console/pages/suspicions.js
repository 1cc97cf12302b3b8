/** What makes a group suspect, drawn: a bar for the share, with how many of how many beneath. */

import { number, percent, t } from "../i18n.js";
import { html } from "../preact.js";

export const SUSPICIONS = [
  "sansGps",
  "gpsImprecis",
  "horsSecteur",
  "entretiensTropProches",
  "deplacementsImpossibles",
  "positionsPartagees",
];
const WATCH = 5; // percent: from here on worth a look
const GRAVE = 20; // percent: from here on worth a visit
const HEAPED = 125; // Whipple's index: rough data from here on (United Nations scale)
const BAD = 175; // very rough

function grade(value, watch, grave) {
  if (value >= grave) return "haute";
  return value >= watch ? "moyenne" : "faible";
}

const Bar = ({ share, kind, text, detail }) => html`
  <div class="mesure ${kind}">
    <div><b>${text}</b><span class="doux petit">${detail}</span></div>
    <span class="part" aria-hidden="true">
      <i class="teinte-${kind}" style=${{ width: `${Math.min(100, share)}%` }} />
    </span>
  </div>
`;

/** Return the share at which a bar is full: the largest of the groups, so that they compare; and never a trifle. */
export const findFullShare = (groups, name) => Math.max(2 * WATCH, ...groups.map((group) => group.taux[name]));

/** Show one suspicion of a group: "12 %" over "33 of 272". */
export function Suspicion({ group, name, fullShare }) {
  const share = group.taux[name];
  return html`
    <${Bar}
      share=${(100 * share) / fullShare} kind=${grade(share, WATCH, GRAVE)} text=${percent(share / 100)}
      detail=${t("suspicion.sur", { nombre: group[name], total: group.total })}
    />
  `;
}

/** Show Whipple's index: 100 is no heaping, 500 all ages round. */
export function Whipple({ group }) {
  const index = group.indiceWhipple;
  if (index === null) return html`<span class="doux">–</span>`;
  return html`
    <${Bar}
      share=${(index - 100) / 4} kind=${grade(index, HEAPED, BAD)} text=${number(index, 0)}
      detail=${t("suspicion.sur", { nombre: group.agesRonds, total: group.agesConnus })}
    />
  `;
}
