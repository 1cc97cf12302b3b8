/** What the check of a file found, in numbers and one sentence, and what can be done with it. */

import { ask } from "../components/forms.js";
import { Icon } from "../components/icon.js";
import { t } from "../i18n.js";
import { isPhone } from "../map/padding.js";
import { html } from "../preact.js";
import { countFaultyLines, countGood } from "./counts.js";
import { Effects, Known, Tile } from "./effects.js";
import { run, saveReport } from "./import-state.js";
import { createsOnly, deletes } from "./settings-state.js";

function describeVerdict(isValid, good, warnings) {
  if (isValid) return warnings ? t("import.averti", { n: warnings }) : t("import.bon");
  if (good === null) return t("import.tresmauvais");
  return good === 0 ? t("import.aucunebonne") : t("import.mauvais", { n: good });
}

/** Save the lines to correct as a workbook that says in each cell what is wrong. */
export const ReportButton = () => html`
  <button type="button" class="bouton" onClick=${saveReport} title=${t("import.rapport.aide")}>
    <${Icon} name="download" />${t("import.rapport")}
  </button>
`;

/** Import; where registered households are deleted for it, how many is confirmed first. */
function start(known, label) {
  if (!deletes.value || !known) return run();
  return ask({
    title: t("import.remplacer.titre", { n: known }),
    text: t("import.remplacer.texte"),
    label,
    isGrave: true,
    send: run,
  });
}

function Actions({ good, hasIssues, known }) {
  const label = good === null ? t("import.lancer.bonnes") : t("import.lancer", { n: good });
  const runButton = () => html`
    <button type="button" class="bouton principal" data-suite onClick=${() => start(known, label)}>${label}</button>
  `;
  return html`
    <div class="actions au-bas">${good !== 0 && runButton()}${hasIssues && html`<${ReportButton} />`}</div>
  `;
}

/** Say on how many lines the errors are: a line may have several. */
function describeErrors(errors, faulty) {
  const label = t("import.erreurs", { n: errors });
  return errors > 1 && faulty ? `${label} ${t("import.erreurs.lignes", { n: faulty })}` : label;
}

const Tiles = ({ lines, errors, warnings, faulty }) => html`
  <div class="carreaux">
    <${Tile} value=${lines} label=${t("import.lignes", { n: lines })} />
    <${Tile} value=${errors} label=${describeErrors(errors, faulty)} kind=${errors ? "rouge" : "vert"} />
    <${Tile} value=${warnings} label=${t("import.avertissements", { n: warnings })} kind=${warnings ? "ambre" : ""} />
  </div>
`;

/** Count what a check found: errors, warnings, lines that are known already and lines that are right. */
function summarise(found) {
  const { total_erreurs: errors, total_avertissements: warnings } = found.summary;
  // Known households are left alone when new ones are added: they are no lines to import.
  const known = createsOnly.value ? found.stats.total_connus : 0;
  return { errors, warnings, known, good: countGood(found, known) };
}

/** Show what can be done now: on a phone before the details, which may be long; else below all, always in sight. */
export function VerdictActions({ found, isOnTop = false }) {
  const { errors, warnings, good } = summarise(found);
  const hasIssues = errors > 0 || warnings > 0;
  const known = found.stats.total_connus;
  return isPhone() === isOnTop && html`<${Actions} good=${good} hasIssues=${hasIssues} known=${known} />`;
}

/** Say of how many lines of registered households nothing is done, for they have errors. */
const KnownErrors = ({ count }) =>
  html`<p class="doux" id="connus-en-erreur">${t("import.connus.erreur", { n: count })}</p>`;

/** `issues`: what is to be read. */
export function Verdict({ found, issues }) {
  const { stats, valid } = found;
  const { errors, warnings, good } = summarise(found);
  return html`
    <${Tiles}
      lines=${stats.total_lignes} errors=${errors} warnings=${warnings} faulty=${countFaultyLines(found)}
    />
    <p class="verdict">
      <${Icon} name=${valid && !warnings ? "check" : "warning"} />${describeVerdict(valid, good, warnings)}
    </p>
    <${Effects} found=${found} />
    ${stats.total_connus > 0 && html`<${Known} count=${stats.total_connus} lines=${found.connus ?? []} />`}
    ${stats.connus_en_erreur > 0 && html`<${KnownErrors} count=${stats.connus_en_erreur} />`}
    <${VerdictActions} found=${found} isOnTop=${true} />${issues}
  `;
}
