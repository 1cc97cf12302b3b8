/** Households that may be registered twice: the pairs, the most alike first, and one of them side by side. */

import { Empty, Loaded } from "../components/feedback.js";
import { HelpLink } from "../components/help-link.js";
import { Pager } from "../components/pager.js";
import { Tabs } from "../components/tabs.js";
import { t } from "../i18n.js";
import { html, useEffect } from "../preact.js";
import { setView, view } from "../state/view.js";
import { loadRegions, PlaceFilter } from "./duplicates-place.js";
import { DuplicateSearch, last, running } from "./duplicates-search.js";
import * as duplicates from "./duplicates-state.js";
import { Pair } from "./pair.js";
import { LastDecision } from "./pair-actions.js";
import { describeClues, describeDifferences } from "./pair-differences.js";
import { groupPairs, splitReasons, writeScore } from "./pair-groups.js";

const Side = ({ household }) => html`
  <span class="cote">
    <strong>${household.chefMenage?.nomComplet ?? t("inconnu")}</strong>
    <span class="doux petit">${[household.codeMenage, household.localite?.nom].filter(Boolean).join(" · ")}</span>
  </span>
`;

/** Say what speaks for one household, and what differs. */
const Clues = ({ pair }) => html`
  <span class="doux petit raisons" title=${pair.raisons.join(" · ")}>${describeClues(pair)}</span>
  <span class="petit raisons differences">${describeDifferences(pair)}</span>
`;

/** Show a pair; `reasons`: what is said of it, in a group of pairs that have the others in common. */
const Row = ({ pair, reasons = null }) => html`
  <li>
    <button type="button" class="paire" onClick=${() => setView({ element: pair.id })}>
      <span class="note-paire ${pair.niveau}">
        <b>${writeScore(pair)}</b><span class="petit">${t(`doublons.${pair.niveau}`)}</span>
      </span>
      <${Side} household=${pair.menageA} /><${Side} household=${pair.menageB} />
      ${reasons === null ? html`<${Clues} pair=${pair} />` : html`<span class="doux petit raisons">${reasons}</span>`}
    </button>
  </li>
`;

/** Say what a pair of a group has beside what all have, and what speaks against it. */
function describeOwn({ contre }, own) {
  const parts = [
    own.length > 0 && t("doublons.ensemble.seul", { raisons: own.join(" · ") }),
    contre.length > 0 && t("doublons.ensemble.contre", { raisons: contre.join(" · ") }),
  ].filter(Boolean);
  return parts.join(" — ") || t("doublons.ensemble.rien");
}

/** Show pairs that share households under one head, with what they have in common once: they are one question. */
function Group({ households, pairs }) {
  if (pairs.length < 2) return pairs.map((pair) => html`<${Row} key=${pair.id} pair=${pair} />`);
  const { common, own } = splitReasons(pairs);
  return html`
    <li class="groupe-paires">
      <h2>${t("doublons.ensemble", { n: households })}</h2>
      ${
        common.length > 0 &&
        html`<p class="doux petit">${t("doublons.ensemble.commun", { raisons: common.join(" · ") })}</p>`
      }
      <ul class="rangees paires">
        ${pairs.map(
          (pair, place) => html`<${Row} key=${pair.id} pair=${pair} reasons=${describeOwn(pair, own[place])} />`,
        )}
      </ul>
    </li>
  `;
}

/** Say why there is none: it is searched for just now, it was never searched for, or there is nothing left. */
function describeEmpty() {
  if (running.value) return t("doublons.aucun.encours");
  const isOpen = !["distincts", "ignorer"].includes(duplicates.findStatus());
  if (!isOpen || !last.value) return t("doublons.aucun");
  return t(last.value.search.faiteLe ? "doublons.aucun.reste" : "doublons.aucun.jamais");
}

function Rows({ pairs, pagination }) {
  if (!pairs.length) return html`<${Empty} text=${describeEmpty()} />`;
  return html`
    <div class="feuille">
      <p class="ordre-paires">${t("doublons.ordre")}${" "}<${HelpLink} /></p>
      <ul class="rangees paires">
        ${groupPairs(pairs).map((group) => html`<${Group} key=${group.pairs[0].id} ...${group} />`)}
      </ul>
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
  const tabs = duplicates.STATES.map((id) => [id, t(`doublons.${id}`), duplicates.findCount(id)]);
  return html`
    <${DuplicateSearch} onDone=${duplicates.load} />
    <div class="outils entre">
      <${Tabs} tabs=${tabs} chosen=${status} onChoose=${(statut) => setView({ statut, page: 1 })} />
      <${PlaceFilter} onChoose=${duplicates.loadFirst} />
    </div>
    <${LastDecision} />
    <${Loaded} from=${duplicates.pairs}>
      ${({ data, pagination }) => html`<${Rows} pairs=${data} pagination=${pagination} />`}
    <//>
  `;
}

export function Page() {
  const { element } = view.value;
  useEffect(() => {
    loadRegions();
    if (element) duplicates.load(); // for the ways to the pairs before and after
  }, []);
  return element ? html`<${Pair} id=${element} />` : html`<${PairList} />`;
}
