/** One operator account: its balance over time, its movements, a deposit. */

import { Done, Loaded } from "../components/feedback.js";
import { InputField } from "../components/fields.js";
import { ask } from "../components/forms.js";
import { groupDigits } from "../components/telephone.js";
import { date, number, t } from "../i18n.js";
import { BackHeader } from "../pages/back.js";
import { html, useEffect, useMemo, useSignal } from "../preact.js";
import * as api from "../server/api.js";
import { may } from "../server/session.js";
import { createLoader } from "../state/loader.js";
import { view } from "../state/view.js";
import { BalanceParts } from "./balance-parts.js";
import { Balances } from "./balances.js";
import { askReversal } from "./decisions.js";
import { Badge, figures, money, PagedTable, Tile } from "./parts.js";

const ROWS = 25;
const MANAGE = "transferts.gerer_comptes";
const COLUMNS = ["date", "type", "reference", ...figures("montant", "tresorerie.apres"), "actions"];

/** What was decided of a movement, and what takes back another one. */
function describeReversal({ contrepassation, contrepasseId }) {
  if (contrepasseId) return t("contrepasser.reprise");
  return contrepassation && t(`contrepasser.${contrepassation.statut}`, { motif: contrepassation.motif });
}

const MovementRow = (movement, reverse) => html`
  <tr key=${movement.id}>
    <td>${date(movement.dateValeur)}</td>
    <td>${movement.typeLabel}</td>
    <td>
      ${movement.reference ?? "–"}
      <div class="petit doux">${movement.description}</div><div class="petit">${describeReversal(movement)}</div>
    </td>
    <td class="droite ${movement.montant < 0 ? "sortie" : "entree"}">
      ${movement.montant > 0 ? "+" : ""}${number(movement.montant)}
    </td>
    <td class="droite" data-nom=${t("tresorerie.apres")}>${number(movement.soldeApres)}</td>
    <td class="droite">
      ${
        may(MANAGE) &&
        movement.contrepassable &&
        html`
          <button type="button" class="bouton petit" onClick=${() => reverse(movement)}>${t("contrepasser")}</button>
        `
      }
    </td>
  </tr>
`;

const today = () => new Date().toLocaleDateString("sv");

/** Ask for a deposit. One key for all tries of one dialog: sent twice, it is posted once. */
function askDeposit(account) {
  const parts = html`
    <${InputField} label=${t("tresorerie.montant")} name="montant" type="number" min="1" step="1" required />
    <${InputField} label=${t("tresorerie.bordereau")} name="reference" required maxlength="255" />
    <${InputField}
      label=${t("tresorerie.jour")} name="dateDepot" type="date" value=${today()} max=${today()} required
    />
    <${InputField} label=${t("tresorerie.source")} name="source" maxlength="255" />
  `;
  const key = crypto.randomUUID();
  const send = (form) =>
    api.postOnce(
      `/comptes-operateurs/${account.id}/depots`,
      {
        montant: Number(form.montant.value),
        reference: form.reference.value,
        dateDepot: form.dateDepot.value,
        source: form.source.value || null,
      },
      key,
    );
  return ask({ title: t("tresorerie.deposer"), text: account.nomCompte, parts, label: t("tresorerie.deposer"), send });
}

function Head({ account, onChange }) {
  const message = useSignal("");
  const deposit = async () => {
    const answer = await askDeposit(account);
    if (!answer) return;
    message.value = t("tresorerie.depose", { montant: money(answer.montant), solde: money(answer.nouveauSolde) });
    onChange();
  };
  const verify = async () => {
    const { difference } = await api.post(`/comptes-operateurs/${account.id}/recalculer`);
    message.value = difference ? t("tresorerie.ecart", { montant: money(difference) }) : t("tresorerie.juste");
  };
  return html`
    <${BackHeader} label=${t("tresorerie.retour")}>
      <h2>${account.nomCompte}</h2><${Badge} group="compte" value=${account.statut} />
    <//>
    <p class="doux">
      ${account.operateurLabel} · ${groupDigits(account.numeroCompte)} · ${account.projet.nom ?? account.projet.code}
    </p>
    <div class="carreaux">
      <${Tile} value=${money(account.solde)} label=${t("solde")} kind=${account.alerteSolde ? "rouge" : ""} />
      <${Tile} value=${money(account.reserve)} label=${t("reserve")} />
      <${Tile} value=${money(account.disponible)} label=${t("libre")} kind=${account.disponible > 0 ? "vert" : ""} />
    </div>
    ${
      may(MANAGE) &&
      html`
      <div class="actions">
        ${
          account.statut === "actif" &&
          html`
            <button type="button" class="bouton principal" onClick=${deposit}>${t("tresorerie.deposer")}</button>
          `
        }
        <button type="button" class="bouton" onClick=${verify}>${t("tresorerie.verifier")}</button>
      </div>
    `
    }
    ${message.value && html`<${Done} text=${message.value} />`}
    <${BalanceParts} account=${account} />
    <${Balances} account=${account} />
  `;
}

export function Account({ id }) {
  const loader = useMemo(createLoader, []);
  const movements = useMemo(createLoader, []);
  const { page } = view.value;
  const readMovements = (signal) => api.getJson(`/comptes-operateurs/${id}/mouvements`, { page, limit: ROWS }, signal);
  useEffect(() => {
    loader.load((signal) => api.get(`/comptes-operateurs/${id}`, {}, signal));
    return loader.abort;
  }, [id]);
  useEffect(() => {
    movements.load(readMovements, { keep: true });
    return movements.abort;
  }, [id, page]);
  const change = () => {
    loader.reload();
    movements.reload();
  };
  const reverse = async (movement) => (await askReversal({ id }, movement)) && change();
  return html`
    <div class="pile">
      <${Loaded} from=${loader}>${(account) => html`<${Head} account=${account} onChange=${change} />`}<//>
      <${PagedTable}
        from=${movements} columns=${COLUMNS} row=${(movement) => MovementRow(movement, reverse)}
        empty=${t("tresorerie.calme")}
        title=${t("tresorerie.mouvements")}
      />
    </div>
  `;
}
