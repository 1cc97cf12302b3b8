/** One list of a cycle: payments, who is left out, what changed, accounts to correct, or what is unknown. */

import { saveFile } from "../components/download.js";
import { Field } from "../components/fields.js";
import { countSet } from "../components/filter-fold.js";
import { ask } from "../components/forms.js";
import { Icon } from "../components/icon.js";
import { number, t } from "../i18n.js";
import { html, useEffect, useMemo, useSignal } from "../preact.js";
import * as api from "../server/api.js";
import { may } from "../server/session.js";
import { createLoader } from "../state/loader.js";
import { setView, view } from "../state/view.js";
import { askRetry } from "./cycle-dialogs.js";
import { LISTS } from "./cycle-lists.js";
import { askOutcome } from "./decisions.js";
import { Kinds, PagedTable } from "./parts.js";
import { NO_FILTERS, PaymentFilters } from "./payment-filters.js";

const ROWS = 25;
const EXCLUDE = "transferts.calculer";
const EXECUTE = "transferts.executer";
const RECONCILE = "transferts.rapprocher";
const EDITABLE = new Set(["brouillon", "rejete"]);

async function saveList(cycle, query) {
  const file = await api.getFile("/paiements/export", { cycle: cycle.id, ...query, format: "xlsx" });
  saveFile(file.blob, file.name ?? `${cycle.code}.xlsx`);
}

const Reason = html`
  <${Field} label=${t("motif")} name="motif">
    <textarea name="motif" id="f-motif" maxlength="500" required />
  <//>
`;

/** Return the button that excludes a payment from the list, or takes it back. */
function makeExclude(onChange) {
  const exclude = async (payment) => {
    const send = (form) => api.post(`/paiements/${payment.id}/exclure`, { motif: form.motif.value });
    const title = t("paiements.exclure.titre", { nom: payment.beneficiaire.nomComplet });
    if (await ask({ title, parts: Reason, label: t("paiements.exclure"), send })) onChange();
  };
  const restore = async (payment) => {
    await api.post(`/paiements/${payment.id}/reintegrer`);
    onChange();
  };
  return (payment) => {
    const isOut = payment.statut === "annule";
    return html`
      <button type="button" class="lien" onClick=${() => (isOut ? restore : exclude)(payment)}>
        ${t(isOut ? "paiements.reintegrer" : "paiements.exclure")}
      </button>
    `;
  };
}

/** Return the button that tries a failed payment again. */
function makeRetry(cycle, providers, onChange) {
  const retry = async (payment) => {
    if (await askRetry(cycle, providers, payment)) onChange();
  };
  return (payment) =>
    payment.statut === "echoue" &&
    html`<button type="button" class="lien" onClick=${() => retry(payment)}>${t("paiements.relancer")}</button>`;
}

/** Return the button that decides what became of a payment without an outcome. */
function makeSettle(onChange) {
  const settle = async (payment) => {
    if (await askOutcome(payment)) onChange();
  };
  return (payment) => html`
    <button type="button" class="lien" onClick=${() => settle(payment)}>${t("paiements.regler")}</button>
  `;
}

/** Return what makes the button of a payment, by the state of its cycle and the caller's rights; null without any. */
function makeButtons(cycle, providers, onChange) {
  if (EDITABLE.has(cycle.statutValidation) && may(EXCLUDE)) return makeExclude(onChange);
  const isPayable = cycle.statutValidation === "valide" && !cycle.suspenduLe && !cycle.closLe;
  if (cycle.statutValidation !== "valide" || !(may(EXECUTE) || may(RECONCILE))) return null;
  const retry = isPayable && may(EXECUTE) ? makeRetry(cycle, providers, onChange) : () => null;
  const settle = may(RECONCILE) ? makeSettle(onChange) : () => null;
  return (payment) =>
    payment.statut === "en_cours"
      ? settle({ id: payment.id, nom: payment.beneficiaire.nomComplet, montant: payment.montant })
      : retry(payment);
}

/** Return what makes the button of a payment of which nobody knows whether it arrived; null for whoever may not. */
const makeUnknownButtons = (onChange) =>
  may(RECONCILE)
    ? ({ paiementId, nomComplet, montant }) => makeSettle(onChange)({ id: paiementId, nom: nomComplet, montant })
    : null;

const describeCheck = ({ verifies, valides }) => t("cycles.controles", { n: verifies, bons: number(valides) });

/** Show what a list is narrowed by: the filters of payments, and the counts of each kind. */
function Narrowings({ list, kinds, counts, filters }) {
  const { statut } = view.value;
  const choose = (value) => setView({ statut: value || null, page: 1 });
  const change = (patch) => {
    filters.value = { ...filters.value, ...patch };
    setView({ page: 1 });
  };
  const label = t(list === "paiements" ? "statut" : "paiements.motifs");
  return html`
    ${list === "paiements" && html`<${PaymentFilters} filters=${filters.value} onChange=${change} />`}
    ${
      kinds &&
      html`<${Kinds} group=${kinds.group} counts=${counts} chosen=${statut ?? ""} label=${label} onChoose=${choose} />`
    }
  `;
}

export function People({ cycle, providers, list, onChange }) {
  const { path, query = {}, columns, row, kinds = null } = LISTS[list];
  const loader = useMemo(createLoader, []);
  const filters = useSignal(NO_FILTERS);
  const { page, statut } = view.value;
  const narrowed = { ...query, ...filters.value, ...(kinds ? { [kinds.filter]: statut } : {}) };
  useEffect(() => {
    loader.load((signal) => api.getJson(`/cycles/${cycle.id}/${path}`, { ...narrowed, page, limit: ROWS }, signal), {
      keep: true,
    });
    return loader.abort;
  }, [page, statut, filters.value, cycle.updatedAt]);
  const done = () => {
    loader.reload();
    onChange();
  };
  const makeButton = list === "inconnus" ? makeUnknownButtons(done) : makeButtons(cycle, providers, done);
  const before = loader.value?.cyclePrecedent;
  const save = () => html`
    <button type="button" class="bouton" onClick=${() => saveList(cycle, narrowed)}>
      <${Icon} name="download" />XLSX
    </button>
  `;
  const heads = makeButton ? columns : columns.filter((name) => name !== "actions");
  const isNarrowed = countSet(filters.value) > 0 || Boolean(kinds && statut);
  return html`
    <div class="pile">
      <p class="doux">${t(`cycles.${list}.aide`)}${before ? ` ${t("cycles.compare", { nom: before.nom })}` : ""}</p>
      <${Narrowings} list=${list} kinds=${kinds} counts=${loader.value?.[kinds?.key]} filters=${filters} />
      <${PagedTable}
        from=${loader} columns=${heads} row=${(item) => row(item, makeButton)} title=${t(`cycles.${list}`)}
        empty=${t(isNarrowed ? "paiements.aucun" : `cycles.${list}.aucun`)}
      >${query.statut === undefined && path === "paiements" && save()}<//>
      ${
        list === "comptes" &&
        loader.value &&
        html`
        <p class="doux">${describeCheck(loader.value.totaux)}</p>
      `
      }
    </div>
  `;
}
