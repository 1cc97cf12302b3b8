/** The head of a page with the map: what it shows, and below what it is narrowed to, in at most two lines. */

export const HEAD = 64; // points
const [LARGEST, SMALLEST] = [20, 12]; // points: the title is as large as it can be
const NOTE = 11;
const [TITLE_LINE, FIRST_LINE, BETWEEN] = [27, 43, 13]; // points from above
const MOST_LINES = 2;
const FONT = "system-ui, sans-serif";

/** Break a text into lines of `width`; what the last of them does not hold ends with dots. */
function breakLines(pen, text, width) {
  /** @type {string[]} */
  const lines = [];
  for (const word of text.split(" ")) {
    const last = lines.at(-1);
    const longer = last === undefined ? word : `${last} ${word}`;
    if (last !== undefined && pen.measureText(longer).width <= width) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  const whole = lines.slice(0, MOST_LINES);
  if (lines.length > MOST_LINES) whole[MOST_LINES - 1] += " …";
  return whole;
}

/** List the lines of a head as {text, y, size, weight}. */
export function layHead(pen, title, note, width) {
  let size = LARGEST;
  const measure = () => {
    pen.font = `600 ${size}px ${FONT}`;
    return pen.measureText(title).width;
  };
  while (measure() > width && size > SMALLEST) size -= 1;
  pen.font = `${NOTE}px ${FONT}`;
  const notes = note ? breakLines(pen, note, width) : [];
  const below = notes.map((text, place) => ({ text, y: FIRST_LINE + place * BETWEEN, size: NOTE, weight: 400, width }));
  return [{ text: title, y: note ? TITLE_LINE : TITLE_LINE + 10, size, weight: 600, width }, ...below];
}

export function drawHead(pen, lines, left, ink) {
  pen.fillStyle = ink;
  pen.textAlign = "left";
  for (const { text, y, size, weight, width } of lines) {
    pen.font = `${weight} ${size}px ${FONT}`;
    pen.fillText(text, left, y, width);
  }
}
