/** How far the nearest services are: households by classes of distance, for one kind of service or several. */

import { saveCsv } from "../components/download.js";
import { Loaded } from "../components/feedback.js";
import { Icon } from "../components/icon.js";
import { saveCanvas } from "../components/picture.js";
import { distance, distanceRange, number, percent, t } from "../i18n.js";
import { SERVICES as COLOURS } from "../map/palette.js";
import { html, useEffect, useElement, useLayoutEffect, useMemo } from "../preact.js";
import * as api from "../server/api.js";
import { createLoader } from "../state/loader.js";
import { isDark } from "../state/theme.js";
import { FILTERS, pickFilters, setView, view } from "../state/view.js";
import { useHiddenHouseholds } from "./coloured-areas.js";
import { SERVICES } from "./coverage-table.js";
import { drawHistogram } from "./histogram.js";
import { NoHousehold, StripBody, StripHeader } from "./strip.js";

const QUESTION = ["types", ...FILTERS];
const FILE = "distances";
const TOGETHER = { le_plus_proche: "#c98a1b", le_plus_loin: "#8a938f" };

const colourOf = (type) => COLOURS[type] ?? TOGETHER[type];
const nameOf = (type) => (type in TOGETHER ? t(`distances.${type}`) : t(`couche.${type}`));
function nameClass({ de, a }) {
  if (a === null) return t("distances.plus", { de: distance(de) });
  return de ? distanceRange(de, a) : t("distances.moins", { a: distance(a) });
}

function readDistances(signal) {
  const { types } = view.peek();
  const filters = pickFilters("categorie", view.peek());
  return api.get("/carte/analyse/distances", { types: types.join(","), ...filters }, signal);
}

/** Show the kinds of service as boxes; one at least stays ticked. */
function Kinds() {
  const { types } = view.value;
  const toggle = (name) => (event) => {
    const wanted = SERVICES.filter((one) => (one === name ? event.target.checked : types.includes(one)));
    if (wanted.length) setView({ types: wanted });
    else event.target.checked = true;
  };
  return html`
    <fieldset class="genres">
      <legend class="hors-vue">${t("distances.types")}</legend>
      ${SERVICES.map(
        (name) => html`
          <label class="case" key=${name}>
            <input
              type="checkbox" id="distance-${name}" checked=${types.includes(name)} onChange=${toggle(name)}
            /><span>${t(`couche.${name}`)}</span>
          </label>
        `,
      )}
    </fieldset>
  `;
}

const listSeries = ({ series, menages }) =>
  series.map((one) => ({
    ...one,
    colour: colourOf(one.type),
    text: nameOf(one.type),
    shares: one.menages.map((count) => (menages ? count / menages : 0)),
  }));

function saveTable(answer) {
  const header = [t("distances.classe"), ...answer.series.map(({ type }) => nameOf(type))];
  const rows = answer.classes.map((one, place) => [
    nameClass(one),
    ...answer.series.map((each) => each.menages[place]),
  ]);
  const missing = [t("distances.sans"), ...answer.series.map(({ sansService }) => sansService)];
  saveCsv(header, [...rows, missing], `${FILE}.csv`);
}

function savePicture(answer) {
  const canvas = document.querySelector(".histogramme");
  saveCanvas(canvas, formatTitle(answer), listSeries(answer), `${FILE}.png`);
}

const Downloads = ({ answer }) => html`
  <div class="pages fichiers">
    <button type="button" class="bouton" onClick=${() => savePicture(answer)}><${Icon} name="download" />PNG</button>
    <button type="button" class="bouton" onClick=${() => saveTable(answer)}><${Icon} name="download" />CSV</button>
  </div>
`;

const formatTitle = ({ menages }) => t("distances.titre.graphique", { n: menages });

function Histogram({ answer }) {
  const canvas = useElement();
  useLayoutEffect(() => {
    const draw = () => drawHistogram(canvas.current, answer.classes.map(nameClass), listSeries(answer));
    const watcher = new ResizeObserver(draw);
    watcher.observe(canvas.current);
    return () => watcher.disconnect();
  }, [answer, isDark.value]);
  return html`<canvas class="histogramme" role="img" aria-label=${formatTitle(answer)} ref=${canvas} />`;
}

function Table({ answer }) {
  const series = listSeries(answer);
  const cell = (one, place) => html`
    <td class="droite" key=${one.type}>
      ${percent(one.shares[place])}<span class="petit doux">${` ${number(one.menages[place])}`}</span>
    </td>
  `;
  const isMissing = series.some(({ sansService }) => sansService > 0);
  return html`
    <table class="distances">
      <caption>${formatTitle(answer)}</caption>
      <thead>
        <tr>
          <th scope="col">${t("distances.classe")}</th>
          ${series.map(({ type, text }) => html`<th scope="col" class="droite" key=${type}>${text}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${answer.classes.map(
          (one, place) => html`
            <tr key=${one.de}><th scope="row">${nameClass(one)}</th>${series.map((each) => cell(each, place))}</tr>
          `,
        )}
        ${
          isMissing &&
          html`
            <tr>
              <th scope="row">${t("distances.sans")}</th>
              ${series.map(({ type, sansService }) => html`<td class="droite" key=${type}>${number(sansService)}</td>`)}
            </tr>
          `
        }
      </tbody>
    </table>
  `;
}

const Answer = ({ answer }) =>
  answer.menages
    ? html`
        <${Histogram} answer=${answer} />
        <p class="doux petit">${t("distances.inegales")}</p>
        <${Table} answer=${answer} />
      `
    : html`<${NoHousehold} />`;

const setLayers = (couches) => setView({ couches }, { replace: true });

/** Draw the services whose distances are counted, as long as the strip is open. */
function useServicesOnMap(types) {
  useEffect(() => {
    const { couches } = view.peek();
    const added = types.filter((name) => !couches.includes(name));
    if (added.length) setLayers([...couches, ...added]);
    return () => {
      if (added.length) setLayers(view.peek().couches.filter((name) => !added.includes(name)));
    };
  }, [types.join()]);
}

export function Distances() {
  const loader = useMemo(createLoader, []);
  useHiddenHouseholds();
  useServicesOnMap(view.value.types);
  const question = QUESTION.map((name) => view.value[name]).join();
  useEffect(() => {
    loader.load(readDistances, { keep: true });
  }, [question]);
  useEffect(() => loader.abort, []);
  const answer = loader.value;
  return html`
    <${StripHeader} title=${t("distances.titre")}>
      ${answer?.menages > 0 && html`<${Downloads} answer=${answer} />`}<${Kinds} />
    <//>
    <${StripBody} title=${t("distances.titre")}>
      <${Loaded} from=${loader}>${(found) => html`<${Answer} answer=${found} />`}<//>
    <//>
  `;
}
