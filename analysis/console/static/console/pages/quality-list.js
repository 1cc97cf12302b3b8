/** The households that a figure of the quality counts: exactly those, to be opened, sent back or taken along. */

import { ChoiceBox } from "../components/choice-box.js";
import { Empty, Loaded } from "../components/feedback.js";
import { Pager } from "../components/pager.js";
import { findOrder, SortHead } from "../components/sort-head.js";
import { date, fullDate, number, t } from "../i18n.js";
import { visit } from "../map/map.js";
import { html, signal, useEffect, useMemo } from "../preact.js";
import { ExportMenu } from "../results/export-menu.js";
import { chosen, ListActs, mayChoose, rememberRows } from "../results/list-acts.js";
import * as api from "../server/api.js";
import { createLoader } from "../state/loader.js";
import { pickNarrowing, setView, view } from "../state/view.js";
import { BackHeader } from "./back.js";
import { COLUMNS as INTERVIEW, InterviewCells, isCompared, readInterviews } from "./interviews.js";
import { Score } from "./quality-score.js";
import { AXES, dashboard, FAULTY } from "./quality-state.js";
import { findState } from "./transitions.js";

const ROWS = 50;
/** Each column: the API's name of its order. */
const COLUMNS = {
  code: "codeMenage",
  chef: "chefMenage",
  lieu: "localite",
  "collecte.enqueteur": "enqueteur",
  "champ.statutCollecte": "statutCollecte",
  "collecte.qualite": "scoreQualite",
  "collecte.cree": "createdAt",
};
const NUMBER = "collecte.qualite";
const WORST = COLUMNS[NUMBER]; // the order of a list that no fault narrows

/** Name what is wrong with the households; null: they are all of a group.
 * @param {Record<string, string>} query */
function nameFault({ anomalie, probleme, [FAULTY]: below }) {
  if (below) return t("qualite.fautives");
  if (anomalie) return t(anomalie === "agesRonds" ? "qualite.agesronds" : `suspicion.${anomalie}`);
  return dashboard.value?.parRegle.find(({ code }) => code === probleme)?.message ?? null;
}

/** Return the order while nobody chose one: where all of a group are listed, the worst scores first. */
function findInitialOrder() {
  const { anomalie, probleme } = pickNarrowing();
  return anomalie || probleme ? null : WORST;
}

/** Name whose households they are, and of which days. */
function nameGroups(query) {
  const find = ({ groups, filter }) =>
    (query[filter] || query.sans === filter) &&
    dashboard.value?.[groups].find(({ id }) => (id ?? null) === (query[filter] ?? null))?.nom;
  const day = (name, key) => query[name] && `${t(key)} ${fullDate(query[name])}`;
  return [
    ...Object.values(AXES).map(find),
    day("collecteDebut", "qualite.du"),
    day("collecteFin", "qualite.au"),
  ].filter(Boolean);
}

/** Of the last page read, what its suspicion rests on; null where none compares interviews. */
const interviews = signal(/** @type {Map<string, any> | null} */ (null));

function Row({ item }) {
  const open = () => visit(`menage/${item.id}`, { vue: "carte", filtre: null, tri: null, page: 1 });
  const state = findState(item);
  const box = () => html`
    <td class="coche">
      <${ChoiceBox}
        chosen=${chosen} id="qualite-${item.id}" ids=${[item.id]}
        label=${t("collecte.choisir", { code: item.codeMenage })}
      />
    </td>
  `;
  return html`
    <tr>
      ${mayChoose() && box()}
      <td><button type="button" class="lien" onClick=${open}>${item.codeMenage}</button></td>
      <td>
        ${item.chefMenage?.nomComplet ?? "–"}
        ${item.chefMenage?.age && html`<div class="doux petit">${t("ans", { n: item.chefMenage.age })}</div>`}
      </td>
      <td>${[item.localite?.nom, item.secteur?.nom].filter(Boolean).join(", ") || "–"}</td>
      <td>${item.enqueteur?.nomComplet ?? "–"}</td>
      <td>${state ? t(`etat.${state}`) : "–"}</td>
      ${
        interviews.value
          ? html`<${InterviewCells} interview=${interviews.value.get(item.id)} />`
          : html`<td class="droite"><${Score} item=${item} /></td><td>${date(item.createdAt)}</td>`
      }
    </tr>
  `;
}

function Table({ rows }) {
  if (!rows.length) return html`<${Empty} text=${t("menages.aucun")} />`;
  const all = () => html`
    <th scope="col" class="coche">
      <${ChoiceBox} chosen=${chosen} id="qualite-tous" ids=${rows.map(({ id }) => id)} label=${t("collecte.tous")} />
    </th>
  `;
  const head = (key) => html`
    <${SortHead}
      key=${key} label=${t(key)} sort=${COLUMNS[key]} isNumber=${key === NUMBER} initial=${findInitialOrder()}
    />
  `;
  const plain = (key) => html`<th scope="col" key=${key}>${t(key)}</th>`;
  const names = Object.keys(COLUMNS);
  return html`
    <div class="defile-table" tabindex="0" role="region" aria-label=${t("liste.titre")}>
      <table class=${interviews.value ? "lignes collecte entretiens" : "lignes collecte"}>
        <caption class="hors-vue">${t("liste.titre")}</caption>
        <thead>
          <tr>
            ${mayChoose() && all()}
            ${interviews.value ? [...names.slice(0, -2).map(head), ...INTERVIEW.map(plain)] : names.map(head)}
          </tr>
        </thead>
        <tbody>${rows.map((item) => html`<${Row} key=${item.id} item=${item} />`)}</tbody>
      </table>
    </div>
  `;
}

export function QualityList() {
  const loader = useMemo(createLoader, []);
  const { page, filtre, tri } = view.value;
  const query = pickNarrowing();
  const read = async (signal) => {
    const found = await api.getJson(
      "/menages",
      { ...query, tri: findOrder(COLUMNS, findInitialOrder()), page, limit: ROWS },
      signal,
    );
    rememberRows(found.data);
    interviews.value = isCompared(query) ? await readInterviews(found.data, signal) : null;
    return found;
  };
  useEffect(() => {
    chosen.value = new Set();
  }, [filtre]);
  useEffect(() => {
    loader.load(read, { keep: true });
    return loader.abort;
  }, [page, filtre, tri]);
  const total = loader.value?.pagination.total;
  const table = ({ data, pagination }) => html`
    <${ListActs} rows=${data} total=${pagination.total} query=${query} onDone=${() => loader.reload()} />
    <${Table} rows=${data} />
    <${Pager} pagination=${pagination}>
      <${ExportMenu} total=${pagination.total} narrowing=${query} />
    <//>
  `;
  return html`
    <div class="pile" id="menages-qualite">
      <${BackHeader} label=${t("qualite.retour")} onBack=${() => setView({ filtre: null, page: 1, tri: null })}>
        <div>
          <h2>
            ${nameFault(query) ?? t("qualite.tous")}
            ${total !== undefined && html`${" "}<span class="doux">${number(total)}</span>`}
          </h2>
          <p class="doux">
            ${[...nameGroups(query), findInitialOrder() && !tri && t("qualite.pires")].filter(Boolean).join(" · ")}
          </p>
          ${query.anomalie === "agesRonds" && html`<p class="note">${t("qualite.agesronds.note")}</p>`}
        </div>
      <//>
      <div class="feuille"><${Loaded} from=${loader}>${table}<//></div>
    </div>
  `;
}
