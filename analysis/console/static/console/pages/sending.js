/** The page of entries made without a connection: what waits, what was sent, what was refused. */

import { Empty } from "../components/feedback.js";
import { ask } from "../components/forms.js";
import { Icon } from "../components/icon.js";
import { code, moment, t } from "../i18n.js";
import { html, useSignal } from "../preact.js";
import { drop, entries, flush, retry, waiting } from "../server/outbox.js";

const TONES = { envoye: "oui", refus: "contre", perdu: "contre" };

/** List what was entered as [name, text], parts within parts too. */
const listValues = (body, before = "") =>
  Object.entries(body ?? {}).flatMap(([name, value]) => {
    if (value === null || value === "") return [];
    if (typeof value === "object") return listValues(value, `${before}${name}.`);
    return [[`${before}${name}`, String(value)]];
  });

const nameField = (path) => code("menage.champ", path.split(".").at(-1));

const Values = ({ body }) => html`
  <details>
    <summary>${t("envois.contenu")}</summary>
    <dl class="faits">
      ${listValues(body).map(
        ([path, text]) => html`<div key=${path}><dt>${nameField(path)}</dt><dd>${text}</dd></div>`,
      )}
    </dl>
  </details>
`;

const askToDrop = (entry) =>
  ask({
    title: t("envois.abandonner"),
    text: t("envois.abandonner.texte", { nom: entry.name }),
    label: t("envois.abandonner"),
    send: () => drop(entry),
  });

function Acts({ entry }) {
  if (entry.state === "envoye" || entry.state === "perdu") {
    return html`<button type="button" class="bouton" onClick=${() => drop(entry)}>${t("envois.retirer")}</button>`;
  }
  return html`
    ${
      entry.state === "refus" &&
      html`<button type="button" class="bouton" onClick=${() => retry(entry)}>${t("reessayer")}</button>`
    }
    <button type="button" class="bouton" onClick=${() => askToDrop(entry)}>${t("envois.abandonner")}</button>
  `;
}

const Row = ({ entry }) => html`
  <li class="tache">
    <div class="tache-tete">
      <div>
        <strong>${t(`envois.genre.${entry.kind}`)}</strong>
        ${entry.name && html`<span class="coupe">${entry.name}</span>`}
        <span class="doux petit">${moment(new Date(entry.at).toISOString())}</span>
      </div>
      <span class="insigne ${TONES[entry.state] ?? ""}">${t(`envois.etat.${entry.state}`)}</span>
    </div>
    ${entry.message && html`<p class="cite">${entry.message}</p>`}
    ${entry.body && html`<${Values} body=${entry.body} />`}
    <div class="actions"><${Acts} entry=${entry} /></div>
  </li>
`;

export function Page() {
  const isBusy = useSignal(false);
  const send = async () => {
    isBusy.value = true;
    await flush();
    isBusy.value = false;
  };
  if (!entries.value.length) return html`<${Empty} text=${t("envois.aucun")} />`;
  return html`
    ${
      waiting.value > 0 &&
      html`
        <div class="outils entre">
          <p role="status">${t("envois.attendent", { n: waiting.value })}</p>
          <button type="button" class="bouton principal" disabled=${isBusy.value} onClick=${send}>
            <${Icon} name="upload" />${t("envois.envoyer")}
          </button>
        </div>
      `
    }
    <div class="feuille">
      <ul class="rangees taches">${entries.value.map((entry) => html`<${Row} key=${entry.id} entry=${entry} />`)}</ul>
    </div>
  `;
}
