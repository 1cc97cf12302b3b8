/** A chart of lines over a common axis. Its library is the one of the bars. */

import { findColours } from "../components/picture.js";
import { loadLibrary } from "../dashboard/bar-chart.js";
import { language, t } from "../i18n.js";
import { html, useElement, useLayoutEffect, useSignal } from "../preact.js";

const HEIGHT = 280;
const FONT = "13px system-ui, sans-serif";

function makeAxes(format) {
  const { text, grid } = findColours();
  const look = { stroke: text, font: FONT, ticks: { show: false }, grid: { stroke: grid, width: 1 } };
  return [
    { ...look, space: 48, values: (_, at) => at.map(String) },
    { ...look, size: 96, values: (_, at) => at.map((n) => format(n)) },
  ];
}

function makePlot(Plot, holder, { points, series, format }, onPoint) {
  const options = {
    width: holder.clientWidth,
    height: HEIGHT,
    legend: { show: false },
    cursor: { y: false, drag: { setScale: false } },
    scales: { x: { time: false }, y: { range: (_, __, most) => [0, most * 1.08 || 1] } },
    axes: makeAxes(format),
    series: [
      {},
      ...series.map(({ label, colour, dash, marks = [] }) => ({
        label,
        stroke: colour,
        dash,
        width: 2.5,
        points: { show: marks.length > 0, filter: () => marks, size: 12, fill: colour },
      })),
    ],
    hooks: { setCursor: [(plot) => onPoint(plot.cursor.idx ?? null)] },
  };
  return new Plot(options, [points, ...series.map((one) => one.data)], holder);
}

/**
 * `points`: the values of the common axis; `series`: {label, data, colour, dash, marks} each, where `marks` are the
 * places with a dot; `format` writes a value on the axis; `words` say what the chart shows; `describe(place)` says what
 * is at a place under the mouse.
 */
export function LineChart({ points, series, format, words, describe, hint }) {
  const holder = useElement();
  const pointed = useSignal(/** @type {number | null} */ (null));
  const isMissing = useSignal(false);
  useLayoutEffect(() => {
    /** @type {any} */
    let plot = null;
    let isWanted = true;
    const element = holder.current;
    const watcher = new ResizeObserver(() => plot?.setSize({ width: element.clientWidth, height: HEIGHT }));
    const draw = (Plot) => {
      if (!isWanted) return;
      plot = makePlot(Plot, element, { points, series, format }, (place) => {
        pointed.value = place;
      });
      watcher.observe(element);
    };
    loadLibrary().then(draw, () => {
      isMissing.value = true;
    });
    return () => {
      isWanted = false;
      watcher.disconnect();
      plot?.destroy();
    };
  }, [points.join(), JSON.stringify(series), language.value]);
  const isKnown = pointed.value !== null && pointed.value < points.length;
  return html`
    <div class="graphique" role="img" aria-label=${words} ref=${holder} />
    <p class="doux petit" aria-hidden="true">
      ${isMissing.value && t("tableau.graphique.sans")}${!isMissing.value && (isKnown ? describe(pointed.value) : hint)}
    </p>
  `;
}
