/** Where the two households of a pair stand to one another: a small plan in metres, without a ground map. */

import { distance, number, t } from "../i18n.js";
import { html } from "../preact.js";

const WIDTH = 320;
const HEIGHT = 190;
const EDGE = 26; // room for the letters beside the points
const FOOT = 30; // room for the scale
const BESIDE = 20; // units: points nearer to one another have their letters at their sides
const LEAST = 20; // metres: two points that are nearer are not drawn farther apart than that tells
const DEGREE = 111_195; // metres
/** What a bar of scale may stand for. */
const STEPS = [5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000, 20_000, 50_000, 100_000];
const COLOURS = { a: "var(--accent)", b: "var(--ambre)" };

/** Return how far two circles reach along an axis, in metres. */
const findReach = (a, errorA, b, errorB) => ({
  from: Math.min(a - errorA, b - errorB),
  to: Math.max(a + errorA, b + errorB),
});

/** Return {a, b} as [x, y] in the plan, and how many of its units a metre is: both circles are in it, whole. */
function fit({ a, b }) {
  const east = (b.longitude - a.longitude) * DEGREE * Math.cos((a.latitude * Math.PI) / 180);
  const north = (b.latitude - a.latitude) * DEGREE;
  const [errorA, errorB] = [a, b].map(({ precisionGps }) => Math.max(precisionGps ?? 0, LEAST / 2));
  const across = findReach(0, errorA, east, errorB);
  const down = findReach(0, errorA, -north, errorB);
  const scale = Math.min(
    (WIDTH - 2 * EDGE) / (across.to - across.from),
    (HEIGHT - EDGE - FOOT) / (down.to - down.from),
  );
  const place = (x, y) => [
    WIDTH / 2 + (x - (across.from + across.to) / 2) * scale,
    (HEIGHT + EDGE - FOOT) / 2 + (y - (down.from + down.to) / 2) * scale,
  ];
  return { a: place(0, 0), b: place(east, -north), scale };
}

/** Draw one household: the circle within which its device may err, its point, its letter, `beside` it or above. */
function House({ side, at: [x, y], error, scale, beside }) {
  const letter = beside ? [x + beside, y + 5] : [x, y - 11];
  return html`
    ${
      error > 0 &&
      html`
        <circle
          cx=${x} cy=${y} r=${error * scale} fill=${COLOURS[side]} fill-opacity="0.12" stroke=${COLOURS[side]}
          stroke-opacity="0.6"
        />
      `
    }
    <circle cx=${x} cy=${y} r="6" fill=${COLOURS[side]} stroke="var(--fond)" stroke-width="2" />
    <text x=${letter[0]} y=${letter[1]} text-anchor="middle" class="plan-lettre">${side.toUpperCase()}</text>
  `;
}

/** Find on which sides the letters of two points stand that are near to one another; 0: above. */
function placeLetters(a, b) {
  if (Math.hypot(b[0] - a[0], b[1] - a[1]) >= BESIDE) return { a: 0, b: 0 };
  return a[0] <= b[0] ? { a: -14, b: 14 } : { a: 14, b: -14 };
}

function Scale({ scale }) {
  const metres = STEPS.find((step) => step * scale >= 40) ?? STEPS[STEPS.length - 1];
  const x = WIDTH - 14 - metres * scale;
  return html`
    <path d=${`M${x} ${HEIGHT - 14}h${metres * scale}`} class="plan-echelle" />
    <text x=${WIDTH - 14} y=${HEIGHT - 20} text-anchor="end" class="plan-mesure">${distance(metres)}</text>
    <text x="14" y=${HEIGHT - 12} class="plan-mesure">${`↑ ${t("doublons.nord")}`}</text>
  `;
}

function Plan({ pair }) {
  const { positions } = pair;
  const { a, b, scale } = fit(positions);
  const beside = placeLetters(a, b);
  const house = (side, at) => html`
    <${House}
      side=${side} at=${at} error=${positions[side].precisionGps ?? 0} scale=${scale} beside=${beside[side]}
    />
  `;
  const label = t("doublons.ecart", { distance: distance(pair.distance) });
  return html`
    <svg viewBox="0 0 ${WIDTH} ${HEIGHT}" class="plan-paire" role="img" aria-label=${label}>
      <path d=${`M${a[0]} ${a[1]}L${b[0]} ${b[1]}`} class="plan-trait" />
      ${house("a", a)}${house("b", b)}<${Scale} scale=${scale} />
    </svg>
  `;
}

/** Say by how much a device may err. */
const ErrorOf = ({ letter, place }) =>
  place?.precisionGps
    ? html`<li>${t("doublons.precision", { lettre: letter, n: number(place.precisionGps) })}</li>`
    : null;

const findMissing = ({ a, b }) => {
  if (!a && !b) return t("doublons.sansposition.deux");
  return t("doublons.sansposition", { lettre: a ? "B" : "A" });
};

export function PairMap({ pair }) {
  const { positions } = pair;
  const isPlaced = positions.a && positions.b;
  return html`
    <section class="feuille plan-feuille" aria-label=${t("doublons.plan")}>
      ${
        isPlaced
          ? html`
              <${Plan} pair=${pair} />
              <div>
                <h2>${t("doublons.ecart", { distance: distance(pair.distance) })}</h2>
                <ul class="doux">
                  <${ErrorOf} letter="A" place=${positions.a} /><${ErrorOf} letter="B" place=${positions.b} />
                </ul>
                <p class="doux petit">${t("doublons.plan.aide")}</p>
              </div>
            `
          : html`<p class="doux">${findMissing(positions)}</p>`
      }
    </section>
  `;
}
