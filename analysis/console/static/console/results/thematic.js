/** Areas coloured by a figure, with classes, legend and denominators: as PNG, CSV and a page to print. */

import { nameFile, roundCell, saveCsv, toPercent } from "../components/download.js";
import { Empty, Loaded } from "../components/feedback.js";
import { Icon } from "../components/icon.js";
import { createOrder, OrderHead, sortRows } from "../components/local-order.js";
import { number, percent, t } from "../i18n.js";
import { drawPage, offerPage, savePicture } from "../map/print.js";
import { html } from "../preact.js";
import { nameFilters } from "../server/filter-names.js";
import { view } from "../state/view.js";
import { AreaName } from "./area-name.js";
import { ClassTable, HexagonTable } from "./class-table.js";
import { useColouredAreas } from "./coloured-areas.js";
import { THEMES } from "./figures.js";
import { StripBody, StripHeader, StripLegend } from "./strip.js";
import { ThemeControls } from "./theme-controls.js";
import { describeNote, describeUncertain, isUncertain, Reading } from "./theme-notes.js";
import { drawAreas, findTheme, nameBase, nameFigure, readTheme } from "./themes.js";

const NAMES = ["theme", "classes", "tranches", "niveau", "grille", "region", "maille", "compare", "avant", "apres"];
/** Name the files of a map by its figure, the level of its areas and the region that it is narrowed to. */
async function findFileName({ level }) {
  const areas = await nameFilters({ region: view.value.region }).catch(() => []);
  return nameFile(t("carte"), nameFigure(view.value), t(level), ...areas.map(({ text }) => text));
}

/** Return the other columns of a figure: [key of the words, value of an area] each. */
const listColumns = (theme) => [...(THEMES[theme].more ?? []), THEMES[theme].base];

/** Return what names an area in a file: hexagons have no name, but a middle. */
function nameArea({ nom, geometry }, level) {
  if (level !== "hexagone") return [nom];
  const corners = geometry.coordinates[0].slice(1); // the first is also the last
  const mean = (axis) => corners.reduce((sum, corner) => sum + corner[axis], 0) / corners.length;
  return [roundCell(mean(0)), roundCell(mean(1))];
}

const isPart = (key) => key === "theme.variation"; // a column of shares between 0 and 1
const inPercent = (name) => t("theme.pourcent", { nom: name });

async function saveAreas(answer) {
  const { theme, level } = answer;
  const { measure, classes, more = [], base, isShare } = THEMES[theme];
  const name = t(`theme.${theme}`);
  const cells = (area) => [
    ...nameArea(area, level),
    base[1](area),
    ...more.map(([key, read]) => (isPart(key) ? toPercent : roundCell)(read(area))),
    (isShare ? toPercent : roundCell)(measure(area)),
    ...(classes ? [area.scorePmtMoyen, area.valeurP] : []),
  ];
  const names = level === "hexagone" ? [t("theme.longitude"), t("theme.latitude")] : [t(level)];
  const title = isShare ? inPercent(name) : name;
  const header = [
    ...names,
    nameBase(answer),
    ...more.map(([key]) => (isPart(key) ? inPercent(t(key)) : t(key))),
    title,
  ];
  const ofClusters = classes ? [t("theme.score"), t("theme.valeurp")] : [];
  saveCsv([...header, ...ofClusters], answer.areas.map(cells), `${await findFileName(answer)}.csv`);
}

/** Say on paper of how many the figure is, and how its classes are made. */
function describeBase(answer) {
  const { areas, method, steps, theme } = answer;
  const [, read] = THEMES[theme].base;
  const total = areas.reduce((sum, area) => sum + (read(area) ?? 0), 0);
  const base = t("theme.note.base", { base: nameBase(answer), nombre: total });
  const classes = method && t("theme.note.classes", { methode: t(`theme.classes.${method}`), nombre: steps.length });
  return [base, classes].filter(Boolean).join(" · ");
}

function Downloads({ answer }) {
  const { title } = answer;
  const note = describeBase(answer);
  const button = (label, save) => html`
    <button type="button" class="bouton" key=${label} onClick=${save}><${Icon} name="download" />${label}</button>
  `;
  return html`
    <div class="pages fichiers">
      ${button("PNG", async () => savePicture(title, `${await findFileName(answer)}.png`, { note }))}
      ${button("PDF", async () => offerPage(await drawPage(title, { note }), `${await findFileName(answer)}.pdf`))}
      ${button("CSV", () => saveAreas(answer))}
    </div>
  `;
}

