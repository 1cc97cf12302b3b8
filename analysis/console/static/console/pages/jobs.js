/** The page of one's background work: what runs, what is done, what failed. It follows by itself. */

import { Empty, Loaded } from "../components/feedback.js";
import { Pager } from "../components/pager.js";
import { Tabs } from "../components/tabs.js";
import { code, t } from "../i18n.js";
import { html, useEffect } from "../preact.js";
import * as api from "../server/api.js";
import { createLoader } from "../state/loader.js";
import { pickNarrowing, setView, view } from "../state/view.js";
import { JobRow } from "./job-row.js";
import { lookWhileOpen } from "./jobs-state.js";

const ROWS = 20;
const STATES = ["en_cours", "en_attente", "termine", "echoue", "annule"];
const jobs = createLoader();

function read(signal) {
  const { statut, page } = view.peek();
  return api.getJson("/jobs", { ...pickNarrowing(), ...(statut ? { statut } : {}), page, limit: ROWS }, signal);
}

function List({ data, pagination }) {
  if (!data.length) return html`<${Empty} text=${t("taches.aucune")} />`;
  return html`
    <ul class="rangees taches">
      ${data.map((job) => html`<${JobRow} key=${job.id} job=${job} onChange=${jobs.reload} />`)}
    </ul>
    ${pagination.pages > 1 && html`<${Pager} pagination=${pagination} />`}
  `;
}

export function Page() {
  const { statut, page, filtre } = view.value;
  useEffect(() => {
    jobs.load(read, { keep: true });
  }, [statut, page, filtre]);
  useEffect(() => lookWhileOpen(() => jobs.value?.data, jobs.reload), []);
  const chosen = STATES.includes(statut) ? statut : "";
  const tabs = [["", t("taches.toutes")], ...STATES.map((one) => [one, code("tache", one)])];
  return html`
    <${Tabs} tabs=${tabs} chosen=${chosen} onChoose=${(id) => setView({ statut: id || null, filtre: null, page: 1 })} />
    <div class="feuille"><${Loaded} from=${jobs}>${(found) => html`<${List} ...${found} />`}<//></div>
  `;
}
