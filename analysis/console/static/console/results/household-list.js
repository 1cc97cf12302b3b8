/** The list of households that answer the filters: sorted, chosen from, taken along. */

import { Category } from "../cards/facts.js";
import { ChoiceBox } from "../components/choice-box.js";
import { Loaded } from "../components/feedback.js";
import { Pager } from "../components/pager.js";
import { findOrder, SortHead } from "../components/sort-head.js";
import { Telephone } from "../components/telephone.js";
import { code, date, number, shortDate, t } from "../i18n.js";
import { visit } from "../map/map.js";
import { Aged } from "../offline/aged.js";
import { isCardAbsent } from "../offline/held.js";
import { PreparedNote } from "../offline/prepared-line.js";
import { findState } from "../pages/transitions.js";
import { html, useEffect, useMemo } from "../preact.js";
import { compareTotal } from "../sidebar/counts.js";
import { createLoader } from "../state/loader.js";
import { FILTERS, pickFilters, view } from "../state/view.js";
import { ExportMenu } from "./export-menu.js";
import { chosen, ListActs, mayChoose, rememberRows } from "./list-acts.js";
import { COLUMNS, listVisible, NUMBERS, rowCount } from "./list-columns.js";
import { ListDisplay } from "./list-display.js";
import { ListOrder } from "./list-order.js";
import { readPage } from "./list-page.js";
import { ShareView } from "./share-view.js";
import { NoHousehold, StripBody, StripHeader } from "./strip.js";

const MANY = 9; // columns: with more of them long names are cut earlier

const describePlace = (item) => [item.localite?.nom, item.secteur?.nom].filter(Boolean).join(", ") || "–";

/** Show a place so that its village stays where there is room for no more, and its secteur stands below where rows
 * are full. */
const showPlace = ({ localite, secteur }) =>
  localite && secteur
    ? html`${localite.nom}<span class="virgule">, </span><span class="secteur-suit">${secteur.nom}</span>`
    : describePlace({ localite, secteur });

/** Say whether a household is eligible; without a score nobody knows yet, and of a rejected one nobody asks. */
function describeEligibility(item) {
  const { scorePmt, eligibleProgramme } = item;
  if (findState(item) === "rejete" || (scorePmt === null && !eligibleProgramme)) return "–";
  return t(eligibleProgramme ? "oui" : "non");
}

const describeCode = (group, value) => (value ? code(group, value) : "–");

const describeTelephone = ({ chefMenage }) =>
  chefMenage?.telephone ? html`<${Telephone} number=${chefMenage.telephone} />` : "–";

/** Name the state of the collection as its page does. */
const describeState = (item) => {
  const state = findState(item);
  return state ? t(`etat.${state}`) : "–";
};

/** Name it in a word where the page's name has several. */
const showState = (item) => (findState(item) === "valide" ? t("etat.court.valide") : describeState(item));

/** Say beside its code that a household is not in the registry, or not yet: nobody takes it for one that is. */
function Stage({ item }) {
  const state = findState(item);
  if (!state || state === "integre" || listVisible().includes("champ.statutCollecte")) return null;
  const look = state === "rejete" ? "insigne contre" : "insigne";
  return html` <span class="${look} etape" title=${t(`etat.${state}`)}>${t(`etat.court.${state}`)}</span>`;
}

/** Of each column but the code: its class, what it says of a household, and how that is shown. */
const CELLS = {
  chef: { side: "chef", describe: (item) => item.chefMenage?.nomComplet ?? "–", below: describePlace },
  "champ.sexe": { side: "sexe", describe: ({ chefMenage }) => describeCode("sexe", chefMenage?.sexe) },
  telephone: { side: "telephone", describe: describeTelephone },
  lieu: { side: "lieu", describe: describePlace, show: showPlace },
  milieu: { side: "milieu", describe: (item) => describeCode("milieu", item.milieu) },
  taille: { side: "taille", describe: (item) => number(item.tailleMenage) },
  categorie: { side: "categorie", describe: (item) => html`<${Category} value=${item.categoriePauvrete} />` },
  score: { side: "score", describe: (item) => (item.scorePmt === null ? "–" : number(item.scorePmt, 1)) },
  eligibilite: { side: "eligibilite", describe: describeEligibility },
  "champ.statutCollecte": { side: "etat", describe: describeState, show: showState },
  "collecte.enqueteur": { side: "qui", describe: (item) => item.enqueteur?.nomComplet ?? "–" },
  campagne: { side: "campagne", describe: (item) => item.campagne?.nom ?? "–" },
  "collecte.date": { side: "visite", describe: (item) => date(item.dateCollecte) },
  "collecte.cree": { side: "cree", describe: (item) => shortDate(item.createdAt) },
};

/** Say on a phone, which has no columns, when a household was registered. */
const Since = ({ item }) => html`<small class="depuis">${t("collecte.cree")} ${shortDate(item.createdAt)}</small>`;

