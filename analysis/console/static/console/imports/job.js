/** A running import: progress with counts and the remaining time, cancel, result. */

import { announce } from "../components/announce.js";
import { Failure, Progress } from "../components/feedback.js";
import { Icon } from "../components/icon.js";
import { remaining, t } from "../i18n.js";
import { viewImported } from "../pages/jobs-state.js";
import { html, useEffect, useSignal } from "../preact.js";
import * as api from "../server/api.js";
import { FIRST_WAIT, isOpen, LAST_WAIT, lengthen } from "../server/jobs.js";
import * as places from "../server/places.js";
import { openPage, setView } from "../state/view.js";
import { countExamples } from "./counts.js";
import { Tile } from "./effects.js";
import { restart } from "./import-state.js";
import { Omissions, saveOmissions } from "./issues.js";
import { Withdraw } from "./withdraw.js";

/** Describe the time left; nobody should be told "2 min" from the first rows alone. */
function describeTimeLeft(job) {
  const { fait, total } = job.progression;
  const spent = (Date.now() - new Date(job.startedAt ?? job.createdAt).getTime()) / 1000;
  if (!total || fait < total * 0.02 || spent < 2) return "";
  return remaining(((total - fait) * spent) / fait);
}

/** Tell the rest of the page that the registry changed. */
function announceEnd() {
  places.forget();
  announce(t("import.fini"));
  dispatchEvent(new Event("tabanca:registre"));
}

/** Look at a job until it ends, while the component is shown. `read` looks at once. */
function useJob(id) {
  /** @type {import("@preact/signals").Signal<any>} */
  const job = useSignal(null);
  /** @type {import("@preact/signals").Signal<(() => void) | null>} */
  const look = useSignal(null);
  useEffect(() => {
    let timer = 0;
    let isWatched = true;

    async function read(wait) {
      const found = await api.get(`/jobs/${id}`).catch((error) => error);
      if (!isWatched) return;
      if (found.kind === "offline") timer = setTimeout(() => read(LAST_WAIT), LAST_WAIT);
      else if (isOpen(found)) timer = setTimeout(() => read(lengthen(wait)), wait);
      else if (found.statut === "termine") announceEnd();
      job.value = found;
    }

    look.value = () => read(FIRST_WAIT);
    read(FIRST_WAIT);
    return () => {
      isWatched = false;
      clearTimeout(timer);
    };
  }, [id]);
  return { job, look: () => look.value?.() };
}

function Running({ job, onCancel, isCancelled }) {
  const { fait, total, pourcentage } = job.progression;
  const isWaiting = job.statut === "en_attente";
  const label = isWaiting ? "import.attente" : "import.encours";
  const counts = total ? t("import.avance", { n: total, fait, total }) : "";
  return html`
    <${Progress}
      share=${isWaiting ? null : pourcentage / 100} label=${t(isCancelled ? "import.annulation" : label)}
      detail=${[counts, describeTimeLeft(job)].filter(Boolean).join(" · ")}
    />
    <p class="doux">${t("import.quitter")}</p>
    <button type="button" class="bouton" disabled=${isCancelled} onClick=${onCancel}>${t("annuler")}</button>
  `;
}

function Tiles({ total = 0, imported = 0, updated = undefined, skipped = 0, known = 0, problemes = [] }) {
  const examples = countExamples({ problemes });
  const faulty = skipped - known - examples;
  const updatedTile = () => html`
    <${Tile} value=${updated} label=${t("import.majour", { n: updated })} kind=${updated ? "vert" : ""} />
  `;
  return html`
    <div class="carreaux">
      <${Tile} value=${total} label=${t("import.lignes", { n: total })} />
      <${Tile} value=${imported} label=${t("import.crees", { n: imported })} kind=${imported ? "vert" : ""} />
      ${updated !== undefined && updatedTile()}
      ${known > 0 && html`<${Tile} value=${known} label=${t("import.connus", { n: known })} />`}
      <${Tile} value=${faulty} label=${t("import.sautees", { n: faulty })} kind=${faulty > 0 ? "ambre" : ""} />
    </div>
    ${examples > 0 && html`<p class="doux">${t("import.exemple")}</p>`}
  `;
}

/** Show on the map what the file brought; a file that only changed households leads to all of them. */
const showOnMap = (id, result) => (result.imported > 0 ? setView(viewImported(id)) : openPage("carte"));

const Finished = ({ id, result }) => html`
  <p class="verdict"><${Icon} name="check" />${t("import.fini")}</p>
  <${Tiles} ...${result} />
  <div class="actions">
    <button type="button" class="bouton principal" onClick=${() => showOnMap(id, result)}>
      <${Icon} name="map" />${t(result.imported > 0 ? "import.voir.ceux" : "import.voir")}
    </button>
    ${
      result.problemes?.some(({ gravite }) => gravite === "erreur") &&
      html`
        <button type="button" class="bouton" onClick=${() => saveOmissions(result, "lignes-non-importees.csv")}>
          <${Icon} name="download" />${t("import.ignorees.fichier")}
        </button>
      `
    }
    <button type="button" class="bouton" onClick=${restart}>${t("import.autre")}</button>
  </div>
  <${Withdraw} id=${id} count=${result.imported} />
  ${result.problemes && html`<${Omissions} result=${result} />`}
`;

const Stopped = ({ job }) => html`
  <p class="verdict">
    <${Icon} name="warning" />${t(job.statut === "annule" ? "import.annule" : "import.echec")}
  </p>
  ${job.erreur && html`<p class="doux">${job.erreur}</p>`}
  <div class="actions">
    <button type="button" class="bouton principal" onClick=${restart}>${t("import.recommencer")}</button>
  </div>
`;

export function Job({ id }) {
  const { job, look } = useJob(id);
  const isCancelled = useSignal(false);

  async function cancel() {
    isCancelled.value = true;
    try {
      await api.post(`/jobs/${id}/annuler`);
    } catch (error) {
      job.value = error;
    }
  }

  const found = job.value;
  if (found === null) return html`<${Progress} share=${null} label=${t("chargement")} />`;
  if (found instanceof Error) return html`<${Failure} error=${found} onRetry=${look} />`;
  if (isOpen(found)) return html`<${Running} job=${found} onCancel=${cancel} isCancelled=${isCancelled.value} />`;
  return found.statut === "termine"
    ? html`<${Finished} id=${id} result=${found.resultat ?? {}} />`
    : html`<${Stopped} job=${found} />`;
}
