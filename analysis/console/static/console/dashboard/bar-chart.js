/** A chart of standing bars. Its library is read when the first chart is shown. */

import { findColours } from "../components/picture.js";
import { language, t } from "../i18n.js";
import { html, useElement, useLayoutEffect, useSignal } from "../preact.js";

const HEIGHT = 260;
const PAPER = { width: 760, height: 190 }; // pixels: as wide as a sheet, and low
const FONT = "13px system-ui, sans-serif";
const LETTER = 7; // pixels, of FONT
/** @type {Promise<any> | null} */
let library = null;

function loadStyle() {
  const link = document.createElement("link");
  link.rel = "stylesheet";
  link.href = new URL("../../vendor/uplot/uPlot.min.css", import.meta.url).href;
  return new Promise((done, fail) => {
    link.onload = done;
    link.onerror = fail;
    document.head.append(link);
  });
}

/** Read the chart library, once. */
export function loadLibrary() {
  library ??= Promise.all([import("../../vendor/uplot/uPlot.esm.js"), loadStyle()]).then(
    ([module]) => module.default,
    (error) => {
      library = null; // tried again by the next chart
      throw error;
    },
  );
  return library;
}

/** Return about how wide the longest name of a bar is, in pixels, with room to the next. */
const findLabelWidth = (labels) => 4 + LETTER * Math.max(0, ...labels.map((label) => label.length));

/** Describe the two axes: names below, amounts at the left. */
function makeAxes(labels, format) {
  const { text, grid } = findColours();
  const look = { stroke: text, font: FONT, ticks: { show: false } };
  return [
    {
      ...look,
      grid: { show: false },
      incrs: [1, 2, 3, 4, 6, 12],
      space: findLabelWidth(labels), // narrower, every other one is left out
      values: (_, at) => at.map((n) => labels[n]),
    },
    { ...look, grid: { stroke: grid, width: 1 }, size: 86, values: (_, at) => at.map((n) => format(n)) },
  ];
}

/** Describe the series: two of them stand side by side. */
function makeSeries(Plot, series) {
  const size = series.length > 1 ? 0.36 : 0.7;
  const bars = (place) => Plot.paths.bars({ size: [size, 60], align: series.length > 1 ? 2 * place - 1 : 0 });
  const one = ({ label, colour }, place) => ({
    label,
    fill: colour,
    stroke: colour,
    width: 0,
    points: { show: false },
    paths: bars(place),
  });
  return [{}, ...series.map(one)];
}

function makePlot(Plot, holder, { labels, series, format }, onPoint) {
  const last = labels.length - 1;
  const options = {
    width: holder.clientWidth,
    height: HEIGHT,
    legend: { show: false },
    cursor: { y: false, points: { show: false }, drag: { setScale: false } },
    scales: {
      x: { time: false, range: () => [-0.6, last + 0.6] },
      y: { range: (_, __, most) => [0, most * 1.08 || 1] },
    },
    axes: makeAxes(labels, format),
    series: makeSeries(Plot, series),
    hooks: { setCursor: [(plot) => onPoint(plot.cursor.idx ?? null)] },
  };
  return new Plot(options, [labels.map((_, place) => place), ...series.map((one) => one.data)], holder);
}

/**
 * `labels`: the name of each bar; `series`: {label, data, colour} of one or two kinds of bars; `format` writes an
 * amount on the axis; `words` say what the chart shows; `describe(place)` says what a bar under the mouse is.
 */
export function BarChart({ labels, series, format, words, describe }) {
  const holder = useElement();
  const pointed = useSignal(/** @type {number | null} */ (null));
  const isMissing = useSignal(false);
  useLayoutEffect(() => {
    /** @type {any} */
    let plot = null;
    let isWanted = true;
    const element = holder.current;
    const fit = () => plot?.setSize({ width: element.clientWidth, height: HEIGHT });
    const fitPaper = () => plot?.setSize(PAPER);
    const watcher = new ResizeObserver(fit);
    addEventListener("beforeprint", fitPaper);
    addEventListener("afterprint", fit);
    const draw = (Plot) => {
      if (!isWanted) return;
      plot = makePlot(Plot, element, { labels, series, format }, (place) => {
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
      removeEventListener("beforeprint", fitPaper);
      removeEventListener("afterprint", fit);
      plot?.destroy();
    };
  }, [labels.join(), JSON.stringify(series), language.value]);
  const read = () => (pointed.value === null ? t("tableau.survoler") : describe(pointed.value));
  return html`
    <div class="graphique" role="img" aria-label=${words} ref=${holder} />
    <p class="doux petit" aria-hidden="true">
      ${isMissing.value ? t("tableau.graphique.sans") : read()}
    </p>
  `;
}
