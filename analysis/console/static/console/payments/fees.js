/** The fee schedules: tranches per operator with the gaps between them, and what one amount costs with each. */

import { Empty, Failure, Loaded } from "../components/feedback.js";
import { InputField } from "../components/fields.js";
import { Form } from "../components/forms.js";
import { Icon } from "../components/icon.js";
import { number, t } from "../i18n.js";
import { needLine } from "../offline/offline-line.js";
import { html, useEffect, useSignal } from "../preact.js";
import * as api from "../server/api.js";
import { may } from "../server/session.js";
import { createLoader } from "../state/loader.js";
import { askTranche } from "./creation-dialogs.js";
import { money } from "./parts.js";

const MANAGE = "transferts.gerer_tarifs";
const schedules = createLoader();
const HEADS = ["tarifs.tranche", "tarifs.taxe", "tarifs.retrait", "tarifs.total"];

const TrancheRow = ({ tranche }) => html`
  <tr>
    <td>${number(tranche.montantMin)} – ${number(tranche.montantMax)}</td>
    <td class="droite">${number(tranche.taxeAdministrative)}</td>
    <td class="droite">${number(tranche.fraisRetrait)}</td>
    <td class="droite">${number(tranche.coutTotal)}</td>
  </tr>
`;

const Schedule = ({ schedule }) => html`
  <section class="feuille">
    <h2>${schedule.operateurLabel}</h2>
    ${schedule.lacunes.map(
      (gap) => html`<p class="note">
        ${t("tarifs.lacune", { debut: number(gap.montantMin), fin: number(gap.montantMax) })}
      </p>`,
    )}
    <table class="termes">
      <caption class="hors-vue">${t("tarifs.de", { nom: schedule.operateurLabel })}</caption>
      <thead>
        <tr>${HEADS.map((name, place) => html`<th scope="col" class=${place ? "droite" : ""}>${t(name)}</th>`)}</tr>
      </thead>
      <tbody>${schedule.tranches.map((tranche) => html`<${TrancheRow} key=${tranche.id} tranche=${tranche} />`)}</tbody>
    </table>
  </section>
`;

const describeCost = ({ fraisTotal, montantTotal }) =>
  fraisTotal === null ? t("tarifs.aucune") : t("tarifs.cout", { frais: money(fraisTotal), total: money(montantTotal) });

const Costs = ({ found }) => html`
  <table class="termes">
    <caption class="hors-vue">${t("tarifs.comparer")}</caption>
    <tbody>
      ${found.map(
        (one) => html`<tr key=${one.operateur}>
          <th scope="row">${one.operateurLabel}</th>
          <td class="droite">
            ${describeCost(one)}
          </td>
        </tr>`,
      )}
    </tbody>
  </table>
`;

function Comparison() {
  /** @type {import("@preact/signals").Signal<any>} */
  const found = useSignal(null);
  const send = (form) => api.get("/grilles-tarifaires/comparer", { montant: form.montant.value });
  return html`
    <section class="feuille">
      <h2>${t("tarifs.comparer")}</h2>
      <${Form} label=${t("tarifs.calculer")} send=${send} onDone=${(answer) => (found.value = answer)}>
        <${InputField} label=${t("tarifs.montant")} name="montant" type="number" min="1" step="1" required />
      <//>
      ${found.value instanceof Error && html`<${Failure} error=${found.value} />`}
      ${Array.isArray(found.value) && html`<${Costs} found=${found.value} />`}
    </section>
  `;
}

/** Offer a new tranche to who may set one. */
export function NewTranche() {
  if (!may(MANAGE)) return null;
  const create = async () => {
    if (await askTranche()) schedules.reload();
  };
  return html`
    <button type="button" class="bouton principal" ...${needLine()} onClick=${create}>
      <${Icon} name="plus" />${t("creer.tranche")}
    </button>
  `;
}

export function Fees() {
  useEffect(() => {
    schedules.load((signal) => api.get("/grilles-tarifaires", {}, signal), { keep: true });
  }, []);
  const list = (found) =>
    found.length
      ? found.map((schedule) => html`<${Schedule} key=${schedule.operateur} schedule=${schedule} />`)
      : html`<${Empty} text=${t("tarifs.vide")} />`;
  return html`
    <${Comparison} />
    <${Loaded} from=${schedules}>${list}<//>
  `;
}
