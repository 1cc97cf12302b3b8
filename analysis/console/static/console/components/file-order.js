/** A file that the server makes by a job: ordered, waited for, and downloaded. */

import { html, useEffect, useRef, useSignal } from "../preact.js";
import * as api from "../server/api.js";
import { isAborted } from "../server/errors.js";
import { waitForJob } from "../server/jobs.js";
import { saveFile } from "./download.js";
import { Done, Failure, Progress } from "./feedback.js";

/**
 * Order a file while its progress is shown. `order()` asks the user and resolves with what the server says: a job, or
 * the file that is there already; null when nothing is ordered. `describeDone(name)` says that it was downloaded.
 */
export function useFileOrder({ order, label, describeDone }) {
  const share = useSignal(/** @type {number | null} */ (null));
  const isBusy = useSignal(false);
  const file = useSignal("");
  const failure = useSignal(/** @type {any} */ (null));
  const leaving = useRef(new AbortController());
  useEffect(() => () => leaving.current.abort(), []);

  async function run() {
    failure.value = null;
    file.value = "";
    try {
      const found = await order();
      if (!found) return;
      isBusy.value = true;
      const look = ({ progression }) => {
        share.value = progression.pourcentage / 100;
      };
      const result = found.fichier ? found : await waitForJob(found.jobId, look, leaving.current.signal);
      const { blob } = await api.getFile(`/fichiers/${result.fichier}/contenu`);
      saveFile(blob, result.nom);
      file.value = result.nom;
    } catch (error) {
      if (!isAborted(error)) failure.value = error;
    } finally {
      isBusy.value = false;
      share.value = null;
    }
  }

  const outcome = html`
    ${isBusy.value && html`<${Progress} share=${share.value} label=${label} />`}
    ${file.value && html`<${Done} text=${describeDone(file.value)} />`}
    ${failure.value && html`<${Failure} error=${failure.value} />`}
  `;
  return { run, isBusy: isBusy.value, outcome };
}
