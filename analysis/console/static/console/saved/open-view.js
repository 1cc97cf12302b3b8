/** Open the saved view that the address names, as a colleague sent it, or say that what it names is not there. */

import { describeError } from "../components/feedback.js";
import { Icon, IconButton } from "../components/icon.js";
import { t } from "../i18n.js";
import { html, useEffect, useSignal } from "../preact.js";
import * as api from "../server/api.js";
import { missingPage } from "../state/old-address.js";
import { openState, setView, view } from "../state/view.js";

export function OpenView() {
  const id = view.value.ouvrir;
  const failure = useSignal("");
  useEffect(() => {
    if (!id) return undefined;
    const request = /** @type {any} */ (new AbortController());
    const open = async () => {
      try {
        const saved = await api.get(`/vues/${encodeURIComponent(id)}`, {}, request.signal);
        failure.value = "";
        openState(saved.etat, { replace: true });
      } catch (error) {
        if (request.signal.aborted) return;
        failure.value = error.status === 404 ? t("vues.inconnue") : describeError(error);
        setView({ ouvrir: null }, { replace: true });
      }
    };
    open();
    return () => request.abort();
  }, [id]);
  const missing = missingPage.value && t("page.absente", { nom: missingPage.value });
  if (!failure.value && !missing) return null;
  const close = () => {
    failure.value = "";
    missingPage.value = "";
  };
  return html`
    <div class="avis vue-inconnue" role="alert">
      <${Icon} name="warning" /><span>${failure.value || missing}</span>
      <${IconButton} icon="close" label=${t("fermer")} onClick=${close} />
    </div>
  `;
}
