/** What is going on with a household: the payment that comes next, and complaints that are open. Said at the top of its
 * card to who may read them; nothing stands there while it is read, nor where it cannot be.
 */

import { isOpen } from "../complaints/open-states.js";
import { Icon } from "../components/icon.js";
import { code, date, t } from "../i18n.js";
import { Amount } from "../payments/parts.js";
import { html, useEffect, useMemo } from "../preact.js";
import { may } from "../server/session.js";
import { createLoader } from "../state/loader.js";
import { findAddress } from "../state/view.js";
import { join } from "./facts.js";
import { describeReceived, describeState, listComplaints, OPEN } from "./household-money.js";

/** Show a person's payment that comes first: they stand newest first. */
function NextPayment({ payments }) {
  const open = payments.filter(({ statut }) => OPEN.has(statut));
  const next = open.at(-1);
  if (!next) return null;
  return html`
    <p class="petit">
      <${Icon} name="calendar" />
      <span>
        ${t("versements.prochain")}${" "}<strong><${Amount} payment=${next} /></strong>${" · "}
        <a class="lien" href=${findAddress({ vue: "cycles", element: next.cycle.id })}>${next.cycle.nom}</a>
        ${` · ${join([describeState(next.statut), open.length > 1 && t("versements.autres", { n: open.length - 1 })])}`}
      </span>
    </p>
  `;
}

const OpenComplaint = ({ complaint }) => html`
  <p class="petit">
    <${Icon} name="warning" />
    <span>
      ${t("versements.plainte")}${" "}
      <a class="lien" href=${findAddress({ vue: "plaintes", element: complaint.id })}>${complaint.reference}</a>
      ${` · ${join([code("plaintecategorie", complaint.categorie), date(complaint.dateCreation)])}`}
    </span>
  </p>
`;

/** Say in a line in which programmes a person is, and what came of it: the payments stand far below. */
const Programmes = ({ person }) => html`
  <p class="petit programmes-en-bref">
    ${join([person.programmes.map(({ nom }) => nom).join(", "), describeReceived(person.statistiques)])}
  </p>
`;

/** `read` of `useMoney`. */
export function Now({ read }) {
  const loader = useMemo(createLoader, []);
  useEffect(() => {
    if (read) loader.load(read);
  }, [read]);
  const people = loader.value;
  if (!people?.length) return null;
  const complaints = may("plaintes.lire") ? listComplaints(people) : [];
  return html`
    ${people.map((person) => html`<${Programmes} key=${person.id} person=${person} />`)}
    <div class="en-cours">
      ${people.map((person) => html`<${NextPayment} key=${person.id} payments=${person.paiements} />`)}
      ${complaints.filter(isOpen).map((one) => html`<${OpenComplaint} key=${one.id} complaint=${one} />`)}
    </div>
  `;
}
