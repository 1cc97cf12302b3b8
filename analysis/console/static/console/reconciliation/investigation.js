/** A difference that is looked into: a complaint about its payment, while the entry waits. */

import { askComplaint } from "../complaints/new-complaint.js";
import { code, t } from "../i18n.js";
import { money } from "../payments/parts.js";
import * as api from "../server/api.js";
import { decide, note } from "./decisions.js";
import { session } from "./session-state.js";
import { choose } from "./work-state.js";

/** Say in the complaint what the payment and the line differ in. */
function describeDifference({ raisonNonMatch, paiement, entreeReleve }) {
  const line = [entreeReleve.reference, entreeReleve.telephone].filter(Boolean).join(" · ");
  return t("rapprochement.enquete.texte", {
    raison: code("raison.texte", raisonNonMatch),
    ordre: [paiement.reference, paiement.telephone, money(paiement.montant)].filter(Boolean).join(" · "),
    releve: [line, money(entreeReleve.montant)].filter(Boolean).join(" · "),
  });
}

const NOBODY = { beneficiaire: null, regionId: null };

/** Read whom a payment is for, and where: {beneficiaire: {id, code}, regionId}. */
async function readPayee(payment) {
  const { beneficiaire, region } = await api.get(`/paiements/${payment.id}`);
  const { codeBeneficiaire } = await api.get(`/beneficiaires/${beneficiaire.id}`);
  return { beneficiaire: { id: beneficiaire.id, code: codeBeneficiaire }, regionId: region?.id };
}

/** Take a complaint about the payment of an entry, saying what that does to it (`effet`); the entry then waits, and
 * names the complaint. */
export async function investigate(entry, effet) {
  // Without a connection the complaint is taken all the same, and names the payment alone.
  const { beneficiaire, regionId } = await readPayee(entry.paiement).catch(() => NOBODY);
  const taken = await askComplaint({
    objet: t("rapprochement.enquete.objet", { raison: code("raison", entry.raisonNonMatch) }),
    description: describeDifference(entry),
    categorie: "paiement",
    priorite: "haute",
    regionId,
    effet,
    sujet: { paiement: entry.paiement, sujet: { cycle: session.value.data.cycle, beneficiaire } },
  });
  if (!taken) return;
  choose(entry.id);
  const parts = [
    code("raison", entry.raisonNonMatch),
    taken.reference ?? t("rapprochement.enquete.attend"),
    note.value,
  ];
  note.value = parts.filter(Boolean).join(" · ");
  decide("en_attente", { complaint: taken });
}
