/** The operator accounts with what is free on each, and the alerts first. */

import { Loaded } from "../components/feedback.js";
import { Icon } from "../components/icon.js";
import { Narrowing } from "../components/narrowing.js";
import { groupDigits } from "../components/telephone.js";
import { t } from "../i18n.js";
import { needLine } from "../offline/offline-line.js";
import { html, useEffect } from "../preact.js";
import * as api from "../server/api.js";
import { seesAllRegions } from "../server/places.js";
import { may } from "../server/session.js";
import { createLoader } from "../state/loader.js";
import { pickNarrowing, setView, view } from "../state/view.js";
import { askAccount } from "./creation-dialogs.js";
import { Badge, figures, money, PagedTable, Tile } from "./parts.js";

const ROWS = 25;
const SUBMITTED = "en_attente";
const MANAGE = "transferts.gerer_comptes";
const COLUMNS = ["compte.paye", "operateur", "projet", ...figures("solde", "reserve", "libre"), "statut"];

const accounts = createLoader();
const summary = createLoader();

/** Sum what submitted cycles ask for; null for who does not see all of them: accounts are set against all or none. */
async function readSubmitted(signal) {
  if (!may("transferts.lire") || !(await seesAllRegions())) return null;
  const { parValidation } = await api.getJson("/cycles", { statutValidation: SUBMITTED, limit: 1 }, signal);
  return parValidation[SUBMITTED].montant;
}

async function readSummary(signal) {
  const [totals, alerts, submitted] = await Promise.all([
    api.get("/comptes-operateurs/stats", {}, signal),
    api.get("/comptes-operateurs/alertes", pickNarrowing(), signal),
    readSubmitted(signal),
  ]);
  return { totals, alerts, submitted };
}

const Alert = ({ alert }) => html`
  <li class=${alert.typeAlerte === "compte_inactif" ? "ambre" : "rouge"}>
    <${Icon} name="warning" />
    <div>
      <p>${t("intitule", { nom: alert.nomCompte, valeur: alert.message })}</p>
      <p class="doux petit">${t("solde")} ${money(alert.solde)}</p>
    </div>
  </li>
`;

/** Say whether what is free pays for what is validated, and for what is submitted besides. */
function describeFunding({ disponibleTotal: free, besoinValide: need }, submitted) {
  if (free < need) return t("tresorerie.manque", { montant: money(need - free) });
  if (free < need + submitted) return t("tresorerie.manque.soumis", { montant: money(need + submitted - free) });
  return t(submitted ? "tresorerie.suffit.soumis" : "tresorerie.suffit", { montant: money(free - need - submitted) });
}

/** Set what is free beside what the coming cycles take; how this is counted is folded. */
const Funding = ({ totals, submitted }) => html`
  <section class="feuille" id="besoins">
    <h2>${t("tresorerie.besoins")}</h2>
    <div class="carreaux">
      <${Tile} value=${money(totals.disponibleTotal)} label=${t("tresorerie.libre")} />
      <${Tile} value=${money(totals.besoinValide)} label=${t("tresorerie.valides")} />
      ${submitted > 0 && html`<${Tile} value=${money(submitted)} label=${t("tresorerie.soumis")} />`}
    </div>
    ${
      totals.besoinValide + submitted > 0 &&
      html`
        <p>${describeFunding(totals, submitted)}</p>
        <details>
          <summary>${t("tresorerie.calcul")}</summary>
          <p>${t("tresorerie.parcompte")} ${t("tresorerie.engage")}</p>
        </details>
      `
    }
  </section>
`;

/** Say what there is in all, and which account needs somebody: the accounts stand below. */
const Summary = ({ totals, alerts }) => html`
  <p class="doux" id="en-tout">
    ${t("tresorerie.en.tout", { n: totals.comptesActifs, montant: money(totals.soldeTotal) })}
  </p>
  ${
    alerts.length > 0 &&
    html`<div class="problemes"><ul>${alerts.map((alert) => html`<${Alert} alert=${alert} />`)}</ul></div>`
  }
`;

const AccountRow = (account) => html`
  <tr key=${account.id}>
    <td>
      <button type="button" class="lien" onClick=${() => setView({ element: account.id, page: 1 })}>
        ${account.nomCompte}
      </button>
      <div class="petit doux">${account.code} · ${groupDigits(account.numeroCompte)}</div>
    </td>
    <td data-nom=${t("operateur")}>${account.operateurLabel}</td>
    <td data-nom=${t("projet")}>${account.projet.nom ?? account.projet.code}</td>
    <td class="droite" data-nom=${t("solde")}>${money(account.solde)}</td>
    <td class="droite" data-nom=${t("reserve")}>${money(account.reserve)}</td>
    <td class="droite" data-nom=${t("libre")}><strong>${money(account.disponible)}</strong></td>
    <td data-nom=${t("statut")}><${Badge} group="compte" value=${account.statut} /></td>
  </tr>
`;

/** Offer a new account to who may open one, and show it. */
export function NewAccount() {
  if (!may(MANAGE)) return null;
  const create = async () => {
    const account = await askAccount();
    if (account) setView({ element: account.id, page: 1 });
  };
  return html`
    <button type="button" class="bouton principal" ...${needLine()} onClick=${create}>
      <${Icon} name="plus" />${t("creer.compte")}
    </button>
  `;
}

export function AccountList() {
  const { page, filtre } = view.value;
  useEffect(() => {
    summary.load(readSummary, { keep: true });
    accounts.load((signal) => api.getJson("/comptes-operateurs", { page, limit: ROWS }, signal), { keep: true });
  }, [page, filtre]);
  return html`
    <${Narrowing} />
    <${Loaded} from=${summary} lines=${2}>${(found) => html`<${Summary} ...${found} />`}<//>
    <${PagedTable}
      from=${accounts} columns=${COLUMNS} row=${AccountRow} empty=${t("tresorerie.aucun")}
      title=${t("tresorerie.soldes")}
    />
    <${Loaded} from=${summary} lines=${2}>
      ${(found) => found.submitted !== null && html`<${Funding} ...${found} />`}
    <//>
  `;
}
