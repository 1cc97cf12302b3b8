/** Our payment and their line, side by side, with what differs marked. */

import { code, date, number, t } from "../i18n.js";
import { money } from "../payments/parts.js";
import { html } from "../preact.js";
import { findDifferences } from "./entry-rules.js";

/** Format a difference with its sign. */
export const signed = (amount) => `${amount > 0 ? "+" : "−"}${number(Math.abs(amount))}`;

/** Show a value; what differs from the other side is marked, and said to who does not see it. */
const Value = ({ name, marks, children }) =>
  marks.has(name)
    ? html`<mark>${children}<span class="hors-vue"> ${t("rapprochement.differe")}</span></mark>`
    : children;

const Missing = ({ text }) => html`<div class="cote-vide doux">${text}</div>`;

/** The values of a side: [name of what is compared, text], in small type. */
const Values = ({ values, marks }) => html`
  <span class="cote-ligne petit">
    ${values
      .filter(([, text]) => text)
      .map(
        ([name, text]) =>
          html`<span class="coupe" key=${name}><${Value} name=${name} marks=${marks}>${text}<//></span>`,
      )}
  </span>
`;

const Payment = ({ payment, marks }) => html`
  <div class="cote">
    <span class="cote-ligne">
      <strong><${Value} name="montant" marks=${marks}>${money(payment.montantRecu ?? payment.montant)}<//></strong>
      <span>${payment.beneficiaire}</span>
    </span>
    <${Values} values=${[["telephone", payment.telephone], ["reference", payment.reference]]} marks=${marks} />
    <span class="petit doux">
      ${payment.datePaiement && html`<${Value} name="date" marks=${marks}>${date(payment.datePaiement)}<//> · `}
      ${code("paiement", payment.statut)}
    </span>
  </div>
`;

function Line({ line, marks }) {
  const name = line.libelle || (line.nature === "paiement" ? "" : code("ligne", line.nature));
  const reference = line.reference ?? line.transaction ?? t("rapprochement.sansreference");
  return html`
    <div class="cote">
      <span class="cote-ligne">
        <strong>${line.credit ? "+" : ""}<${Value} name="montant" marks=${marks}>${money(line.montant)}<//></strong>
        <span>${name}</span>
      </span>
      <${Values} values=${[["telephone", line.telephone], ["reference", reference]]} marks=${marks} />
      <span class="petit doux"><${Value} name="date" marks=${marks}>${date(line.dateTransaction)}<//></span>
    </div>
  `;
}

/** Show what a candidate would add: the side that the entry has not, with what differs marked. */
export function OtherSide({ entry, pair, days }) {
  const marks = findDifferences(pair, days);
  return entry.paiement
    ? html`<div class="cotes seule"><${Line} line=${pair.entreeReleve} marks=${marks} /></div>`
    : html`<div class="cotes seule"><${Payment} payment=${pair.paiement} marks=${marks} /></div>`;
}

/** `days`: how much later a line may be and still be of the same day. */
export function Sides({ entry, days }) {
  const { paiement, entreeReleve } = entry;
  const marks = findDifferences(entry, days);
  return html`
    <div class="cotes">
      ${
        paiement
          ? html`<${Payment} payment=${paiement} marks=${marks} />`
          : html`<${Missing} text=${t("rapprochement.sanspaiement")} />`
      }
      ${
        entreeReleve
          ? html`<${Line} line=${entreeReleve} marks=${marks} />`
          : html`<${Missing} text=${t("rapprochement.sansligne")} />`
      }
    </div>
  `;
}