/** Show a number of a column: shares between 0 and 1 in percent. */
const formatCell = (key, value) => (isPart(key) ? percent(value) : number(value));

function AreaRow({ area, answer }) {
  const { measure, format } = THEMES[answer.theme];
  const value = measure(area);
  const colour = answer.colourOf(area) ?? "transparent";
  return html`
    <tr>
      <th scope="row"><${AreaName} area=${area} level=${answer.level} /></th>
      <td>
        <i class="pastille" style=${{ background: colour }} aria-hidden="true" />
        ${` ${value === null ? "–" : format(value)}`}
        ${isUncertain(answer.theme, area) && html`<span class="petit doux">${` ${t("theme.incertain")}`}</span>`}
      </td>
      ${listColumns(answer.theme).map(
        ([key, read]) => html`<td class="droite" key=${key}>${formatCell(key, read(area))}</td>`,
      )}
    </tr>
  `;
}

/** Sort areas by a figure, the worst first; those without a value last. */
function sortAreas(areas, /** @type {any} */ { measure, isLowWorse = false, classes = null }) {
  const rank = (area) => {
    const value = measure(area);
    if (value === null) return Number.POSITIVE_INFINITY;
    if (classes) return classes.indexOf(value);
    return isLowWorse ? value : -value;
  };
  return [...areas].sort((one, other) => rank(one) - rank(other) || one.nom.localeCompare(other.nom));
}

const order = createOrder();

/** Return what an area is sorted by in a column: its name, the figure, or a number beside it. */
function readColumn(theme, area, column) {
  if (column === "nom") return area.nom;
  const { measure, classes } = THEMES[theme];
  if (column === "figure") return (classes ? classes.indexOf(measure(area)) : measure(area)) ?? -Infinity;
  return listColumns(theme).find(([key]) => key === column)?.[1](area) ?? -Infinity;
}

function AreaTable({ answer: { theme, level, title, areas }, answer }) {
  const nameColumn = (key) => (key === THEMES[theme].base[0] ? nameBase(answer) : t(key));
  return html`
    <table class="zones themes">
      <caption>${title}</caption>
      <thead>
        <tr>
          <${OrderHead} order=${order} name="nom" label=${t(level)} isText />
          <${OrderHead}
            order=${order} name="figure" label=${t(theme === "comparaison" ? "theme.difference" : `theme.${theme}`)}
          />
          ${listColumns(theme).map(
            ([key]) => html`<${OrderHead} key=${key} order=${order} name=${key} label=${nameColumn(key)} isNumber />`,
          )}
        </tr>
      </thead>
      <tbody>
        ${sortRows(sortAreas(areas, THEMES[theme]), order, (area, column) => readColumn(theme, area, column)).map(
          (area) => html`<${AreaRow} key=${area.id} area=${area} answer=${answer} />`,
        )}
      </tbody>
    </table>
  `;
}

const Answer = ({ answer }) => {
  if (!answer.areas.length) return html`<${Empty} text=${t("theme.vide")} />`;
  if (answer.level !== "hexagone") return html`<${AreaTable} answer=${answer} />`;
  const { classes, base } = THEMES[answer.theme];
  return classes
    ? html`<${ClassTable} title=${answer.title} areas=${answer.areas} />`
    : html`<${HexagonTable} answer=${answer} column=${nameBase(answer)} count=${base[1]} />`;
};

export function Thematic() {
  const loader = useColouredAreas({
    names: NAMES,
    read: (signal) => readTheme(view.peek(), signal),
    list: ({ areas }) => areas,
    draw: drawAreas,
    describePage: (answer) => ({
      title: answer.title,
      legend: answer.steps,
      name: nameFigure(view.peek()),
      note: describeBase(answer),
    }),
    describe: (area) => {
      const theme = findTheme(view.peek());
      return THEMES[theme].describe(area) + describeUncertain(theme, area);
    },
  });
  const answer = loader.value;
  return html`
    <${StripHeader} title=${t("theme.titre")}>
      ${answer?.areas.length > 0 && html`<${Downloads} answer=${answer} />`}<${ThemeControls} />
    <//>
    <${StripBody} title=${t("theme.titre")}>
      <${Loaded} from=${loader}>${(found) => html`<${Answer} answer=${found} /><${Reading} answer=${found} />`}<//>
      ${answer?.areas.length > 0 && html`<${StripLegend} steps=${answer.steps} note=${describeNote(answer)} isBelow />`}
    <//>
  `;
}
