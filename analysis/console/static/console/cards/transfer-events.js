/** What stands under the events of transfers on a household's path: enrolment, follow-ups, payments. */

import { code, t } from "../i18n.js";
import { money } from "../payments/parts.js";
import { html } from "../preact.js";
import { findAddress } from "../state/view.js";
import { join } from "./facts.js";

const Link = ({ vue, element, children }) =>
  html`<a class="lien" href=${findAddress({ vue, element })}>${children}</a>`;
const Programme = ({ why }) => html`<${Link} vue="programmes" element=${why.programmeId}>${why.programme}<//>`;

/** Show who was enrolled in what; of an exit its reason. */
export const Enrolment = ({ why }) => html`
  <p><${Programme} why=${why} /></p>
  <p class="petit">
    ${join([why.nomComplet, code("beneficiaire", why.typeBeneficiaire), why.motif && code("sortie", why.motif)])}
  </p>
  <p class="petit doux">${why.codeBeneficiaire}</p>
`;

export const FollowUp = ({ why }) => html`
  <p class="petit">${join([code("suivi", why.typeSuivi), why.nomComplet])}</p>
  ${why.observations && html`<p class="cite">${why.observations}</p>`}
`;

/** Show a payment that arrived, failed or came back: how much, of which cycle, and how the operator calls it. */
export const Payment = ({ why }) => html`
  <p><b>${money(why.montant)}</b> · <${Link} vue="cycles" element=${why.cycleId}>${why.cycle}<//></p>
  ${why.montant < why.montantPrevu && html`<p>${t("paiements.partie", { montant: money(why.montantPrevu) })}</p>`}
  ${why.motif && html`<p class="cite">${why.motif}</p>`}
  <p class="petit"><${Programme} why=${why} /> · ${why.nomComplet}</p>
  <p class="petit doux">
    ${join([why.reference, why.referenceOperateur && t("parcours.operateur", { reference: why.referenceOperateur })])}
  </p>
`;
