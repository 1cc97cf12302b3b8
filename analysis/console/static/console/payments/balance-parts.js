/** What the balance of an account is made of: parts that add up to it on screen. */

import { t } from "../i18n.js";
import { html } from "../preact.js";
import { money, Tile } from "./parts.js";

// What is shown of every account; the other parts where there is something of them.
const ALWAYS = new Set(["ouverture", "depots", "paiements"]);

const listParts = ({ statsResume: sums, ajustements: more }) =>
  /** @type {[string, number][]} */ ([
    ["ouverture", more.ouverture],
    ["depots", sums.totalDepots],
    ["paiements", -sums.totalPaiements],
    ["especes", more.especesRemises],
    ["rapportees", more.especesVersees],
    ["retours", more.retours],
    ["contrepasses", more.contrepassations],
    ["corrections", more.corrections],
  ]).filter(([name, amount]) => amount !== 0 || ALWAYS.has(name));

/** Write a part with its sign: it is added, or taken away. */
const sign = (amount) => `${amount < 0 ? "−" : "+"}\u00a0${money(Math.abs(amount))}`;

export const BalanceParts = ({ account }) => html`
  <section class="feuille" id="composition-solde">
    <h2>${t("tresorerie.composition")}</h2>
    <div class="carreaux">
      ${listParts(account).map(
        ([name, amount]) => html`<${Tile} key=${name} value=${sign(amount)} label=${t(`tresorerie.part.${name}`)} />`,
      )}
      <${Tile} value=${`=\u00a0${money(account.solde)}`} label=${t("solde")} />
    </div>
  </section>
`;
