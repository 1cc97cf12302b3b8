/** What the dashboard shows: it outlives a visit of another page. */

import { computed, signal } from "../preact.js";
import * as api from "../server/api.js";
import { createLoader } from "../state/loader.js";

const DAY = 86_400_000; // milliseconds
export const NO_FILTERS = { region: "", dateDebut: "", dateFin: "" };
/** How many days a period that is chosen by its name has. */
export const PERIODS = { mois: 30, trimestre: 91, annee: 365 };

export const filters = signal(NO_FILTERS);
/** The length of one bar of the chart: week, month, quarter or year. */
export const step = signal("month");
export const agenda = createLoader();
export const stats = createLoader();
export const chart = createLoader();
export const shares = createLoader();
export const complaints = createLoader();
export const activity = createLoader();

const ALL = [agenda, stats, chart, shares, complaints, activity];

/** The fault that stands for all where no part could be read for want of a connection: said once. */
export const offline = computed(() => {
  const answers = ALL.map((loader) => loader.answer.value).filter((answer) => answer !== null);
  return answers.length > 0 && answers.every((answer) => answer.kind === "offline") ? answers[0] : null;
});

const read = (loader, path, query = {}) =>
  loader.load((wanted) => api.get(`/dashboard/${path}`, query, wanted), { keep: true });

export const loadStats = () => read(stats, "stats", filters.value);
export const loadChart = () => read(chart, "payments-chart", { region: filters.value.region, periode: step.value });

/** Read all that the page shows, together. */
export function load() {
  read(agenda, "a-faire");
  loadStats();
  loadChart();
  read(shares, "regions-distribution");
  read(complaints, "complaints-overview");
  read(activity, "recent-activity", { limit: 8 });
}

export function setFilters(patch) {
  filters.value = { ...filters.value, ...patch };
  loadStats();
  if ("region" in patch) loadChart();
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
