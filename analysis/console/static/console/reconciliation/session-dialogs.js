/** The dialogs of a session: what each asks for, what it says before, and what it sends. */

import { saveFile } from "../components/download.js";
import { describeError, Skeleton } from "../components/feedback.js";
import { Choice, ChoiceGroup, Field, SelectField } from "../components/fields.js";
import { ask } from "../components/forms.js";
import { percent, t } from "../i18n.js";
import { money } from "../payments/parts.js";
import { html, useEffect, useSignal } from "../preact.js";
import * as api from "../server/api.js";
import { asValue } from "../server/errors.js";
import { buildPath, session as loader } from "./session-state.js";

/** Return the version of the session as it is shown when something is sent: decisions change it meanwhile. */
const findTag = () => loader.value?.tag ?? null;

const EVIDENCE = ["reference", "telephone", "montant", "date"];

/** Ask by which evidence lines are matched, and whether decisions are forgotten. */
export function askMatch(session) {
  const parts = html`
    <${ChoiceGroup} legend=${t("rapprochement.criteres")} name="criteresMatch">
      ${EVIDENCE.map(
        (name) => html`<${Choice} key=${name} name=${name} defaultChecked>${t(`rapprochement.critere.${name}`)}<//>`,
      )}
    <//>
    ${
      session.statut !== "brouillon" &&
      html`
        <${Choice} name="forceRematch">${t("rapprochement.oublier")}<//>
        <p class="doux petit">${t("rapprochement.oublier.texte")}</p>
      `
    }
  `;
  const send = (form) =>
    api.post(
      buildPath(session.id, "/match"),
      {
        criteresMatch: Object.fromEntries(EVIDENCE.map((name) => [name, form[name].checked])),
        forceRematch: form.forceRematch?.checked ?? false,
      },
      { tag: findTag() },
    );
  const title = t("rapprochement.rapprocher");
  return ask({ title, text: t("rapprochement.rapprocher.texte"), parts, label: title, send });
}

/** Ask before a step that has nothing to fill in. */
export const askStep = (session, path, key, text) =>
  ask({
    title: t(key),
    text,
    label: t(key),
    send: () => api.post(buildPath(session.id, path), undefined, { tag: findTag() }),
  });

/** What finalising would do, each in a sentence: [key of its words, values]. */
function listEffects({ regles, echoues, confirmesTard, retournes, ajustements, montantAjuste }) {
  const all = [
    ["regles", regles, {}],
    ["echoues", echoues, {}],
    ["confirmestard", confirmesTard, {}],
    ["retournes", retournes, {}],
    ["ajustements", ajustements, { montant: money(montantAjuste) }],
  ];
  return all
    .filter(([, count]) => Number(count) > 0)
    .map(([name, count, values]) => t(`rapprochement.effet.${name}`, { n: count, ...values }));
}

function Effects({ found }) {
  if (found === null) return html`<${Skeleton} lines=${3} />`;
  if (found instanceof Error) return html`<p class="faute" role="alert">${describeError(found)}</p>`;
  if (!found.effets) return html`<p>${t("rapprochement.effet.grand")}</p>`;
  const sentences = listEffects(found.effets);
  if (!sentences.length) return html`<p>${t("rapprochement.effet.rien")}</p>`;
  return html`<ul class="motifs">${sentences.map((text) => html`<li key=${text}>${text}</li>`)}</ul>`;
}

/** What a statement may lack, and the choice to fail payments all the same: nothing for one without holes. */
function Holes({ statement, accepted }) {
  const { nbErreurs, ecartSolde } = statement;
  if (!nbErreurs && !ecartSolde) return null;
  return html`
    <ul class="motifs" id="trous">
      ${nbErreurs > 0 && html`<li>${t("rapprochement.fautes", { n: nbErreurs })}</li>`}
      ${ecartSolde && html`<li>${t("rapprochement.trous.solde", { ecart: money(ecartSolde) })}</li>`}
    </ul>
    <${Choice}
      name="accepterReleveIncomplet" checked=${accepted.value}
      onChange=${(event) => (accepted.value = event.target.checked)}
    >${t("rapprochement.trous.accepter")}<//>
  `;
}

/** The options of finalising; what it would do is told anew when one of them changes. */
function FinalizationParts({ session }) {
  /** @type {import("@preact/signals").Signal<any>} */
  const found = useSignal(null);
  const marks = useSignal(false);
  const accepted = useSignal(false);
  useEffect(() => {
    const wanted = new AbortController();
    const body = { actions: { marquerPaiementsEchoues: marks.value, accepterReleveIncomplet: accepted.value } };
    found.value = null;
    api
      .post(buildPath(session.id, "/finalize/apercu"), body, { signal: wanted.signal })
      .catch(asValue)
      .then((answer) => {
        found.value = answer;
      })
      .catch(() => {});
    return () => wanted.abort();
  }, [marks.value, accepted.value]);
  const { tauxRapprochement, rapprochees, attendus } = session.statistiques;
  const taux = percent(tauxRapprochement / 100);
  return html`
    <p>${t("rapprochement.taux.phrase", { n: attendus, pairs: rapprochees, attendus, taux })}</p>
    <section class="pile serree" aria-live="polite" id="effets">
      <h3>${t("rapprochement.effet.titre")}</h3>
      <${Effects} found=${found.value} />
    </section>
    <${Choice}
      name="marquerPaiementsEchoues" checked=${marks.value} onChange=${(event) => (marks.value = event.target.checked)}
    >${t("rapprochement.marquer")}<//>
    <p class="doux petit">${t("rapprochement.marquer.texte")}</p>
    ${marks.value && html`<${Holes} statement=${session.releve} accepted=${accepted} />`}
    <${Choice} name="notifierResponsables">${t("rapprochement.notifier")}<//>
    <${Field} label=${t("rapprochement.commentaire")} name="commentaire">
      <textarea name="commentaire" id="f-commentaire" maxlength="10000" />
    <//>
  `;
}

export function askFinalization(session) {
  const send = (form) =>
    api.post(
      buildPath(session.id, "/finalize"),
      {
        commentaire: form.commentaire.value || null,
        actions: {
          marquerPaiementsEchoues: form.marquerPaiementsEchoues.checked,
          accepterReleveIncomplet: form.accepterReleveIncomplet?.checked ?? false,
          notifierResponsables: form.notifierResponsables.checked,
        },
      },
      { tag: findTag() },
    );
  const title = t("rapprochement.finaliser");
  const parts = html`<${FinalizationParts} session=${session} />`;
  return ask({ title, text: t("rapprochement.finaliser.texte"), parts, label: title, send });
}

/** Save the entries as a file. */
export async function askExport(session) {
  const formats = [
    ["excel", "Excel"],
    ["csv", "CSV"],
  ];
  const contents = ["all", "rapprochees", "non_rapprochees"].map((name) => [name, t(`rapprochement.contenu.${name}`)]);
  const parts = html`
    <${SelectField} label=${t("rapprochement.contenu")} name="contenu" options=${contents} />
    <${SelectField} label=${t("format")} name="format" options=${formats} />
  `;
  const send = (form) =>
    api.getFile(`/reconciliation/export/${session.id}`, { format: form.format.value, contenu: form.contenu.value });
  const title = t("rapprochement.exporter");
  const file = await ask({ title, parts, label: title, send });
  if (file) saveFile(file.blob, file.name ?? `${session.code}`);
  return null;
}

export async function saveMinute(session) {
  const file = await api.getFile(buildPath(session.id, "/proces-verbal"));
  saveFile(file.blob, file.name ?? `${session.code}.pdf`);
  return null;
}
