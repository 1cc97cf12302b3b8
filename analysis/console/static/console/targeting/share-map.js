/** A small map: a circle for each secteur on the land, as large as its number and as dark as its share. It asks for no
 * tiles. */

import { Loaded } from "../components/feedback.js";
import { number, percent, t } from "../i18n.js";
import { fitPoints, Land, listCorners, listLand } from "../map/ground.js";
import { listNamePlaces, makeLandLookup, SMALL } from "../map/name-places.js";
import { listShares } from "../map/palette.js";
import { html, signal, useEffect } from "../preact.js";
import * as places from "../server/places.js";
import { createLoader } from "../state/loader.js";

const WIDTH = 440;
const HEIGHT = 270;
const LARGEST = 15; // the radius of the secteur with the most households
const LETTER = { width: 8, height: 15 }; // of a name, about
const STEPS = [0.2, 0.4, 0.6, 0.8];

const ground = createLoader();
const pointed = signal(/** @type {string | null} */ (null));

export const colourOf = (share) => listShares()[STEPS.filter((step) => share > step).length];

async function readGround() {
  const [sectors, outlines] = await Promise.all([places.listSectors(), listLand()]);
  return { sectors, outlines };
}

/** @returns {[number, number]} */
const findCentre = ({ centerLongitude, centerLatitude }) => [centerLongitude, centerLatitude];

const describe = (one) =>
  t("ciblage.zone", { nom: one.nom, pris: one.count, total: one.total, part: percent(one.count / one.total) });

function Circle({ one }) {
  const radius = 4 + (LARGEST - 4) * Math.sqrt(one.size);
  const point = () => {
    pointed.value = describe(one);
  };
  return html`
    <circle
      cx=${one.x} cy=${one.y} r=${radius} fill=${colourOf(one.count / one.total)} onMouseEnter=${point} onClick=${point}
    ><title>${describe(one)}</title></circle>
  `;
}

const isOver = (one, other) =>
  Math.abs(one.y - other.y) < LETTER.height &&
  Math.abs(one.x - other.x) < (LETTER.width * (one.name.length + other.name.length)) / 2;

/** Name each region on its land, those of few secteurs first; one without room is left out. */
function listNames(sectors, outlines, place) {
  const find = makeLandLookup(outlines);
  const regions = new Map();
  for (const one of sectors) regions.set(one.region, [...(regions.get(one.region) ?? []), one]);
  const mean = (list, axis) => list.reduce((sum, one) => sum + one[axis], 0) / list.length;
  const placed = /** @type {{name: string, x: number, y: number}[]} */ ([]);
  for (const [name, list] of [...regions].sort(([, one], [, other]) => one.length - other.length)) {
    const centre = [mean(list, "centerLongitude"), mean(list, "centerLatitude")];
    const [x, y] = place(centre);
    const [east] = place([centre[0] + 1, centre[1]]);
    const [, north] = place([centre[0], centre[1] + 1]);
    const em = [LETTER.height / (east - x), LETTER.height / (y - north)];
    const region = { nom: name, isSmall: list.length < SMALL };
    const free = (outlines.length ? listNamePlaces(find, region, centre, [em]) : [[0, 0]])
      .map(([right, below]) => ({ name, x: x + right * LETTER.height, y: y + below * LETTER.height }))
      .find((one) => !placed.some((other) => isOver(one, other)));
    if (free) placed.push(free);
  }
  return placed;
}

function Drawn({ sectors, outlines, rows }) {
  const counts = new Map(rows.map((row) => [row.secteur, row]));
  const placed = sectors.filter((one) => one.centerLongitude !== null && one.centerLatitude !== null);
  if (!placed.length) return html`<p class="doux">${t("ciblage.sanscarte")}</p>`;
  const { place } = fitPoints(outlines.length ? listCorners(outlines) : placed.map(findCentre), [WIDTH, HEIGHT]);
  const locate = (one) => {
    const [x, y] = place(findCentre(one));
    return { x, y };
  };
  const located = placed.map((one) => ({ ...one, ...locate(one), ...(counts.get(one.id) ?? { total: 0, count: 0 }) }));
  const most = Math.max(1, ...located.map((one) => one.count));
  const circles = located
    .filter((one) => one.total > 0)
    .map((one) => ({ ...one, size: one.count / most }))
    .sort((one, other) => other.size - one.size);
  const unplaced = rows.filter((row) => !placed.some((one) => one.id === row.secteur));
  const names = listNames(located, outlines, place);
  const lost = unplaced.reduce((sum, row) => sum + row.count, 0);
  return html`
    <svg viewBox="0 0 ${WIDTH} ${HEIGHT}" class="carte-parts" role="img" aria-label=${t("ciblage.carte.aide")}>
      <${Land} outlines=${outlines} place=${place} />
      ${circles.map((one) => html`<${Circle} one=${one} key=${one.id} />`)}
      ${names.map(({ name, x, y }) => html`<text x=${x} y=${y + 4} key=${name}>${name}</text>`)}
    </svg>
    <p class="doux petit">${pointed.value ?? t("ciblage.carte.aide")}</p>
    ${lost > 0 && html`<p class="doux petit">${t("ciblage.horscarte", { n: lost })}</p>`}
  `;
}

const Legend = () => html`
  <ul class="legende" aria-hidden="true">
    ${listShares().map(
      (colour, step) => html`
        <li key=${colour}><i style=${{ background: colour }} />${percent(step / 5)}–${percent((step + 1) / 5)}</li>
      `,
    )}
  </ul>
`;

/** Show `rows`: {secteur, total, count} each; `title` says what is counted. */
export function ShareMap({ rows, title }) {
  useEffect(() => {
    if (!ground.value) ground.load(readGround);
    pointed.value = null;
  }, []);
  return html`
    <figure class="carte-parts-cadre" aria-label=${title}>
      <${Loaded} from=${ground} lines=${5}>${(known) => html`<${Drawn} ...${known} rows=${rows} />`}<//>
      <${Legend} />
    </figure>
  `;
}

/** List the secteurs with their counts, for a file: [region, secteur, households, taken]. */
export function listSectorRows(rows) {
  const byId = new Map((ground.value?.sectors ?? []).map((one) => [one.id, one]));
  return rows.map((row) => {
    const one = byId.get(row.secteur);
    return [one?.region ?? "", one?.nom ?? "", row.total, row.count];
  });
}

export const describeCount = ({ count, total }) => `${number(count)} / ${number(total)}`;
