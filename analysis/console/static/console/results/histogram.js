/** A histogram of several series side by side, drawn on a canvas: for the screen, and for a picture. */

import { findColours } from "../components/picture.js";
import { percent } from "../i18n.js";

const FONT = "13px system-ui, sans-serif";
const [LEFT, BOTTOM, TOP] = [48, 40, 12];
const STEPS = [0.05, 0.1, 0.2, 0.25, 0.5];
const GAP = 0.2; // of the width of a class: between two classes

/** Return the share at which the axis ends, and how far its lines are from each other. */
function findScale(highest) {
  const top = [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.8].find((end) => highest <= end) ?? 1;
  return { top, step: STEPS.find((each) => top / each <= 5) ?? 0.25 };
}

function drawAxis(pen, { width, height, top, step, colours }) {
  pen.font = FONT;
  pen.lineWidth = 1;
  pen.textAlign = "right";
  for (let value = 0; value <= top + 0.001; value += step) {
    const y = Math.round(TOP + (height - TOP - BOTTOM) * (1 - value / top)) + 0.5;
    pen.strokeStyle = colours.grid;
    pen.beginPath();
    pen.moveTo(LEFT, y);
    pen.lineTo(width, y);
    pen.stroke();
    pen.fillStyle = colours.text;
    pen.fillText(percent(value), LEFT - 8, y + 4);
  }
}

/** Write the names of the classes; where they are narrow every second one, or third. */
function nameClasses(pen, labels, { height, room, colours }) {
  const widest = Math.max(...labels.map((label) => pen.measureText(label).width)) + 10;
  const every = Math.max(1, Math.ceil(widest / room));
  pen.textAlign = "center";
  pen.fillStyle = colours.text;
  labels.forEach((label, place) => {
    const middle = LEFT + room * (place + 0.5);
    const farthest = LEFT + room * labels.length - pen.measureText(label).width / 2; // else the canvas cuts it
    if (place % every === 0) pen.fillText(label, Math.min(middle, farthest), height - BOTTOM + 20);
  });
}

/**
 * Draw `series` [{colour, shares}] over classes with `labels` on a canvas as wide as it is shown; `unit` is its pixels
 * for one of CSS.
 */
export function drawHistogram(canvas, labels, series, unit = devicePixelRatio) {
  const [width, height] = [canvas.clientWidth, canvas.clientHeight];
  canvas.width = width * unit;
  canvas.height = height * unit;
  const pen = canvas.getContext("2d");
  const colours = findColours();
  pen.scale(unit, unit);
  const { top, step } = findScale(Math.max(0, ...series.flatMap(({ shares }) => shares)));
  drawAxis(pen, { width, height, top, step, colours });
  const room = (width - LEFT) / labels.length;
  const bar = (room * (1 - GAP)) / Math.max(1, series.length);
  series.forEach(({ colour, shares }, row) => {
    shares.forEach((share, place) => {
      const high = ((height - TOP - BOTTOM) * share) / top;
      const x = LEFT + room * (place + GAP / 2) + bar * row;
      pen.fillStyle = colour;
      pen.fillRect(x, height - BOTTOM - high, Math.max(1, bar - 1), high);
    });
  });
  nameClasses(pen, labels, { height, room, colours });
}
