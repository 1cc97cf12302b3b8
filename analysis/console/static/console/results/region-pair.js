/** Two regions side by side: every figure that the user may read, each with its difference. */

import { saveCsv } from "../components/download.js";
import { Loaded } from "../components/feedback.js";
import { Icon } from "../components/icon.js";
import { number, percent, t } from "../i18n.js";
import { findAreas, showArea } from "../map/area.js";
import { fit, getMap, show, zoomLevel } from "../map/map.js";
import { html, useEffect, useMemo } from "../preact.js";
import { may } from "../server/session.js";
import { createLoader } from "../state/loader.js";
import { hasFilters, setView, view } from "../state/view.js";
import { Control } from "./coverage-table.js";
import { GROUPS, THEMES } from "./figures.js";
import { StripBody, StripHeader } from "./strip.js";
import { describeHouseholds } from "./theme-notes.js";

const MINUS = "\u2212";
// Complaints come from everybody: of beneficiaries alone they would be a rate of nobody.
const LEFT_OUT = "plaintes_beneficiaires";
const FIGURES = [GROUPS.menages.filter((name) => !THEMES[name].classes), GROUPS.plaintes, GROUPS.paiements]
  .flat()
  .filter((name) => name !== LEFT_OUT);

/** Read the regions with their figures: {id, nom, figures: {name: area}} each. Each answer of the API is read once. */
async function readRegions(signal) {
  const names = FIGURES.filter((name) => may(THEMES[name].permission));
  const readings = new Map(names.map((name) => [THEMES[name].read, null]));
  for (const read of readings.keys()) readings.set(read, read({ niveau: "region", region: null }, signal));
  const answers = new Map();
  for (const [read, answer] of readings) answers.set(read, await answer);
  const [first] = answers.values();
  const pick = (id) => names.map((name) => [name, answers.get(THEMES[name].read).find((area) => area.id === id)]);
  return first.map(({ id, nom }) => ({ id, nom, figures: Object.fromEntries(pick(id)) }));
}

/** Return the two regions of the address, or the first two that there are. */
function choosePair(regions) {
  const named = view.value.cote.map((id) => regions.find((one) => one.id === id)).filter(Boolean);
  return [...named, ...regions.filter((one) => !named.includes(one))].slice(0, 2);
}

const measure = (region, name) => (region.figures[name] ? THEMES[name].measure(region.figures[name]) : null);

const DECIMALS = 1; // of percents: beside each other two shares are told more closely than on a map

/** Tell a figure; a share with a decimal, as the difference has one. */
export const formatValue = (name, value) =>
  THEMES[name].isShare ? percent(value, DECIMALS) : THEMES[name].format(value);

/** Round a figure as it is told, so that the difference is that of the figures that are read. */
const roundAsFormatted = ({ isShare, digits = 0 }, value) => Number(value.toFixed(isShare ? DECIMALS + 2 : digits));

/** Say how much more the second is: shares in points, other figures in their unit. */
export function formatDifference(name, one, other) {
  if (one === null || other === null) return "–";
  const { format, isShare } = THEMES[name];
  const difference = roundAsFormatted(THEMES[name], other) - roundAsFormatted(THEMES[name], one);
  const sign = difference > 0 ? "+" : "";
  const text = isShare ? t("regions.points", { points: number(difference * 100, DECIMALS) }) : format(difference);
  return `${sign}${text.replace("-", MINUS)}`;
}

/** Show a figure of a region, with what it is told beside. */
function Cell({ region, name }) {
  const { base } = THEMES[name];
  const value = measure(region, name);
  const area = region.figures[name];
  return html`
    <td class="droite">
      ${value === null ? "–" : formatValue(name, value)}
      ${
        area && base[1](area) !== value
          ? html`
              <span class="doux petit">
                ${t("regions.sur", { nombre: base[1](area) })}
                <span class="nom-base">${` ${t(base[0]).toLowerCase()}`}</span>
              </span>
            `
          : null
      }
    </td>
  `;
}

