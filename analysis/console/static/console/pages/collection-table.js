/** The households of one state of the collection, to choose from. */

import { join } from "../cards/facts.js";
import { ChoiceBox, ChooseAll } from "../components/choice-box.js";
import { Empty } from "../components/feedback.js";
import { Pager } from "../components/pager.js";
import { SortHead } from "../components/sort-head.js";
import { ago, code, date, shortDate, t } from "../i18n.js";
import { visit } from "../map/map.js";
import { html, useEffect, useElement } from "../preact.js";
import { may } from "../server/session.js";
import { openPage } from "../state/view.js";
import {
  COLUMNS,
  chosen,
  findInitialOrder,
  findStatus,
  listPossible,
  pickListFilters,
  runTransition,
  WAITING,
} from "./collection-state.js";
import { Score } from "./quality-score.js";
import { MOST_ONE_BY_ONE, nameMove, TRANSITIONS } from "./transitions.js";

const NUMBER = "collecte.qualite";
/** The class of each column, by which a phone places it. */
const SIDES = {
  "collecte.menage": "code",
  lieu: "lieu",
  "collecte.enqueteur": "qui",
  campagne: "campagne",
  "collecte.qualite": "note",
  "collecte.cree": "cree",
  "collecte.etape": "etape",
  "collecte.motif": "motif",
};
const STEPS = ["soumission", "validation", "integration", "reouverture"];

/** Name the last transition of a form, and its day: it is not what the wait is counted from. */
function Step({ move }) {
  if (!STEPS.includes(move?.action)) return html`<td class="c-etape">–</td>`;
  return html`
    <td class="c-etape" data-nom=${t("collecte.etape")}>
      ${t(`collecte.etape.${move.action}`)}
      <div class="doux petit insecable">${shortDate(move.date)}</div>
    </td>
  `;
}

const isRejected = () => findStatus() === "rejete";
/** Of a rejected form what is most wanted is why, of others how far it came. */
const listColumns = () => [...Object.keys(COLUMNS), isRejected() ? "collecte.motif" : "collecte.etape"];

/** Say why a form was rejected, by whom and when. */
function Rejection({ move }) {
  if (move?.action !== "rejet") return html`<td class="c-motif">–</td>`;
  return html`
    <td class="c-motif">
      ${(move.motif && code("motif", move.motif)) || move.commentaire || "–"}
      <div class="doux petit">${join([move.par, date(move.date)])}</div>
    </td>
  `;
}

/** Measure the bar of acts, which stays in sight: the titles of the columns stay below it. */
function useHeight() {
  const bar = useElement();
  useEffect(() => {
    const { parentElement: sheet } = bar.current;
    const measure = () => sheet.style.setProperty("--barre", `${bar.current?.offsetHeight ?? 0}px`);
    const observer = new ResizeObserver(measure);
    observer.observe(bar.current);
    return () => {
      observer.disconnect();
      sheet.style.removeProperty("--barre");
    };
  }, []);
  return bar;
}

function Actions({ ids, total }) {
  const bar = useHeight();
  const count = chosen.value.size;
  const isTooMany = (name) => TRANSITIONS[name].isSingle && count > MOST_ONE_BY_ONE;
  const explain = (name) => (isTooMany(name) ? t("collecte.trop", { n: MOST_ONE_BY_ONE }) : null);
  const button = (name, index) => html`
    <button
      type="button" key=${name} id="move-${name}" class=${index ? "bouton" : "bouton principal"}
      disabled=${count === 0 || isTooMany(name)} onClick=${() => runTransition(name)}
      title=${count ? explain(name) : t("collecte.cochez")}
      aria-describedby=${count ? null : "cochez"}
    >
      ${nameMove(name, findStatus())}
    </button>
  `;
  return html`
    <div class="barre-choix" ref=${bar}>
      <${ChooseAll} chosen=${chosen} ids=${ids} total=${total} query=${pickListFilters()} />
      <div class="actions">
        <span id="cochez" aria-live="polite">
          ${count ? t("collecte.choisis", { n: count }) : t("collecte.cochez")}
        </span>
        ${listPossible().map(button)}
      </div>
      ${listPossible().some(isTooMany) && html`<p class="doux petit">${t("collecte.trop", { n: MOST_ONE_BY_ONE })}</p>`}
    </div>
  `;
}

function Row({ item, isChoosable }) {
  const box = () => html`
    <td class="coche">
      <${ChoiceBox}
        chosen=${chosen} id="choix-${item.id}" ids=${[item.id]}
        label=${t("collecte.choisir", { code: item.codeMenage })}
      />
    </td>
  `;
  const open = () => visit(`menage/${item.id}`, { vue: "carte", statut: null, tri: null, page: 1 });
  return html`
    <tr aria-selected=${isChoosable ? chosen.value.has(item.id) : null}>
      ${isChoosable && box()}
      <td class="c-code">
        <button type="button" class="lien" onClick=${open}>${item.codeMenage}</button>
        <div class="doux petit">${item.chefMenage?.nomComplet ?? t("inconnu")}</div>
      </td>
      <td class="c-lieu">${[item.localite?.nom, item.secteur?.nom].filter(Boolean).join(", ") || "–"}</td>
      <td class="c-qui">${item.enqueteur?.nomComplet ?? "–"}</td>
      <td class="c-campagne">${item.campagne?.nom ?? "–"}</td>
      <td class="c-note droite"><${Score} item=${item} /></td>
      <td class="c-cree" data-nom=${t("collecte.cree")}>
        <span class="insecable">${shortDate(item.createdAt)}</span>
        <div class="doux petit insecable">${WAITING.includes(findStatus()) && ago(item.createdAt)}</div>
      </td>
      <${isRejected() ? Rejection : Step} move=${item.dernierMouvement} />
    </tr>
  `;
}

/** Say why no row has a figure, and where it is made by who may. */
const NoQuality = () => html`
  <p class="doux petit">
    ${t("collecte.sansqualite")}${" "}
    ${
      may("registre.valider") &&
      html`
        <button type="button" class="lien" onClick=${() => openPage("qualite")}>${t("collecte.versqualite")}</button>
      `
    }
  </p>
`;

export function CollectionTable({ rows, pagination }) {
  if (!rows.length) return html`<${Empty} text=${t("collecte.vide")} />`;
  const isChoosable = listPossible().length > 0;
  const ids = rows.map((item) => item.id);
  const all = () => html`
    <th scope="col" class="coche">
      <${ChoiceBox} chosen=${chosen} id="choix-tous" label=${t("collecte.tous")} ids=${ids} />
    </th>
  `;
  const head = (key) => html`
    <${SortHead}
      key=${key} name=${SIDES[key]} label=${t(key)} sort=${COLUMNS[key]} isNumber=${key === NUMBER}
      initial=${findInitialOrder()}
    />
  `;
  return html`
    ${isChoosable && html`<${Actions} ids=${ids} total=${pagination.total} />`}
    <table class="lignes collecte avance">
      <caption class="hors-vue">${t(`etat.${findStatus()}`)}</caption>
      <thead><tr>${isChoosable && all()}${listColumns().map(head)}</tr></thead>
      <tbody>${rows.map((item) => html`<${Row} key=${item.id} item=${item} isChoosable=${isChoosable} />`)}</tbody>
    </table>
    ${rows.every((item) => item.scoreQualite === null) && html`<${NoQuality} />`}
    <${Pager} pagination=${pagination} />
  `;
}
