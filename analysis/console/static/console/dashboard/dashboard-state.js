/** What the dashboard shows: it outlives a visit of another page. */

import { computed, signal } from "../preact.js";
import * as api from "../server/api.js";
import { may } from "../server/session.js";
import { createLoader } from "../state/loader.js";

const DAY = 86_400_000; // milliseconds
export const NO_FILTERS = { region: "", dateDebut: "", dateFin: "" };
/** How many days a period that is chosen by its name has. */
export const PERIODS = { mois: 30, trimestre: 91, annee: 365 };

export const filters = signal(NO_FILTERS);
/** The length of one bar of the chart: week, month, quarter or year; null until somebody chooses one. */
export const step = signal(/** @type {string | null} */ (null));
export const agenda = createLoader();
export const stats = createLoader();
export const chart = createLoader();
export const shares = createLoader();
export const complaints = createLoader();
export const activity = createLoader();
/** Of whoever may read households: at which step they are and who lives in them. */
export const composition = createLoader();

const ALL = [agenda, stats, chart, shares, complaints, activity];

/** The fault that stands for all where no part could be read for want of a connection: said once. */
export const offline = computed(() => {
  const answers = ALL.map((loader) => loader.answer.value).filter((answer) => answer !== null);
  return answers.length > 0 && answers.every((answer) => answer.kind === "offline") ? answers[0] : null;
});

const read = (loader, path, query = {}) =>
  loader.load((wanted) => api.get(`/dashboard/${path}`, query, wanted), { keep: true });

/** When the figures were read last. */
export const readAt = signal(/** @type {Date | null} */ (null));
/** The days that the figures are about, as the lists take them; none where they are since the beginning. */
export const days = computed(() => {
  const { dateDebut, dateFin } = filters.value;
  const period = stats.value?.periode;
  return period && (dateDebut || dateFin) ? { dateDebut: period.debut, dateFin: period.fin } : {};
});

/** Name the region that the figures are about; "" where they are about all that one sees. */
export const nameRegion = () => shares.value?.find(({ id }) => id === filters.value.region)?.region ?? "";

export const loadStats = () => {
  readAt.value = new Date();
  return read(stats, "stats", filters.value);
};
const loadComplaints = () => read(complaints, "complaints-overview", filters.value);
function loadComposition() {
  if (may("registre.lire")) read(composition, "menages-composition", { region: filters.value.region });
}
function loadShares() {
  const { region: _, ...period } = filters.value;
  return read(shares, "regions-distribution", period);
}
/** Return whether more than a third of the bars between the first and the last payment are empty. */
function isSparse({ datasets: [amounts] }) {
  const paid = amounts.data.map((amount, place) => (amount > 0 ? place : -1)).filter((place) => place >= 0);
  return paid.length > 1 && 3 * paid.length < 2 * (paid[paid.length - 1] - paid[0] + 1);
}

/** Read the bars of the chosen days, or of all payments: their sum is the figure above. Months between which nothing is
 * paid are read as quarters, unless somebody chose them.
 */
export async function loadChart() {
  const { dateDebut, dateFin } = filters.value;
  const reach = dateDebut || dateFin ? {} : { depuisDebut: true };
  const readSteps = (periode) => read(chart, "payments-chart", { ...filters.value, ...reach, periode });
  await readSteps(step.value ?? "month");
  if (step.value === null && chart.value?.periode === "month" && isSparse(chart.value)) await readSteps("quarter");
}

/** Read all that the page shows, together. */
export function load() {
  read(agenda, "a-faire");
  loadStats();
  loadChart();
  loadShares();
  loadComplaints();
  loadComposition();
  read(activity, "recent-activity", { limit: 8 });
}

export function setFilters(patch) {
  filters.value = { ...filters.value, ...patch };
  loadStats();
  loadComplaints();
  loadChart();
  if ("region" in patch) loadComposition();
  if ("dateDebut" in patch || "dateFin" in patch) loadShares();
}

export function setStep(next) {
  step.value = next;
  loadChart();
}

/** Return the period of this many days that ends today: the country's days are those of UTC. */
export function findPeriod(days) {
  const day = (moment) => new Date(moment).toISOString().slice(0, 10);
  return days
    ? { dateDebut: day(Date.now() - (days - 1) * DAY), dateFin: day(Date.now()) }
    : { dateDebut: "", dateFin: "" };
}
