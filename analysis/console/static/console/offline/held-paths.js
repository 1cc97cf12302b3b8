/** Which answers of the API a device may keep, and what of them: a list of what may be, so that all else is not.
 *
 * Never what concerns violence, payments, complaints or users, never a search (it is a name), never a list longer than
 * a screen; of households neither accounts nor wallets, and in lists nothing that the list does not show.
 */

const ID = "[0-9a-f-]{36}";
const HOUSEHOLD = new RegExp(`^/api/menages/${ID}(/membres)?$`);
const HOUSEHOLDS = /^\/api\/menages$/;
/** What the forms offer, which is about nobody. It is kept beside whose device this is, where newer answers do not push
 * it out. */
const FORMS = /^\/api\/(carte\/(hierarchy|stats\/(regions|secteurs))|references\/menage|pmt-methodes)$/;
const OTHERS = [
  /^\/api\/carte\/(config|contours|layers)$/,
  /^\/api\/carte\/(ecoles|services-sante|points-eau)$/,
  new RegExp(`^/api/carte/analyse/(menage|localite)-proximite/${ID}$`),
  new RegExp(`^/api/localites/${ID}$`),
];
/** Tiles of areas, of roads and rivers, and of public services. Those of households hold households. */
const TILES = /^\/api\/carte\/tuiles\/(fond_carte|regions|secteurs|localites|ecoles|services_sante|points_eau)\//;

/** How much is prepared for the field, of all secteurs together and of the map of each, and for how many days. */
export const FIELD = { households: 3000, rows: 50, tiles: 400, days: [1, 3, 7] };
/** How much of what was seen is kept at most, of answers and of tiles. */
export const MOST = { reponses: 80 + FIELD.households / FIELD.rows, tuiles: 400 };

const MOST_ROWS = FIELD.rows;
/** Where money goes: nothing of that waits on a device. */
export const ACCOUNTS = ["numeroMobileMoney", "compteBancaire"];
const UNSHOWN = [...ACCOUNTS, "telephone", "identifiantUnique"];

/** Return what is kept of an address: {store, drops} with the names of fields that are left out; null: nothing. */
export function findRule(address) {
  const { pathname, searchParams } = new URL(address, "http://x");
  if (searchParams.has("search")) return null;
  if (TILES.test(pathname)) return { store: "tuiles", drops: [] };
  if (FORMS.test(pathname)) return { store: "etat", drops: [] };
  if (HOUSEHOLDS.test(pathname)) return { store: "reponses", drops: UNSHOWN };
  if (HOUSEHOLD.test(pathname)) return { store: "reponses", drops: ACCOUNTS };
  return OTHERS.some((path) => path.test(pathname)) ? { store: "reponses", drops: [] } : null;
}

/** Return whether an answer is no longer than a screen. */
export const isShort = (address, answer) =>
  !HOUSEHOLDS.test(new URL(address, "http://x").pathname) || (answer.data?.length ?? 0) <= MOST_ROWS;

/** Copy an answer without some fields, however deep they stand. */
export const dropFields = (answer, names) =>
  JSON.parse(JSON.stringify(answer, (name, value) => (names.includes(name) ? undefined : value)));
