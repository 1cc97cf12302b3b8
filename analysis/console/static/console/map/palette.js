/** Colours of the map. Poverty and shares are ramps whose lightness changes steadily, so that they are read without
 *  seeing colours; the worst is the darkest, by day and in the dark: no colour sinks into the ground, and the lightest
 *  is not that of the sea. A meaning has one hue by day, in the dark and on paper: what changes is how bright it is.
 */

import { isDark } from "../state/theme.js";

/** @param {string[]} pair */
const choose = ([light, dark]) => (isDark.value ? dark : light);

const makeStep = (code, below, ...pair) => ({
  code,
  below,
  get colour() {
    return choose(pair);
  },
});

export const POVERTY = [
  makeStep("extreme_pauvre", 20, "#54190b", "#d22e14"),
  makeStep("pauvre", 50, "#c73a3a", "#f0776c"),
  makeStep("vulnerable", 70, "#f6a93b", "#f6b64a"),
  makeStep("non_pauvre", Infinity, "#faeaa5", "#faeeb4"),
];

const SHARES = [
  ["#f5eba6", "#cdc79b"], // in the dark it is muted: the least is not what the eye falls on first
  ["#b0dcb0", "#97c09d"],
  ["#5cb9c1", "#58aab2"],
  ["#2c7fb8", "#3a8ac8"],
  ["#223d8c", "#4059cc"],
];
export const STEPS = SHARES.length;
/** List the colours of shares, and of other figures, from the least to the most. */
export const listShares = () => SHARES.map(choose);

const mixHex = (one, other, part) =>
  `#${[1, 3, 5]
    .map((at) => [one, other].map((colour) => Number.parseInt(colour.slice(at, at + 2), 16)))
    .map(([from, to]) => Math.round(from + (to - from) * part))
    .map((channel) => channel.toString(16).padStart(2, "0"))
    .join("")}`;

/** Return the colour at a place of the ramp, between two of its colours where the place is no whole number. */
export function shadeAt(place) {
  const ramp = listShares();
  const below = Math.floor(place);
  return place === below ? ramp[below] : mixHex(ramp[below], ramp[below + 1], place - below);
}

/** Where the classes of shares too far from a service begin, in percent: the same for every service, so that two maps
 * are compared by their colours; the lowest are narrow, for most zones lie there for what is nearly everywhere. */
export const CLASS_STARTS = [0, 5, 20, 40, 60, 80];
/** Return the class of a share as it is told, in whole percent: what reads the same has one colour. */
export const findShareClass = (share) => CLASS_STARTS.filter((start) => Math.round(share * 100) >= start).length - 1;
export const classColour = (index) => shadeAt((index * (STEPS - 1)) / (CLASS_STARTS.length - 1));
export const shareColour = (share) => classColour(findShareClass(share));

/** Clusters of poverty: what is alike around it in full colours, what differs from it in faint ones. */
const CLUSTERS = {
  grappe_pauvrete: ["#8f2d0c", "#d9532c"],
  pauvre_isole: ["#eda45a", "#f2bb86"],
  grappe_aisance: ["#0d4468", "#3f86c6"],
  aise_isole: ["#86b6d2", "#a9d2ec"],
  non_significatif: ["#f3ecdb", "#46545a"],
  sans_voisin: ["#b3afa6", "#7d8a88"],
};
export const CLASSES = Object.keys(CLUSTERS);
export const clusterColour = (name) => (name in CLUSTERS ? choose(CLUSTERS[name]) : null);

export const SERVICES = {
  ecoles: "#33348c",
  services_sante: "#15704a",
  points_eau: "#0a84c1",
  services_vbg: "#7a3fa0",
  polices_judiciaires: "#46525e",
  asc: "#a8326f",
  acteurs_locaux: "#7d611a",
};

/** The services from the ground up: the rarest lie uppermost. */
export const PILE = [
  "points_eau",
  "ecoles",
  "acteurs_locaux",
  "asc",
  "services_sante",
  "polices_judiciaires",
  "services_vbg",
];

/** Complaints, at the points of their localities. */
export const COMPLAINTS = "#b3173f";
/** The layers of points with a symbol. */
export const SYMBOLS = { ...SERVICES, plaintes: COMPLAINTS };

/** The services' colours on a dark ground: as lines, and as symbols with dark signs. */
const LIT = {
  ecoles: "#a3b1f5",
  services_sante: "#63cc9f",
  points_eau: "#5fbdea",
  services_vbg: "#cda4ec",
  polices_judiciaires: "#bac6d2",
  asc: "#f097c2",
  acteurs_locaux: "#dcbd66",
};

const LIGHT = {
  sea: "#d5e2e8",
  land: "#fbfaf6",
  abroad: "#ebe8df", // the land of the neighbours
  foreign: "#77736a",
  ocean: "#5b7786",
  veil: "#e9eceb",
  river: "#a5c8d9",
  riverName: "#3d7088",
  road: "#f1ead9",
  roadEdge: "#b3a58c",
  track: "#b9ad97",
  region: "#7f8f8a",
  sector: "#c3ccc8",
  name: "#33433f",
  village: "#44524e",
  halo: "#fbfaf6",
  ring: "#ffffff",
  edge: "#4a2a18",
  hollow: "#ffffff",
  unknown: "#3f5a68",
  here: "#1259d6",
  accent: "#0b6655",
  hatch: "#9aa39f",
  images: "", // how the names of its symbols end
  hatching: "hachures", // the image with these lines
  rim: "#ffffff",
  lines: SERVICES,
};
const DARK = {
  sea: "#0e1d2a",
  land: "#27343a",
  abroad: "#192226",
  foreign: "#8b9795",
  ocean: "#6f8794",
  veil: "#1a2428",
  river: "#3d6377",
  riverName: "#8fb7c9",
  road: "#5b6a6f",
  roadEdge: "#46565c",
  track: "#4b5b60",
  region: "#73827e",
  sector: "#455457",
  name: "#f3f8f6",
  village: "#c3cfcb",
  halo: "#0d1518",
  ring: "#a9a79f",
  edge: "#f4e6d6",
  hollow: "#182124",
  unknown: "#9cc3d6",
  here: "#4f92ff",
  accent: "#6fd3bd",
  hatch: "#6d7b7f",
  images: "-sombre",
  hatching: "hachures-sombre",
  rim: "#0c1214",
  lines: LIT,
};

export const colours = (dark) => (dark ? DARK : LIGHT);

/** Return the colours of a layer's symbol: {fill, sign, rim}. Complaints are white on red in the dark, too. */
export function findSymbolColours(layer, dark = isDark.value) {
  if (dark && layer in LIT) return { fill: LIT[layer], sign: DARK.rim, rim: DARK.rim };
  return { fill: SYMBOLS[layer], sign: "#ffffff", rim: "#ffffff" };
}
