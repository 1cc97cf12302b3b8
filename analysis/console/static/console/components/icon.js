/** Icons, buttons of an icon alone, and the symbols of services. */

import { findSymbolColours } from "../map/palette.js";
import { findShapes } from "../map/symbols.js";
import { html } from "../preact.js";

const PATHS = {
  search: `M10.5 4a6.5 6.5 0 1 0 4.1 11.6l4.4 4.4 1.4-1.4-4.4-4.4A6.5 6.5 0 0 0 10.5 4zm0 2
    a4.5 4.5 0 1 1 0 9 4.5 4.5 0 0 1 0-9z`,
  close: "M6.4 5 5 6.4l5.6 5.6L5 17.6 6.4 19l5.6-5.6 5.6 5.6 1.4-1.4-5.6-5.6L19 6.4 17.6 5 12 10.6z",
  map: `M9 4 3 6.2V20l6-2.2 6 2.2 6-2.2V4l-6 2.2zm1 2.4 4 1.5v9.7l-4-1.5zM5 7.6l3-1.1v9.7l-3 1.1zm14 8.8-3 1.1
    V7.8l3-1.1z`,
  upload: "M12 3 6.5 8.5 8 9.9l3-3V16h2V6.9l3 3 1.5-1.4zM4 15v5h16v-5h-2v3H6v-3z",
  download: "M11 4v9.1l-3-3-1.5 1.4L12 17l5.5-5.5L16 10.1l-3 3V4zM4 15v5h16v-5h-2v3H6v-3z",
  list: "M4 6h2v2H4zm4 0h12v2H8zM4 11h2v2H4zm4 0h12v2H8zm-4 5h2v2H4zm4 0h12v2H8z",
  chart: "M4 4h2v14h14v2H4zm5 8h3v5H9zm5-5h3v10h-3z",
  person: "M12 4a4 4 0 1 0 0 8 4 4 0 0 0 0-8zm0 10c-4.4 0-8 2.2-8 5v1h16v-1c0-2.8-3.6-5-8-5z",
  target: `M11 2v2.1A8 8 0 0 0 4.1 11H2v2h2.1a8 8 0 0 0 6.9 6.9V22h2v-2.1a8 8 0 0 0 6.9-6.9H22v-2h-2.1
    A8 8 0 0 0 13 4.1V2zm1 4a6 6 0 1 1 0 12 6 6 0 0 1 0-12zm0 3a3 3 0 1 0 0 6 3 3 0 0 0 0-6z`,
  check: "m9.5 18-5.7-5.7 1.4-1.4 4.3 4.2 9.3-9.2 1.4 1.4z",
  warning: "M12 3 1.5 21h21zm-1 7h2v5h-2zm0 6.5h2v2h-2z",
  layers: "m12 3 9.5 5.5L12 14 2.5 8.5zm-7.4 9L12 16.3l7.4-4.3 2.1 1.2L12 18.7l-9.5-5.5z",
  back: "M10 5 3 12l7 7 1.4-1.4L6.8 13H21v-2H6.8l4.6-4.6z",
  previous: "m14.5 5-7 7 7 7 1.4-1.4-5.6-5.6 5.6-5.6z",
  next: "m9.5 5-1.4 1.4 5.6 5.6-5.6 5.6 1.4 1.4 7-7z",
  people: `M9 5a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7zm0 9c-3.9 0-7 1.9-7 4.3V19h14v-.7C16 15.9 12.9 14 9 14zm7-9
    a3.5 3.5 0 0 1 0 7 4 4 0 0 1-1-.1 5.4 5.4 0 0 0 0-6.8A4 4 0 0 1 16 5zm1.6 9.2c2.6.5 4.4 2 4.4 4.1V19h-4v-.7
    c0-1.6-.7-3-1.8-4.1z`,
  board: "M3 4h5v16H3zm2 2v12h1V6zm5-2h5v11h-5zm2 2v7h1V6zm5-2h4v8h-4z",
  pair: "M4 3h11v13H4zm2 2v9h7V5zm11 3h3v13H9v-3h2v1h7v-9h-1z",
  gauge: `M12 5A10 10 0 0 0 2 15v3h20v-3A10 10 0 0 0 12 5zm0 2a8 8 0 0 1 8 8v1h-5.5l2.3-6.2-5.8 6.2H4v-1
    a8 8 0 0 1 8-8z`,
  undo: "M8 5 3 10l5 5 1.4-1.4L6.8 11H14a4 4 0 0 1 0 8h-4v2h4a6 6 0 0 0 0-12H6.8l2.6-2.6z",
  clock: "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zm0 2a7 7 0 1 1 0 14 7 7 0 0 1 0-14zm-1 2v6l4.5 2.7 1-1.7-3.5-2V7z",
  plus: "M11 5v6H5v2h6v6h2v-6h6v-2h-6V5z",
  minus: "M5 11v2h14v-2z",
  columns: "M4 4h7v16H4zm2 2v12h3V6zm7-2h7v16h-7zm2 2v12h3V6z",
  tiles: "M4 4h7v9H4zm9 0h7v5h-7zM4 15h7v5H4zm9-4h7v9h-7z",
  funnel: "M3 4h18v2l-7 8v5l-4 2v-7L3 6z",
  flask: `M9 2h6v2h-1v5.4l5.6 9.2A2.2 2.2 0 0 1 17.7 22H6.3a2.2 2.2 0 0 1-1.9-3.4L10 9.4V4H9zm3 8.2L9.1 15h5.8
    L12 10.2z`,
  cap: "M12 4 1 9l11 5 9-4.1V16h2V9zM5 13v4c0 1.7 3.1 3 7 3s7-1.3 7-3v-4l-7 3.2z",
  bell: `M12 2a1.5 1.5 0 0 0-1.5 1.5v.7A6 6 0 0 0 6 10v5l-2 2v1h16v-1l-2-2v-5a6 6 0 0 0-4.5-5.8v-.7
    A1.5 1.5 0 0 0 12 2zm0 4a4 4 0 0 1 4 4v6H8v-6a4 4 0 0 1 4-4zm-2 13a2 2 0 0 0 4 0z`,
  speech: "M4 4h16v12H9l-5 5zm2 2v10.2L8.2 14H18V6zm2 2h8v1.6H8zm0 3h6v1.6H8z",
  pen: "m4 16.5V20h3.5L17.8 9.7l-3.5-3.5zM20.5 7a1 1 0 0 0 0-1.4l-2.1-2.1a1 1 0 0 0-1.4 0l-1.6 1.6 3.5 3.5z",
  printer: "M7 3h10v5H7zM4 9h16v8h-3v4H7v-4H4zm5 6v4h6v-4z",
  sort: "m12 4-5 6h10zm0 16 5-6H7z",
  up: "m12 6-6 8h12z",
  down: "m12 18 6-8H6z",
  taller: "m12 5-8 8 1.5 1.4L12 8l6.5 6.4L20 13zm-8 12v2h16v-2z",
  lower: "m12 15-8-8 1.5-1.4L12 12l6.5-6.4L20 7zm-8 3v2h16v-2z",
  copy: "M8 3h12v14H8zm2 2v10h8V5zM4 7h2v12h10v2H4z",
  tasks: "M6 2h12v2l-4.5 8 4.5 8v2H6v-2l4.5-8L6 4z",
  file: "M6 2h8l5 5v15H6zm2 2v16h9V8h-4V4z",
  calendar: "M7 2h2v2h6V2h2v2h4v17H3V4h4zM5 10v9h14v-9zm0-4v2h14V6zm3 6h3v3H8z",
  help: `M12 2a10 10 0 1 0 0 20 10 10 0 0 0 0-20zm0 2a8 8 0 1 1 0 16 8 8 0 0 1 0-16zm0 2.5A3.5 3.5 0 0 0 8.5 10h2
    a1.5 1.5 0 1 1 2.3 1.3c-1 .6-1.8 1.4-1.8 2.7h2c0-.5.3-.8 1-1.2A3.5 3.5 0 0 0 12 6.5zM11 15.5h2v2h-2z`,
};

/** Show a 24-pixel icon of one path; hidden from screen readers, since a text stands beside it or in aria-label. */
export const Icon = ({ name }) => html`
  <svg viewBox="0 0 24 24" class="icone" aria-hidden="true"><path d=${PATHS[name]} /></svg>
`;

/** Show a button with an icon and no visible text. */
export const IconButton = ({ icon, label, ...props }) => html`
  <button type="button" class="bouton-icone" aria-label=${label} title=${label} ...${props}>
    <${Icon} name=${icon} />
  </button>
`;

/** Show the symbol of a layer; hidden from screen readers (its name stands beside it). */
export function ServiceSymbol({ layer, size = 22 }) {
  const { outline, sign } = findShapes(layer);
  const colours = findSymbolColours(layer);
  return html`
    <svg viewBox="0 0 24 24" width=${size} height=${size} class="symbole" aria-hidden="true">
      <path d=${outline} fill=${colours.fill} /><path d=${sign} fill=${colours.sign} />
    </svg>
  `;
}
