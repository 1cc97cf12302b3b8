/** The balance of an account over time: of which period, and by which of the two days of a movement. */

import { saveCsv } from "../components/download.js";
import { Loaded } from "../components/feedback.js";
import { SelectField } from "../components/fields.js";
import { t } from "../i18n.js";
import { html, useEffect, useMemo, useSignal } from "../preact.js";
import * as api from "../server/api.js";
import { createLoader } from "../state/loader.js";
import { BalanceChart } from "./balance-chart.js";

const PERIODS = ["year", "quarter", "month"];
const BASES = ["valeur", "comptabilisation"];

const save = (account, stats, basis) =>
  saveCsv(
    [t("date"), t("solde")],
    stats.evolution.map((day) => [day.date, day.solde]),
    `${account.code}-${basis}.csv`,
  );

/** `account` is read anew after a deposit: then so are its balances. */
export function Balances({ account }) {
  const loader = useMemo(createLoader, []);
  const period = useSignal(PERIODS[0]);
  const basis = useSignal(BASES[0]);
  const query = { periode: period.value, selon: basis.value };
  useEffect(() => {
    loader.load((signal) => api.get(`/comptes-operateurs/${account.id}/stats`, query, signal), { keep: true });
    return loader.abort;
  }, [account, period.value, basis.value]);
  const choose = (state) => (event) => {
    state.value = event.target.value;
  };
  const name = (group, codes) => codes.map((code) => [code, t(`tresorerie.${group}.${code}`)]);
  const show = (stats) => html`
    <${BalanceChart} days=${stats.evolution} minimum=${account.soldeMinimum} />
    <p class="doux petit">${t(`tresorerie.selon.${basis.value}.texte`)}</p>
    <div class="actions">
      <button type="button" class="bouton petit" onClick=${() => save(account, stats, basis.value)}>
        ${t("tresorerie.csv")}
      </button>
    </div>
  `;
  return html`
    <section class="feuille">
      <h2>${t("tresorerie.evolution")}</h2>
      <div class="champs">
        <${SelectField}
          label=${t("tresorerie.periode")} name="periode" value=${period.value} onChange=${choose(period)}
          options=${name("periode", PERIODS)}
        />
        <${SelectField}
          label=${t("tresorerie.selon")} name="selon" value=${basis.value} onChange=${choose(basis)}
          options=${name("selon", BASES)}
        />
      </div>
      <${Loaded} from=${loader}>${show}<//>
    </section>
  `;
}
