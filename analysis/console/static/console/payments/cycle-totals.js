/** What a cycle pays and how far it is: each number of payments leads to them. */

import { number, t } from "../i18n.js";
import { html } from "../preact.js";
import { currentUser } from "../server/session.js";
import { findAddress } from "../state/view.js";
import { describeMissing, money, Tile } from "./parts.js";

/** Return the address of a tab of a cycle, of its payments narrowed to a state. */
const findTab = (cycle, onglet, statut = null) => findAddress({ vue: "cycles", element: cycle.id, onglet, statut });

/** The lists stand below what is known of the whole: who follows a number to one is brought there. */
const showLists = () =>
  requestAnimationFrame(() => document.querySelector(".volets-groupes")?.scrollIntoView({ block: "start" }));

const ListTile = ({ count, name, href, kind = "", part = null }) => html`
  <${Tile}
    value=${number(count)} label=${t(name, { n: count })} kind=${count ? kind : ""} href=${count ? href : null}
    onOpen=${showLists} part=${part}
  />
`;

/** How far the payments are: what arrived, and one tile for each state in which some are, which leads to them. */
function States({ cycle, runs }) {
  const { planifies, nombre, enCours, reussis, echoues, partiels, montantRecu } = cycle.totaux;
  const isBegun = enCours + reussis + echoues > 0;
  const unknown = runs.reduce((sum, run) => sum + run.inconnus, 0);
  const ofState = (statut) => findTab(cycle, "paiements", statut);
  // Who received less than was ordered was paid: a part of that number, and not one beside it.
  const part = partiels > 0 && { label: t("paiements.partiels", { n: partiels }), href: findTab(cycle, "partiels") };
  /** @type {[boolean, number, string, string, string, any?][]} */
  const all = [
    [planifies > 0 && planifies < nombre, planifies, "paiements.restants", ofState("planifie"), ""],
    // Where the operator answered nothing of any of them, the next tile says both.
    [enCours > 0 && enCours !== unknown, enCours, "paiements.encours", ofState("en_cours"), ""],
    [unknown > 0, unknown, "paiements.inconnus", findTab(cycle, "inconnus"), "ambre"],
    [isBegun, reussis, "paiements.reussis", ofState("reussi"), "vert", part],
    [isBegun, echoues, "paiements.echoues", ofState("echoue"), "rouge"],
  ];
  const visible = all.filter(([isVisible]) => isVisible);
  if (!visible.length) return null;
  const tile = ([, count, name, href, kind, part = null]) => html`
    <${ListTile} key=${name} count=${count} name=${name} href=${href} kind=${kind} part=${part} />
  `;
  return html`
    <div class="carreaux">
      ${reussis > 0 && html`<${Tile} value=${money(montantRecu)} label=${t("cycles.arrives")} kind="vert" />`}
      ${visible.map(tile)}
    </div>
  `;
}

/** Say what of the list did not arrive, and why, once something failed; the cycle's note says what is under way. */
function describeLack({ enCours, echoues, planifies, partiels, ...sums }) {
  if (echoues + partiels === 0) return "";
  return describeMissing([
    ["echoues", echoues, sums.montantEchoue],
    ["partiels", partiels, sums.montantManquant],
    ["encours", enCours, sums.montantEnCours],
    ["apayer", planifies, sums.montantPlanifie],
  ]);
}

/** Show what the list pays; fees and the sum of both only where some were applied. */
const Amounts = ({ montant, frais }) =>
  frais
    ? html`
      <${Tile} value=${money(montant)} label=${t("cycles.sansfrais")} />
      <${Tile} value=${money(frais)} label=${t("cycles.lesfrais")} />
      <${Tile} value=${money(montant + frais)} label=${t("cycles.avecfrais")} />
    `
    : html`<${Tile} value=${money(montant)} label=${t(montant ? "cycles.sansgrille" : "cycles.sansfrais")} />`;

export function Totals({ cycle, runs }) {
  if (!cycle.calculeLe && !cycle.totaux.nombre) return null; // the steps say that the list is to be calculated
  const { nombre, montant, frais, exclus } = cycle.totaux;
  if (!nombre && !exclus && currentUser()?.regions?.length) {
    return html`<p class="note">${t("cycles.horsregions.texte")}</p>`;
  }
  const lack = describeLack(cycle.totaux);
  return html`
    <div class="pile totaux">
      <div class="carreaux">
        <${ListTile} count=${nombre} name="paiements" href=${findTab(cycle, "paiements")} />
        ${exclus > 0 && html`<${ListTile} count=${exclus} name="paiements.exclus" href=${findTab(cycle, "exclus")} />`}
        <${Amounts} montant=${montant} frais=${frais} />
      </div>
      ${lack && html`<p class="note">${lack}</p>`}
      <${States} cycle=${cycle} runs=${runs} />
    </div>
  `;
}