function Cell({ name, item }) {
  const { side, describe, show = describe, below = null } = /** @type {any} */ (CELLS[name]);
  const text = describe(item);
  return html`
    <td class=${`c-${side}${NUMBERS.includes(name) ? " droite" : ""}`} title=${typeof text === "string" ? text : null}>
      ${show(item)}${below && html`<small class="lieu-etroit">${below(item)}</small><${Since} item=${item} />`}
    </td>
  `;
}

function Row({ item }) {
  const card = `menage/${item.id}`;
  const isAbsent = isCardAbsent(item.id);
  // The whole row is as good as its code, for a finger above all; a text that is being marked is not.
  const open = (event) => {
    if (!event.target.closest("button, input, a") && !String(getSelection())) visit(card);
  };
  const box = () => html`
    <td class="coche">
      <${ChoiceBox}
        chosen=${chosen} id="liste-${item.id}" ids=${[item.id]}
        label=${t("collecte.choisir", { code: item.codeMenage })}
      />
    </td>
  `;
  return html`
    <tr
      aria-current=${view.value.fiche === card ? "true" : null} data-absente=${isAbsent ? "" : null}
      title=${isAbsent ? t("horsligne.absente") : null} onClick=${open}
    >
      ${mayChoose() && box()}
      <td class="c-code">
        <button type="button" class="lien" onClick=${() => visit(card)}>${item.codeMenage}</button>
        <${Stage} item=${item} />
        ${isAbsent && html`<span class="non-gardee" role="img" aria-label=${t("horsligne.absente.court")}>⊘</span>`}
      </td>
      ${listVisible()
        .slice(1)
        .map((name) => html`<${Cell} key=${name} name=${name} item=${item} />`)}
    </tr>
  `;
}

function Table({ rows }) {
  if (!rows.length) return html`<${NoHousehold} />`;
  const ids = rows.map((item) => item.id);
  const all = () => html`
    <th scope="col" class="coche" data-nom=${t("collecte.tous")}>
      <${ChoiceBox} chosen=${chosen} id="liste-tous" ids=${ids} label=${t("collecte.tous")} />
    </th>
  `;
  const head = (name) => html`
    <${SortHead}
      key=${name} name=${CELLS[name]?.side ?? name} label=${t(name)} sort=${COLUMNS[name]}
      isNumber=${NUMBERS.includes(name)}
    />
  `;
  return html`
    <table class=${listVisible().length > MANY ? "menages large" : "menages"}>
      <caption class="hors-vue">${t("liste")}</caption>
      <thead><tr>${mayChoose() && all()}${listVisible().map(head)}</tr></thead>
      <tbody>${rows.map((item) => html`<${Row} key=${item.id} item=${item} />`)}</tbody>
    </table>
  `;
}

export function HouseholdList() {
  const loader = useMemo(createLoader, []);
  const { page, tri } = view.value;
  const filters = FILTERS.map((name) => view.value[name]).join();
  const read = async (signal) => {
    const wanted = pickFilters();
    const found = await readPage(wanted, view.peek().page, signal);
    rememberRows(found.data);
    compareTotal(wanted, found.pagination.total);
    return found;
  };
  useEffect(() => {
    chosen.value = new Set(); // what was chosen answered other filters
  }, [filters]);
  useEffect(() => {
    loader.load(read, { keep: true });
    return loader.abort;
  }, [page, tri, filters, rowCount.value]);
  const answer = loader.value;
  useEffect(() => {
    // A card that was opened elsewhere: its row, where this page has it, comes into sight.
    document.querySelector(".menages tr[aria-current]")?.scrollIntoView({ block: "nearest" });
  }, [view.value.fiche, answer]);
  const tools = () => html`
    <${Pager} pagination=${answer.pagination}>
      <${ListDisplay} /><${ExportMenu} total=${answer.pagination.total} /><${ShareView} />
    <//>
  `;
  return html`
    <${StripHeader} title=${t("liste.titre")} note=${findOrder(COLUMNS) ? null : t("liste.ordre")}>
      ${answer?.data.length > 0 && tools()}
    <//>
    <${StripBody} title=${t("liste.titre")}>
      <${PreparedNote} />
      ${answer?.data.some(({ id }) => isCardAbsent(id)) && html`<p class="doux petit">${t("horsligne.grises")}</p>`}
      ${answer && html`<${Aged} parts=${[answer]} onBack=${loader.reload} />`}
      ${
        answer &&
        html`<${ListActs} rows=${answer.data} total=${answer.pagination.total} onDone=${() => loader.reload()} />`
      }
      ${answer?.data.length > 1 && html`<${ListOrder} />`}
      <${Loaded} from=${loader}>${({ data }) => html`<${Table} rows=${data} />`}<//>
    <//>
  `;
}
