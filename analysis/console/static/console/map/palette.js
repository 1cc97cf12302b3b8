/** Colours of the map. Poverty and coverage are single-hue ramps whose lightness falls steadily, so that they are read
 *  without seeing colours; darkest is worst. */

export const POVERTY = [
  { code: "extreme_pauvre", colour: "#54190b", below: 20 },
  { code: "pauvre", colour: "#b4511c", below: 50 },
  { code: "vulnerable", colour: "#e79a3c", below: 70 },
  { code: "non_pauvre", colour: "#f6dc9c", below: Infinity },
];
export const NO_SCORE = "#9aa5a5";

/** Share of households too far from a service, in five equal steps up to a round share above the highest. */
export const SHARES = ["#e4eef4", "#b3d0e0", "#74a9c7", "#347ba3", "#0d4468"];
export const topShare = (highest) => [0.05, 0.1, 0.2, 0.25, 0.5].find((top) => highest <= top) ?? 1;
export const shareColour = (share, top) => SHARES[Math.min(4, Math.floor((share / top) * 5))];

/** Clusters of poverty: what is alike around it in full colours, what differs from it in light ones. */
export const CLUSTERS = {
  grappe_pauvrete: "#8f2d0c",
  pauvre_isole: "#eda45a",
  grappe_aisance: "#0d4468",
  aise_isole: "#86b6d2",
  non_significatif: "#e3e6e4",
  sans_voisin: "#aab2b0",
};

export const SERVICES = {
  ecoles: "#3d4fa3",
  services_sante: "#15704a",
  points_eau: "#0f74a8",
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

const LIGHT = {
  sea: "#dde7ea",
  land: "#fbfaf6",
  veil: "#e9eceb",
  region: "#7f8f8a",
  sector: "#c3ccc8",
  name: "#33433f",
  village: "#44524e",
  halo: "#fbfaf6",
  ring: "#ffffff",
  edge: "#4a2a18",
  accent: "#0b6655",
  empty: "#eceeed",
};
const DARK = {
  sea: "#10181b",
  land: "#202b2e",
  veil: "#182124",
  region: "#73827e",
  sector: "#3b494a",
  name: "#dbe5e2",
  village: "#c3cfcb",
  halo: "#182124",
  ring: "#a9a79f",
  edge: "#f4e6d6",
  accent: "#6fd3bd",
  empty: "#2b3639",
};

export const colours = (dark) => (dark ? DARK : LIGHT);
