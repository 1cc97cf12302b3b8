/** The page of what was entered without a connection: what waits, what was refused and why, and what becomes of it. */

import { describeRefusal, Failure } from "../components/feedback.js";
import { ask } from "../components/forms.js";
import { moment, t } from "../i18n.js";
import { html, useEffect, useSignal } from "../preact.js";
import { Conflict, Entered, readAreas } from "./entered.js";
import { isOffline, needLine } from "./offline-line.js";
import { drop, dropAll, entries, flush, HELD, holdBack, sendAgain, unreadable } from "./outbox.js";
import { resumeHousehold } from "./resume.js";
import { SentList } from "./sent-list.js";

/** Return whether somebody else changed meanwhile what an entry changes. */
const isConflict = ({ method, failure }) => method === "PUT" && [409, 412].includes(failure.status);

/** Say why an entry was not taken, in the service's words where it gave any. */
function describeFailure(entry) {
  if (entry.failure.status === HELD) return t("attente.corrige");
  if (entry.failure.status === 0) return t("attente.incertain");
  if (isConflict(entry)) return t("attente.conflit");
  return describeRefusal(entry.failure) || t("erreur.refused.texte");
}

/** Have what was entered taken up again in its form; the old entry goes once the new one is taken. */
async function resume(entry) {
  if (entry.kind !== "plainte") {
    resumeHousehold(entry);
    return;
  }
  const { askComplaint } = await import("../complaints/new-complaint.js");
  if (await askComplaint(entry.body)) await drop(entry.id);
}

/** Take back an entry that no attempt has sent, and open it in its form: it is not sent till then. */
const correct = async (entry) => (await holdBack(entry.id)) && resume(entry);

/** Name the state of an entry. */
function findState({ failure, sentAt }) {
  if (failure) return "revoir";
  if (isOffline.value) return "connexion";
  return sentAt ? "reponse" : "part";
}

const askDrop = (entry) =>
  ask({
    title: t("attente.supprimer"),
    text: t("attente.supprimer.texte", { nom: entry.name }),
    label: t("attente.supprimer"),
    send: () => drop(entry.id),
  });

function Entry({ entry, attempt }) {
  const { failure } = entry;
  const state = findState(entry);
  const isCorrectable = !failure && !entry.sentAt;
  const button = (name, work) => html`
    <button type="button" class="bouton" onClick=${() => attempt(work)}>${t(`attente.${name}`)}</button>
  `;
  return html`
    <li class="feuille">
      <h2>${t(`attente.${entry.kind}`, { nom: entry.name })}</h2>
      <p class="petit doux">
        <span class="insigne" data-etat=${state}>${t(`attente.etat.${state}`)}</span>${" "}
        ${t("attente.saisie", { quand: moment(new Date(entry.at).toISOString()) })}
      </p>
      ${failure && html`<p class="faute" role="alert">${describeFailure(entry)}</p>`}
      ${
        failure && isConflict(entry)
          ? html`<${Conflict} path=${entry.path} body=${entry.body} />`
          : html`<${Entered} body=${entry.body} />`
      }
      <div class="actions">
        ${isCorrectable && button("corriger", () => correct(entry))}
        ${failure && button("reprendre", () => resume(entry))}
        ${failure && !isConflict(entry) && button("renvoyer", () => sendAgain(entry))}
        ${button("supprimer", () => askDrop(entry))}
      </div>
    </li>
  `;
}

const askDropAll = () =>
  ask({
    title: t("attente.supprimer"),
    text: t("attente.illisibles.texte"),
    label: t("attente.supprimer"),
    send: dropAll,
  });

export function Page() {
  useEffect(() => {
    readAreas();
  }, []);
  const failure = useSignal(/** @type {any} */ (null));
  const attempt = async (work) => {
    failure.value = null;
    try {
      await work();
    } catch (error) {
      failure.value = error;
    }
  };
  const rows = entries.value;
  const lost = () => html`
    <div class="note">
      <p>${t("attente.illisibles", { n: unreadable.value })}</p>
      <button type="button" class="bouton" onClick=${() => attempt(askDropAll)}>${t("attente.supprimer")}</button>
    </div>
  `;
  return html`
    <div class="pile">
      ${failure.value && html`<${Failure} error=${failure.value} />`}
      ${unreadable.value > 0 && lost()}
      ${!rows.length && !unreadable.value && html`<p class="dit">${t("attente.rien")}</p>`}
      <${SentList} />
      ${
        rows.some((entry) => !entry.failure) &&
        html`<div class="actions">
          <button type="button" class="bouton principal" ...${needLine()} onClick=${() => attempt(flush)}>
            ${t("attente.envoyer")}
          </button>
          ${isOffline.value && html`<span class="doux petit">${t("attente.sansligne")}</span>`}
        </div>`
      }
      <ul class="pile saisies">
        ${rows.map((entry) => html`<${Entry} key=${entry.id} entry=${entry} attempt=${attempt} />`)}
      </ul>
    </div>
  `;
}
