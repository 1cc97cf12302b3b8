/** Take an import back: the households that it created, of which nobody has changed anything since. */

import { announce } from "../components/announce.js";
import { ask } from "../components/forms.js";
import { t } from "../i18n.js";
import { html, useEffect, useSignal } from "../preact.js";
import * as api from "../server/api.js";
import { waitForJob } from "../server/jobs.js";
import * as places from "../server/places.js";
import { may } from "../server/session.js";

const NOTHING = { traites: 0, reussis: 0, echoues: 0, erreurs: [] };

/** Delete what an import created, as many as one operation takes; answers as that, with how many are `left` to take. */
async function withdraw(id) {
  const { ids, total } = await api.get("/menages/identifiants", { import: id });
  if (!ids.length) return { ...NOTHING, left: 0 };
  const begun = await api.post("/menages/bulk-delete", { ids, seulementIntacts: true });
  const answer = begun.jobId ? await waitForJob(begun.jobId) : begun;
  return { ...answer, left: total - ids.length };
}

/** Count what is still there of what an import created: it may have been taken back before. */
async function countPresent(id) {
  const { total } = await api.get("/menages/identifiants", { import: id });
  return total;
}

/** Say how many stay, for each reason. */
function listReasons(errors) {
  const counts = new Map();
  for (const { message } of errors) counts.set(message, (counts.get(message) ?? 0) + 1);
  return [...counts].map(([text, n]) => html`<li key=${text}>${t("import.retirer.reste", { n, text })}</li>`);
}

const Outcome = ({ reussis, erreurs, left }) => html`
  <div class="note" role="status">
    <p>${t("import.retirer.fait", { n: reussis })}</p>
    ${left > 0 && html`<p>${t("import.retirer.encore", { n: left })}</p>`}
    ${erreurs.length > 0 && html`<ul>${listReasons(erreurs)}</ul>`}
  </div>
`;

/** Offer to take an import back, and say what came of it. `id`: of the import's job; `count`: how many it created. */
export function Withdraw({ id, count }) {
  const outcome = useSignal(/** @type {any} */ (null));
  const present = useSignal(count);
  const isOffered = Boolean(count) && may("registre.supprimer");
  useEffect(() => {
    // Without an answer it is offered as before: the act itself says what is wrong.
    const look = async () => {
      present.value = await countPresent(id).catch(() => count);
    };
    if (isOffered) look();
  }, [id]);
  if (!isOffered) return null;
  const left = outcome.value ? outcome.value.left : present.value;
  const start = async () => {
    const answer = await ask({
      title: t("import.retirer"),
      text: t("import.retirer.texte", { n: left }),
      label: t("import.retirer.oui"),
      isGrave: true,
      send: () => withdraw(id),
    });
    if (answer === null) return;
    outcome.value = answer;
    places.forget();
    announce(t("import.retirer.fait", { n: answer.reussis }));
    dispatchEvent(new Event("tabanca:registre"));
  };
  if (!outcome.value && !left) return html`<p class="note">${t("import.retirer.deja")}</p>`;
  return html`
    ${outcome.value && html`<${Outcome} ...${outcome.value} />`}
    ${left > 0 && html`<p><button type="button" class="lien" onClick=${start}>${t("import.retirer")}</button></p>`}
  `;
}
