/** The symbols of services: a shape and a sign each, the same on the map (canvas) and in the panels (SVG). */

import { colours, findSymbolColours } from "./palette.js";

const SHAPES = {
  square: "M4.5 2h15A2.5 2.5 0 0 1 22 4.5v15a2.5 2.5 0 0 1-2.5 2.5h-15A2.5 2.5 0 0 1 2 19.5v-15A2.5 2.5 0 0 1 4.5 2z",
  circle: "M12 1.5a10.5 10.5 0 1 1 0 21 10.5 10.5 0 0 1 0-21z",
  drop: "M12 .8c3.2 4.3 8 9.3 8 13.9a8 8 0 0 1-16 0C4 10.1 8.8 5.1 12 .8z",
  hexagon: "M12 .8 21.8 6.4v11.2L12 23.2 2.2 17.6V6.4z",
  shield: "M12 1 21 4v7.5c0 5.5-3.6 9.5-9 11.5-5.4-2-9-6-9-11.5V4z",
  diamond: "M12 .3 23.7 12 12 23.7.3 12z",
  bubble: `M4.5 2h15A2.5 2.5 0 0 1 22 4.5v11a2.5 2.5 0 0 1-2.5 2.5H12l-6 5.2V18H4.5A2.5 2.5 0 0 1 2 15.5v-11
    A2.5 2.5 0 0 1 4.5 2z`,
  house: "M12 1 23 10v12.5H1V10z",
};
const SIGNS = {
  book: "M6 7c2-.7 4-.5 5.4.6v9.4C10 16 8 15.8 6 16.5zm12 0c-2-.7-4-.5-5.4.6v9.4c1.4-1 3.4-1.2 5.4-.5z",
  plus: "M10.3 6h3.4v4.3H18v3.4h-4.3V18h-3.4v-4.3H6v-3.4h4.3z",
  wave: "M7.5 14.5h1.8a2.8 2.8 0 0 0 2.8 2.8v1.8a4.6 4.6 0 0 1-4.6-4.6z",
  heart: "M12 17.8c-3.5-2.6-5.6-4.5-5.6-7a3 3 0 0 1 5.6-1.5 3 3 0 0 1 5.6 1.5c0 2.5-2.1 4.4-5.6 7z",
  scales: `M11.2 6h1.6v1.5H17v1.3l2 4.2a2.7 2.7 0 0 1-5.2 0l1.8-3.9h-2.8v7.3H15V18H9v-1.6h2.2V9.1H8.4l1.8 3.9
    a2.7 2.7 0 0 1-5.2 0l2-4.2V7.5h4.2z`,
  person: "M12 6.5a2.7 2.7 0 1 1 0 5.4 2.7 2.7 0 0 1 0-5.4zm0 6.3c2.8 0 5 1.5 5 3.5v.7H7v-.7c0-2 2.2-3.5 5-3.5z",
  mark: "M10.7 4.8h2.6l-.4 6.2h-1.8zM12 12.4a1.5 1.5 0 1 1 0 3 1.5 1.5 0 0 1 0-3z",
  star: "m12 8 1.6 3.4 3.7.5-2.7 2.6.7 3.7L12 16.4l-3.3 1.8.7-3.7-2.7-2.6 3.7-.5z",
};
const SYMBOLS = {
  ecoles: ["square", "book"],
  services_sante: ["circle", "plus"],
  points_eau: ["drop", "wave"],
  services_vbg: ["hexagon", "heart"],
  polices_judiciaires: ["shield", "scales"],
  asc: ["diamond", "person"],
  acteurs_locaux: ["house", "star"],
  plaintes: ["bubble", "mark"],
};

/** Return the outline and the sign of a layer, as SVG path data. */
export function findShapes(layer) {
  const [shape, sign] = SYMBOLS[layer];
  return { outline: SHAPES[shape], sign: SIGNS[sign] };
}

/** How wide the image is in which nothing is drawn, in pixels of the map. */
export const EMPTY_SIZE = 20;

const [SMALL, LARGEST] = [16, 40]; // pixels: a symbol from afar, and the bubble of many complaints
const FAR_EDGE = 6; // of 28 parts: what is small needs a wide rim
const RATIO = 2; // pixels of an image for a pixel of the map

/** Draw a symbol as pixels for the map, with a rim so that it stands out on every ground. */
function drawSymbol(layer, { width = 26, isSigned = false, edge = 3, dark = false }) {
  const size = width * RATIO;
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = size;
  // Drawn in memory: nothing is fetched back from the graphics card.
  const pen = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d", { willReadFrequently: true }));
  pen.scale(size / 28, size / 28);
  pen.translate(2, 2);
  const shapes = findShapes(layer);
  const { fill, sign, rim } = findSymbolColours(layer, dark);
  const outline = new Path2D(shapes.outline);
  pen.lineWidth = edge;
  pen.lineJoin = "round";
  pen.strokeStyle = rim;
  pen.stroke(outline);
  pen.fillStyle = fill;
  pen.fill(outline);
  pen.fillStyle = sign;
  if (isSigned) pen.fill(new Path2D(shapes.sign));
  return pen.getImageData(0, 0, size, size);
}

const HATCH = 6; // pixels between two lines

/** Draw what hatches areas of no value: lines over the land that go on from one copy of the image to the next. */
export function drawHatching({ land, hatch }, ratio) {
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = HATCH * ratio;
  const pen = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d", { willReadFrequently: true }));
  pen.scale(ratio, ratio);
  pen.fillStyle = land;
  pen.fillRect(0, 0, HATCH, HATCH);
  pen.strokeStyle = hatch;
  for (const aside of [-HATCH, 0, HATCH]) {
    pen.moveTo(aside - 1, HATCH + 1);
    pen.lineTo(aside + HATCH + 1, -1);
  }
  pen.stroke();
  return canvas;
}

function readHatching(ink) {
  const canvas = drawHatching(ink, 2);
  const pen = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
  return pen.getImageData(0, 0, canvas.width, canvas.height);
}

/** Give the map its images: each symbol, and its outline alone for where signs would be too small to read. */
export function addImages(map) {
  const add = (name, draw) => !map.hasImage(name) && map.addImage(name, draw(), { pixelRatio: RATIO });
  add("vide", () => new ImageData(RATIO * EMPTY_SIZE, RATIO * EMPTY_SIZE));
  add("plaintes-groupe", () => drawSymbol("plaintes", { width: LARGEST }));
  for (const dark of [false, true]) {
    const { hatching, images } = colours(dark);
    add(hatching, () => readHatching(colours(dark)));
    for (const layer of Object.keys(SYMBOLS)) {
      add(`${layer}${images}`, () => drawSymbol(layer, { isSigned: true, dark }));
      add(`${layer}-petit${images}`, () => drawSymbol(layer, { width: SMALL, edge: FAR_EDGE, dark }));
    }
  }
}
