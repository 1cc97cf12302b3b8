/** What a payment would send, before it does: how much leaves which account, what stays, and what money is lacking. */

import { describeError, Skeleton } from "../components/feedback.js";
import { t } from "../i18n.js";
import { html, useEffect, useSignal } from "../preact.js";
import * as api from "../server/api.js";
import { money } from "./parts.js";

const MODES = ["especes", "virement_bancaire"]; // what has a way of its own; all else goes through an operator

/** Say what an account lacks, for the cycle or for the others that wait; nothing where it has enough. */
function describeLack({ montant, disponible, engage, manque }) {
  if (manque) return t("cycles.apercu.manque", { montant: money(manque) });
  const short = montant + engage - disponible;
  return short > 0 ? t("cycles.apercu.engage", { engage: money(engage), montant: money(short) }) : "";
}

/** Say what leaves an account, and what the account lacks. */
function Account({ account }) {
  const { operateurLabel: nom, nombre: n, montant, disponible } = account;
  const lack = describeLack(account);
  return html`
    <li>
      ${t("cycles.apercu.compte", { n, nom, montant: money(montant), disponible: money(disponible) })}${" "}
      ${lack && html`<strong class="manque">${lack}</strong>`}
    </li>
  `;
}

const describeRest = ({ mode, nombre: n }) => t(`cycles.apercu.reste.${MODES.includes(mode) ? mode : "autre"}`, { n });

/** Show what the planned payments of a cycle would take by a way, `fournisseur`, and an operator; both may be empty. */
export function RunPreview({ cycle, fournisseur, operateur }) {
  const read = useSignal(/** @type {any} */ (null));
  useEffect(() => {
    const leaving = new AbortController();
    const query = Object.fromEntries(Object.entries({ fournisseur, operateur }).filter(([, value]) => value));
    read.value = null;
    const show = (answer) => {
      if (!leaving.signal.aborted) read.value = answer;
    };
    api
      .get(`/cycles/${cycle.id}/executer/apercu`, query, /** @type {any} */ (leaving.signal))
      .then(show, (error) => show({ error }));
    return () => leaving.abort();
  }, [fournisseur, operateur]);
  const preview = read.value;
  if (!preview) return html`<${Skeleton} lines=${2} />`;
  if (preview.error) return html`<p class="note apercu-paiement">${describeError(preview.error)}</p>`;
  return html`
    <div class="note apercu-paiement" aria-live="polite">
      ${
        preview.comptes.length
          ? html`<ul>${preview.comptes.map((one) => html`<${Account} key=${one.operateur} account=${one} />`)}</ul>`
          : fournisseur && html`<p><strong class="manque">${t("cycles.apercu.rien")}</strong></p>`
      }
      ${preview.restes.map((rest) => html`<p key=${rest.mode}>${describeRest(rest)}</p>`)}
    </div>
  `;
}
