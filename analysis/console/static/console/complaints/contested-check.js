/** The check of a conditionality that a complaint contests: while the complaint is open, the check cuts nothing. */

import { SelectField } from "../components/fields.js";
import { date, t } from "../i18n.js";
import { html, useEffect, useSignal } from "../preact.js";
import * as api from "../server/api.js";

const CHECKS = 100;

const name = (check) => [check.id, `${check.conditionnalite.nom} · ${date(check.dateVerification)}`];

/** Read the checks that may be contested: of this beneficiary those not met, and the one that is contested so far. */
export async function listChecks(beneficiaryId, chosen = null) {
  const found = await api.get("/verifications-conditionnalites", { beneficiaire: beneficiaryId, limit: CHECKS });
  return found.filter((check) => check.statut === "non_conforme" || check.id === chosen);
}

/** Ask for one of the checks of `beneficiaryId`; nothing is asked of who has none. */
export function ContestedCheck({ beneficiaryId, chosen = null }) {
  const checks = useSignal(/** @type {any[]} */ ([]));
  useEffect(() => {
    let isWanted = true;
    const take = (found) => {
      if (isWanted) checks.value = found;
    };
    if (beneficiaryId) listChecks(beneficiaryId, chosen).then(take, () => take([]));
    else take([]);
    return () => {
      isWanted = false;
    };
  }, [beneficiaryId]);
  const listed = checks.value.map(name);
  // What is contested so far stays in the form, whether its check is read or not.
  if (chosen && !listed.some(([id]) => id === chosen)) listed.push([chosen, t("plaintes.verification.presente")]);
  if (!listed.length) return null;
  return html`
    <${SelectField}
      label=${t("plaintes.verification")} name="verificationId" value=${chosen}
      options=${[["", "–"], ...listed]} help=${t("plaintes.verification.aide")}
    />
  `;
}
