/** Households that may be registered twice: the pairs, the most alike first, and one of them side by side. */

import { Empty, Loaded } from "../components/feedback.js";
import { SelectField } from "../components/fields.js";
import { Icon } from "../components/icon.js";
import { Pager } from "../components/pager.js";
import { Tabs } from "../components/tabs.js";
import { number, t } from "../i18n.js";
import { html, useEffect } from "../preact.js";
import { may } from "../server/session.js";
import { setView, view } from "../state/view.js";
import * as duplicates from "./duplicates-state.js";
import { Pair } from "./pair.js";
import { LastDecision } from "./pair-actions.js";

function Tools() {
  const regions = (duplicates.regions.value ?? []).map((one) => [one.id, one.nom]);
  const isBusy = duplicates.isAnalysing.value;
  return html`
    <div class="outils">
      <${SelectField}
        label=${t("region")} name="region" options=${[["", t("tous.region")], ...regions]}
        value=${duplicates.region.value} onChange=${(event) => duplicates.setRegion(event.target.value)}
      />
      ${
        may("registre.valider") &&
        html`
          <button type="button" class="bouton" disabled=${isBusy} onClick=${duplicates.analyse}>
            <${Icon} name="search" />${t(isBusy ? "doublons.analyse.encours" : "doublons.analyse")}
          </button>
        `
      }
    </div>
  `;
}

/** Say how the last analysis ended. */
function Outcome() {
  const outcome = duplicates.outcome.value;
  if (!outcome) return null;
  if (outcome.isFailure) return html`<p class="faute" role="alert">${outcome.text}</p>`;
  return html`<p class="dit"><${Icon} name="check" /><span>${outcome.text}</span></p>`;
}

const Side = ({ household }) => html`
  <span class="cote">
    <strong>${household.chefMenage?.nomComplet ?? t("inconnu")}</strong>
    <span class="doux petit">${[household.codeMenage, household.localite?.nom].filter(Boolean).join(" · ")}</span>
  </span>
`;

const Row = ({ pair }) => html`
  <li>
    <button type="button" class="paire" onClick=${() => setView({ element: pair.id })}>
      <span class="note-paire ${pair.niveau}">
        <b>${number(pair.score)}</b><span class="petit">${t(`doublons.${pair.niveau}`)}</span>
      </span>
      <${Side} household=${pair.menageA} /><${Side} household=${pair.menageB} />
      <span class="doux petit raisons">${pair.raisons.join(" · ")}</span>
    </button>
  </li>
`;

function Rows({ pairs, pagination }) {
  if (!pairs.length) return html`<${Empty} text=${t("doublons.aucun")} />`;
  return html`
    <div class="feuille">
      <ul class="rangees paires">${pairs.map((pair) => html`<${Row} key=${pair.id} pair=${pair} />`)}</ul>
      <${Pager} pagination=${pagination} />
    </div>
  `;
}

function PairList() {
  const { page } = view.value;
  const status = duplicates.findStatus();
  useEffect(() => {
    duplicates.load();
  }, [status, page]);
  const tabs = duplicates.STATES.map((id) => [id, t(`doublons.${id}`)]);
  return html`
    <${Tabs} tabs=${tabs} chosen=${status} onChoose=${(statut) => setView({ statut, page: 1 })} />
    <${Tools} />
    <${Outcome} />
    <${LastDecision} />
    <${Loaded} from=${duplicates.pairs}>
      ${({ data, pagination }) => html`<${Rows} pairs=${data} pagination=${pagination} />`}
    <//>
  `;
}

export function Page() {
  const { element } = view.value;
  useEffect(() => {
    duplicates.loadRegions();
    if (element) duplicates.load(); // for the ways to the pairs before and after
  }, []);
  return element ? html`<${Pair} id=${element} />` : html`<${PairList} />`;
}