function savePair(/** @type {any[]} */ [one, other]) {
  const names = Object.keys(one.figures);
  const base = (region, name) => region.figures[name] && THEMES[name].base[1](region.figures[name]);
  const row = (name) => [
    t(`theme.${name}`),
    ...[one, other].flatMap((region) => [measure(region, name), base(region, name)]),
    t(THEMES[name].base[0]),
  ];
  const header = [t("theme.figure"), one.nom, t("regions.base"), other.nom, t("regions.base"), t("regions.base.nom")];
  saveCsv(header, names.map(row), "regions.csv");
}

function Pair({ regions }) {
  const pair = choosePair(regions);
  if (pair.length < 2) return html`<p class="doux">${t("regions.une")}</p>`;
  const [one, other] = pair;
  const row = (name) => html`
    <tr key=${name}>
      <th scope="row">${t(`theme.${name}`)}</th>
      <${Cell} region=${one} name=${name} /><${Cell} region=${other} name=${name} />
      <td class="droite">${formatDifference(name, measure(one, name), measure(other, name))}</td>
    </tr>
  `;
  return html`
    <table class="deux-regions">
      <caption>${t("regions.titre.deux", { une: one.nom, autre: other.nom })}</caption>
      <thead>
        <tr>
          <th scope="col">${t("theme.figure")}</th>
          <th scope="col" class="droite">${one.nom}</th>
          <th scope="col" class="droite">${other.nom}</th>
          <th scope="col" class="droite">${t("theme.difference")}</th>
        </tr>
      </thead>
      <tbody>${Object.keys(one.figures).map(row)}</tbody>
    </table>
    <p class="doux petit lecture">${describeHouseholds(Object.keys(one.figures)).join(" ")}</p>
  `;
}

/** Show the two regions on the map, and only what is around them besides. */
function usePairOnMap(ids) {
  const isMapThere = zoomLevel.value !== null;
  useEffect(() => {
    if (!isMapThere) return;
    show({ pair: ids });
    // Without their outlines the map stays.
    findAreas(ids.map((id) => ({ niveau: "region", id }))).then(
      (bounds) => fit(bounds),
      () => null,
    );
  }, [ids.join(), isMapThere]);
  useEffect(
    () => () => {
      show({ pair: null });
      if (getMap()) showArea(view.peek());
    },
    [],
  );
}

function PairControls({ regions }) {
  const pair = choosePair(regions);
  usePairOnMap(pair.map(({ id }) => id));
  // Choosing the other one swaps them: a region is not compared with itself.
  const choose = (place) => (id) => {
    const ids = pair.map((region) => region.id);
    if (ids[1 - place] === id) ids[1 - place] = ids[place];
    ids[place] = id;
    setView({ cote: ids });
  };
  const select = (place) => html`
    <${Control}
      key=${place} name=${place ? "autre" : "une"} label=${t(place ? "regions.autre" : "regions.une.champ")}
      value=${pair[place].id} options=${regions.map(({ id, nom }) => [id, nom])} onChoose=${choose(place)}
    />
  `;
  return html`
    <div class="reglages">${select(0)}${select(1)}</div>
    <div class="pages">
      <button type="button" class="bouton" onClick=${() => savePair(pair)}><${Icon} name="download" />CSV</button>
    </div>
  `;
}

export function RegionPair() {
  const loader = useMemo(createLoader, []);
  useEffect(() => {
    loader.load(readRegions);
    return loader.abort;
  }, []);
  const regions = loader.value ?? [];
  return html`
    <${StripHeader} title=${t("regions.titre")} note=${hasFilters() ? t("regions.sans.filtres") : null}>
      ${regions.length > 1 && html`<${PairControls} regions=${regions} />`}
    <//>
    <${StripBody} title=${t("regions.titre")}>
      <${Loaded} from=${loader}>${(found) => html`<${Pair} regions=${found} />`}<//>
    <//>
  `;
}
