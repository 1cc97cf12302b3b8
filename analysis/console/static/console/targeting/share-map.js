/** A small map: a circle for each secteur, as large as its number and as dark as its share. It asks for no tiles. */

import { Loaded } from "../components/feedback.js";
import { number, percent, t } from "../i18n.js";
import { listShares } from "../map/palette.js";
import { html, signal, useEffect } from "../preact.js";
import * as places from "../server/places.js";
import { createLoader } from "../state/loader.js";

const WIDTH = 440;
const HEIGHT = 270;
const EDGE = 28;
const LARGEST = 20; // the radius of the secteur with the most households
const LETTER = { width: 8, height: 15 }; // of a name, about
const STEPS = [0.2, 0.4, 0.6, 0.8];

const sectors = createLoader();
const pointed = signal(/** @type {string | null} */ (null));

export const colourOf = (share) => listShares()[STEPS.filter((step) => share > step).length];

/** Return a function from a secteur to its place in the picture: degrees of longitude are shorter than of latitude. */
function fit(placed) {
  const squeeze = Math.cos((placed[0].centerLatitude * Math.PI) / 180);
  const xs = placed.map((one) => one.centerLongitude * squeeze);
  const ys = placed.map((one) => one.centerLatitude);
  const [west, east, south, north] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  const scale = Math.min(
    (WIDTH - 2 * EDGE) / Math.max(east - west, 0.05),
    (HEIGHT - 2 * EDGE) / Math.max(north - south, 0.05),
  );
  return (one) => ({
    x: WIDTH / 2 + (one.centerLongitude * squeeze - (west + east) / 2) * scale,
    y: HEIGHT / 2 - (one.centerLatitude - (south + north) / 2) * scale,
  });
}

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

/** Place a name over the middle of the secteurs of each region, below those that would lie under it. */
function listNames(shown) {
  const names = new Map();
  for (const one of shown) names.set(one.region, [...(names.get(one.region) ?? []), one]);
  const mean = (list, axis) => list.reduce((sum, one) => sum + one[axis], 0) / list.length;
  const wanted = [...names].map(([name, list]) => ({ name, x: mean(list, "x"), y: mean(list, "y") }));
  const placed = /** @type {typeof wanted} */ ([]);
  for (const one of wanted.sort((first, second) => first.y - second.y)) {
    for (const other of placed) if (isOver(one, other)) one.y = other.y + LETTER.height;
    placed.push(one);
  }
  return placed;
}

function Drawn({ all, rows }) {
  const counts = new Map(rows.map((row) => [row.secteur, row]));
  const placed = all.filter((one) => one.centerLongitude !== null && one.centerLatitude !== null);
  if (!placed.length) return html`<p class="doux">${t("ciblage.sanscarte")}</p>`;
  const place = fit(placed);
  const shown = placed.map((one) => ({ ...one, ...place(one), ...(counts.get(one.id) ?? { total: 0, count: 0 }) }));
  const most = Math.max(1, ...shown.map((one) => one.count));
  const circles = shown
    .filter((one) => one.total > 0)
    .map((one) => ({ ...one, size: one.count / most }))
    .sort((one, other) => other.size - one.size);
  const unplaced = rows.filter((row) => !placed.some((one) => one.id === row.secteur));
  const lost = unplaced.reduce((sum, row) => sum + row.count, 0);
  return html`
    <svg viewBox="0 0 ${WIDTH} ${HEIGHT}" class="carte-parts" role="img" aria-label=${t("ciblage.carte.aide")}>
      ${circles.map((one) => html`<${Circle} one=${one} key=${one.id} />`)}
      ${listNames(shown).map(({ name, x, y }) => html`<text x=${x} y=${y} key=${name}>${name}</text>`)}
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
    if (!sectors.value) sectors.load(places.listSectors);
    pointed.value = null;
  }, []);
  return html`
    <figure class="carte-parts-cadre" aria-label=${title}>
      <${Loaded} from=${sectors} lines=${5}>${(all) => html`<${Drawn} all=${all} rows=${rows} />`}<//>
      <${Legend} />
    </figure>
  `;
}

/** List the secteurs with their counts, for a file: [region, secteur, households, taken]. */
export function listSectorRows(rows) {
  const byId = new Map((sectors.value ?? []).map((one) => [one.id, one]));
  return rows.map((row) => {
    const one = byId.get(row.secteur);
    return [one?.region ?? "", one?.nom ?? "", row.total, row.count];
  });
}

export const describeCount = ({ count, total }) => `${number(count)} / ${number(total)}`;
