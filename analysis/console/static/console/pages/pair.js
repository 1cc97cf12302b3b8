/** One pair of households side by side, with what differs marked, and what is decided about it. */

import { Loaded } from "../components/feedback.js";
import { Icon } from "../components/icon.js";
import { t } from "../i18n.js";
import { isPhone } from "../map/padding.js";
import { html, useEffect, useLayoutEffect } from "../preact.js";
import { may } from "../server/session.js";
import { BackHeader } from "./back.js";
import * as duplicates from "./duplicates-state.js";
import { askGroupMerge, listForms } from "./merge-group.js";
import { Actions, LastDecision } from "./pair-actions.js";
import { Balance } from "./pair-balance.js";
import { Comparisons } from "./pair-compare.js";
import { writeScore } from "./pair-groups.js";
import { PairMap } from "./pair-map.js";

const Neighbours = () => html`
  <div class="actions">
    <button
      type="button" id="paire-avant" class="bouton" disabled=${!duplicates.findNeighbour(-1)}
      onClick=${() => duplicates.openNeighbour(-1)}
    >
      <${Icon} name="previous" />${t("doublons.precedente")}
    </button>
    <button
      type="button" id="paire-apres" class="bouton" disabled=${!duplicates.findNeighbour(1)}
      onClick=${() => duplicates.openNeighbour(1)}
    >
      ${t("doublons.suivante")}<${Icon} name="next" />
    </button>
  </div>
`;

const Score = ({ pair }) => html`
  <div class="feuille score-paire">
    <p>
      <strong>${writeScore(pair)}</strong>${" "}<span>${t("doublons.surcent")}</span>
      ${` · ${t(`doublons.${pair.niveau}`)}`}
      <span class="doux">${t("doublons.sens", { n: writeScore(pair) })}</span>
    </p>
    <${Balance} pair=${pair} />
  </div>
`;

/** The other pairs of a household that was interviewed more than twice. */
function Group({ pairs }) {
  if (!pairs.length) return null;
  const name = (pair) =>
    t("doublons.groupe.paire", {
      a: pair.menageA.codeMenage,
      b: pair.menageB.codeMenage,
      score: writeScore(pair),
    });
  return html`
    <section class="feuille" id="groupe-paire">
      <h2>${t("doublons.groupe")}</h2>
      <p class="doux">${t("doublons.groupe.texte")}</p>
      ${
        may("registre.valider") &&
        html`<button type="button" class="bouton" id="groupe-distincts" onClick=${duplicates.decideGroup}>
          ${t("doublons.groupe.distincts", { n: pairs.length + 1 })}
        </button>`
      }
      ${
        may("registre.supprimer") &&
        html`<button
          type="button" class="bouton" id="groupe-fusionner"
          onClick=${() => duplicates.merge(duplicates.pair.value, askGroupMerge)}
        >
          ${t("doublons.groupe.fusionner", { n: listForms(duplicates.pair.value).length })}
        </button>`
      }
      <ul>
        ${pairs.map(
          (one) => html`
            <li key=${one.id}>
              <button type="button" class="lien" onClick=${() => duplicates.open(one.id)}>${name(one)}</button>
            </li>
          `,
        )}
      </ul>
    </section>
  `;
}

/** Say by which keys one decides. */
const Keys = () => may("registre.valider") && html`<p class="doux petit clavier">${t("doublons.clavier")}</p>`;

const KEYS = { d: "distincts", i: "ignorer" };

/** Decide by d, i and m, walk by arrows, take back by u: where no text is being typed. */
function pressKey(event) {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.target.closest("input, textarea, select, dialog")) return;
  const open = duplicates.pair.value;
  const isUndecided = open?.decision === null;
  if (event.key === "ArrowRight" || event.key === "n") duplicates.openNeighbour(1);
  else if (event.key === "ArrowLeft" || event.key === "p") duplicates.openNeighbour(-1);
  else if (!may("registre.valider")) return;
  else if (event.key === "u" && duplicates.mayTakeBack()) duplicates.takeBack();
  else if (event.key === "m" && isUndecided && may("registre.supprimer")) duplicates.merge(open);
  else if (event.key in KEYS && isUndecided) duplicates.decide(open.id, KEYS[event.key]);
  else return;
  event.preventDefault();
}

export function Pair({ id }) {
  useLayoutEffect(() => {
    duplicates.loadPair(id);
  }, [id]);
  useEffect(() => {
    addEventListener("keydown", pressKey);
    return () => removeEventListener("keydown", pressKey);
  }, []);
  return html`
    <${BackHeader} label=${t("doublons.retour")}><${Neighbours} /><//>
    <${LastDecision} />
    <${Loaded} from=${duplicates.pair}>
      ${(pair) => html`
        <${Score} pair=${pair} />
        ${!isPhone() && html`<${Actions} pair=${pair} />`}
        <${Comparisons} pair=${pair} />
        <div class="cote-a-cote"><${PairMap} pair=${pair} /><${Group} pairs=${pair.groupe} /></div>
        ${isPhone() && html`<${Actions} pair=${pair} />`}
        ${!isPhone() && pair.decision === null && html`<${Keys} />`}
      `}
    <//>
  `;
}
