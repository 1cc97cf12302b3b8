/** The import page: choose a file, see what is wrong with it, import it, follow the work.
 *
 * A running job stands in the address (`tache`), so the page can be left and found again.
 */

import { Failure, Progress } from "../components/feedback.js";
import { Icon } from "../components/icon.js";
import { percent, t } from "../i18n.js";
import { html, useEffect, useLayoutEffect } from "../preact.js";
import { view } from "../state/view.js";
import { Columns } from "./columns.js";
import { FileChooser, formatSize, SheetChooser } from "./file-chooser.js";
import { ImportHistory, RunningImports, SameFile, useImports } from "./history.js";
import { check, checked, file, restart, sending } from "./import-state.js";
import { Issues } from "./issues.js";
import { Job } from "./job.js";
import { GivenAnswers, listQuestions, Questions } from "./questions.js";
import { Settings } from "./settings.js";
import { loadLists } from "./settings-state.js";
import { ReportButton, Verdict, VerdictActions } from "./verdict.js";

function Sending() {
  const state = sending.value;
  const bar = () => html`
    <${Progress} share=${state.share} label=${state.label} detail=${state.share ? percent(state.share) : ""} />
    <button type="button" class="bouton" onClick=${restart}>${t("annuler")}</button>
  `;
  return html`<div class="envoi">${state && bar()}</div>`;
}

const CheckButton = () => html`
  <button type="button" class="bouton principal" data-suite onClick=${check}>${t("import.verifier")}</button>
`;

/** Return whether the lines were read, and some are wrong: they can be saved before the questions are answered. */
const hasReport = ({ stats, problemes }) => stats.total_lignes > 0 && problemes.some(({ champ }) => !champ);

/** Show what the check found: what has to be answered first, else the verdict. It stands above the settings. */
function Findings() {
  const found = checked.value;
  useLayoutEffect(() => {
    const isFree = document.activeElement === document.body;
    /** @type {HTMLElement | null} */
    const next = document.querySelector("[data-suite]");
    if (found && isFree) next?.focus({ preventScroll: true });
  }, [found]);
  if (found === null) return null;
  if (found instanceof Error) return html`<${Failure} error=${found} onRetry=${check} />`;
  const issues = html`<${Issues} found=${found} />`;
  if (!listQuestions(found).length) return html`<${GivenAnswers} /><${Verdict} found=${found} issues=${issues} />`;
  return html`
    <p class="verdict"><${Icon} name="warning" />${t("import.repondre")}</p>
    <${Questions} found=${found} />
    ${hasReport(found) && html`<div class="actions"><${ReportButton} /></div>`}${issues}
  `;
}

/** Show what follows the settings: how the file was read, and what can be done. */
function AfterSettings() {
  const found = checked.value;
  if (found === null) return html`<${CheckButton} />`;
  if (found instanceof Error) return null;
  const columns = html`<${Columns} columns=${found.colonnes} />`;
  return listQuestions(found).length ? columns : html`${columns}<${VerdictActions} found=${found} />`;
}

const ChosenFile = ({ chosen }) => html`
  <div class="fichier">
    <${Icon} name="file" />
    <div><strong>${chosen.name}</strong><span class="doux">${formatSize(chosen.size)}</span></div>
    <button type="button" class="bouton" onClick=${restart}>${t("import.autre")}</button>
  </div>
`;

function Review() {
  return html`
    <${ChosenFile} chosen=${file.value} /><${SameFile} name=${file.value?.name} /><${SheetChooser} />
    <${Sending} />
    ${!sending.value && html`<${Findings} />`}
    <${Settings} found=${checked.value} />
    ${!sending.value && html`<${AfterSettings} />`}
  `;
}

function Choosing() {
  const failure = checked.value instanceof Error && checked.value;
  return html`<${FileChooser} />${failure && html`<${Failure} error=${failure} />`}<${ImportHistory} />`;
}

export function Page() {
  const { tache } = view.value;
  useEffect(loadLists, []);
  useImports(tache);
  if (tache) return html`<${Job} key=${tache} id=${tache} />`;
  return html`<${RunningImports} />${file.value ? html`<${Review} />` : html`<${Choosing} />`}`;
}
