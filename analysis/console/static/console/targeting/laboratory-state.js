/** The designs that are compared: the body of the API's request, as it is stored under a name, and what comes of it. */

import { debounce } from "../components/debounce.js";
import { signal } from "../preact.js";
import * as api from "../server/api.js";
import { may } from "../server/session.js";
import { createLoader } from "../state/loader.js";

export const MOST = 8;
// The curves are drawn through these cut-offs.
const CUTOFFS = Array.from({ length: 21 }, (_, place) => place * 5);
// Told apart by colour and by dashes: without seeing colours, too.
export const COLOURS = {
  light: ["#0b6655", "#b4511c", "#3d4fa3", "#a8326f", "#7d611a", "#46525e", "#15704a", "#7a3fa0"],
  dark: ["#6fd3bd", "#f0a873", "#9fb0ff", "#f29ac6", "#e0c36b", "#b8c4d0", "#8fdca0", "#cda3ec"],
};
export const DASHES = [[], [8, 4], [2, 4], [12, 4, 2, 4], [4, 4], [16, 6], [6, 2], [2, 2]];

const makeDesign = (nom, seuil) => ({ nom, ruleSetId: null, methodeId: null, seuil, selection: null });

const begin = (first, second) => ({
  scenarios: [makeDesign(first, 30), makeDesign(second, 50)],
  montantParCycle: 15000,
  cyclesParAn: 4,
  budgetAnnuel: null,
});

/** What is compared. */
export const content = signal(/** @type {any} */ (null));
/** The stored design that is open as {data, tag}, or null. */
export const opened = signal(/** @type {any} */ (null));
/** What comes of it. */
export const comparison = createLoader();
/** The rule sets and methods that a design may name. */
export const choices = createLoader();

/** Read what designs may name, and the programmes that have selections: rule sets and programmes for their readers. */
export async function readChoices(signal) {
  const isReader = may("transferts.lire");
  const [sets, methods, programmes] = await Promise.all([
    isReader ? api.get("/eligibility/rulesets", { limit: 100, actif: true }, signal) : [],
    api.get("/pmt-methodes", { limit: 100 }, signal),
    isReader ? api.get("/programmes", { limit: 100 }, signal) : [],
  ]);
  return {
    programmes,
    sets: sets.map(({ id, nom }) => [id, nom]),
    methods: methods.map(({ id, nom, version }) => [id, `${nom} (v${version})`]),
  };
}

/** Return the request: names that are empty or twice get their number; the curves have a point at each own cut-off. */
export function buildRequest() {
  const { scenarios, ...rest } = content.value;
  const names = new Set();
  const named = scenarios.map((design, place) => {
    const taken = !design.nom.trim() || names.has(design.nom.trim());
    const nom = taken ? `${design.nom.trim()} ${place + 1}`.trim() : design.nom.trim();
    names.add(nom);
    return { ...design, nom };
  });
  const own = scenarios.map(({ seuil }) => seuil).filter((seuil) => seuil !== null);
  const seuils = [...new Set([...CUTOFFS, ...own.map(Number)])].sort((one, other) => one - other);
  return { ...rest, scenarios: named, seuils };
}

function compare() {
  const body = buildRequest();
  comparison.load((wanted) => api.post("/eligibility/laboratoire", body, { signal: wanted }), { keep: true });
}
const compareSoon = debounce(compare, 350);

/** Show a stored design, or with null two cut-offs of the score. */
export function beginContent(found, names) {
  opened.value = found;
  const sent = found?.data.contenu;
  content.value = sent
    ? {
        ...begin(...names),
        budgetAnnuel: null,
        ...sent,
        scenarios: sent.scenarios.map((one) => ({ ...makeDesign("", null), ...one })),
      }
    : begin(...names);
  compare();
}

/** Change the content; it is compared a moment after the last change. */
export function changeContent(patch) {
  content.value = { ...content.value, ...patch };
  compareSoon();
}

export const changeDesign = (place, patch) =>
  changeContent({ scenarios: content.value.scenarios.map((one, at) => (at === place ? { ...one, ...patch } : one)) });

export const removeDesign = (place) =>
  changeContent({ scenarios: content.value.scenarios.filter((_, at) => at !== place) });

/** Add a design like the last one. */
export function addDesign(nom) {
  const { scenarios } = content.value;
  changeContent({ scenarios: [...scenarios, { ...scenarios.at(-1), nom }] });
}
