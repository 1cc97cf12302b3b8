/** What a payment would send, before it does: how much leaves which account, what stays, and what money is lacking. */

import { describeError, Skeleton } from "../components/feedback.js";
import { t } from "../i18n.js";
import { html, useEffect, useSignal } from "../preact.js";
import * as api from "../server/api.js";
import { money } from "./parts.js";

const CASH = "especes";
const MODES = [CASH, "virement_bancaire"]; // what has a way of its own; all else goes through an operator

/** Say what an account lacks, for the cycle or for the others that wait; nothing where it has enough. */
function describeLack({ montant, disponible, engage, manque }) {
  if (manque) return t("cycles.apercu.manque", { montant: money(manque) });
  const short = montant + engage - disponible;
  return short > 0 ? t("cycles.apercu.engage", { engage: money(engage), montant: money(short) }) : "";
}

/** Add what is paid in cash to what leaves each account by other ways: whoever validates decides about both. */
function addCash(preview, cash) {
  const accounts = new Map(preview.comptes.map((one) => [one.operateur, { ...one, especes: 0 }]));
  for (const one of cash.comptes) {
    const { nombre = 0, montant = 0 } = accounts.get(one.operateur) ?? {};
    const whole = { ...one, nombre: nombre + one.nombre, montant: montant + one.montant, especes: one.montant };
    accounts.set(one.operateur, { ...whole, manque: Math.max(0, whole.montant - whole.disponible) });
  }
  const rest = (one) => (one.mode === CASH ? { ...one, nombre: one.nombre - cash.nombre } : one);
  const restes = preview.restes.map(rest).filter(({ nombre }) => nombre > 0);
  return { ...preview, comptes: [...accounts.values()], restes };
}

/** Read what would leave; `isWhole`: in cash, too, from the accounts that are the operators' of these payments. */
async function readPreview(cycle, query, isWhole, signal) {
  const path = `/cycles/${cycle.id}/executer/apercu`;
  const preview = await api.get(path, query, signal);
  if (!isWhole || !preview.restes.some(({ mode }) => mode === CASH)) return preview;
  return addCash(preview, await api.get(path, { fournisseur: CASH }, signal));
}

/** Say what leaves an account, and what the account lacks. */
function Account({ account }) {
  const { operateurLabel: nom, nombre: n, montant, disponible, especes } = account;
  const lack = describeLack(account);
  return html`
    <li>
      ${t("cycles.apercu.compte", { n, nom, montant: money(montant), disponible: money(disponible) })}${" "}
      ${especes > 0 && t("cycles.apercu.dontespeces", { montant: money(especes) })}${" "}
      ${lack && html`<strong class="manque">${lack}</strong>`}
    </li>
  `;
}

const describeRest = ({ mode, nombre: n }) => t(`cycles.apercu.reste.${MODES.includes(mode) ? mode : "autre"}`, { n });

/** Show what the planned payments of a cycle would take by a way, `fournisseur`, and an operator; both may be empty.
 * `isWhole`: what they take in cash, too.
 */
export function RunPreview({ cycle, fournisseur, operateur, isWhole = false }) {
  const read = useSignal(/** @type {any} */ (null));
  useEffect(() => {
    const leaving = new AbortController();
    const query = Object.fromEntries(Object.entries({ fournisseur, operateur }).filter(([, value]) => value));
    read.value = null;
    const show = (answer) => {
      if (!leaving.signal.aborted) read.value = answer;
    };
    readPreview(cycle, query, isWhole, leaving.signal).then(show, (error) => show({ error }));
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
