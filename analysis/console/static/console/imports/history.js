/** One's imports: what runs now, so that no file is imported twice, and what came of the ones before. */

import { Loaded } from "../components/feedback.js";
import { Icon } from "../components/icon.js";
import { moment, percent, t } from "../i18n.js";
import { JobRow } from "../pages/job-row.js";
import { listImports, lookWhileOpen } from "../pages/jobs-state.js";
import { computed, html, useEffect } from "../preact.js";
import { isOpen } from "../server/jobs.js";
import { createLoader } from "../state/loader.js";
import { findAddress } from "../state/view.js";

const MOST_IMPORTS = 8;
const imports = createLoader();
const load = () => imports.load((signal) => listImports(MOST_IMPORTS, signal), { keep: true });
const running = computed(() => (imports.value ?? []).filter(isOpen));

/** Follow one's imports while the component is shown; `job`: the open one, whose beginning and end change the list. */
export function useImports(job) {
  useEffect(() => {
    load();
  }, [job]);
  useEffect(() => lookWhileOpen(() => imports.value, imports.reload), []);
}

/** Return the import of a file of this name that runs, or was done not long ago; null without one. */
export function findSameImport(name) {
  const isRecent = (job) => Date.now() - new Date(job.createdAt).getTime() < 86_400_000;
  const isSame = (job) => job.fichier === name && (isOpen(job) || (job.statut === "termine" && isRecent(job)));
  return (imports.value ?? []).find(isSame) ?? null;
}

/** Say which imports run, with the way to each. */
export function RunningImports() {
  const line = (job) => html`
    <p class="note import-encours" key=${job.id} role="status">
      <${Icon} name="upload" />
      <span>
        <strong>${t("import.dejaencours")}</strong>${" "}${job.fichier ?? ""}${" "}
        <span class="doux">${percent(job.progression.pourcentage / 100)}</span>
      </span>
      <a class="bouton" href=${findAddress({ vue: "import", tache: job.id })}>${t("import.suivre")}</a>
    </p>
  `;
  return running.value.map(line);
}

/** Warn when a file of this name was imported a moment ago, or is being imported. */
export function SameFile({ name }) {
  const job = findSameImport(name);
  if (!job || isOpen(job)) return null;
  return html`
    <p class="note"><${Icon} name="warning" /> ${t("import.dejafait", { nom: name, quand: moment(job.createdAt) })}</p>
  `;
}

export function ImportHistory() {
  const list = (jobs) => {
    if (!jobs.length) return null;
    const rows = jobs.map((job) => html`<${JobRow} key=${job.id} job=${job} onChange=${imports.reload} />`);
    return html`
      <section class="feuille"><h2>${t("import.historique")}</h2><ul class="rangees taches">${rows}</ul></section>
    `;
  };
  return html`<${Loaded} from=${imports} lines=${2}>${list}<//>`;
}
