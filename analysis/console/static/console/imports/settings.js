/** The settings of an import: known households, unknown villages, project, campaign, scale of the scores. */

import { SelectField } from "../components/fields.js";
import { Icon } from "../components/icon.js";
import { number, t } from "../i18n.js";
import { html, useSignal } from "../preact.js";
import { countHouseholds } from "./counts.js";
import { refresh } from "./import-state.js";
import * as settings from "./settings-state.js";

const MODES = ["create", "update", "replace"];
const GRAVE = "replace"; // it deletes
const SCALES = ["0-100", "0-1"];
const PLACELESS = "sansLieu";
const PLACE_MISSING = "LIEU_MANQUE";

function set(name, value) {
  settings.setField(name, value);
  refresh();
}

function setMode(value) {
  settings.dropConfirmations();
  set("mode", value);
}

function setCreatesPlaces(isOn) {
  settings.createsPlaces.value = isOn;
  refresh();
}

/** Show a box with a sentence below its label. */
const Box = ({ id, isOn, label, text, onChange }) => html`
  <label class="mode large">
    <input type="checkbox" id=${id} checked=${isOn} onChange=${(event) => onChange(event.target.checked)} />
    <span><strong>${label}</strong><span class="doux">${text}</span></span>
  </label>
`;

/** Say what a choice does; of the one that deletes, to how many households. */
function describeMode(value, found) {
  const counts = value === GRAVE && countHouseholds(found);
  return counts
    ? t("import.mode.replace.nombre", { n: counts.known, nombre: number(counts.known) })
    : t(`import.mode.${value}.texte`);
}

const Mode = ({ value, found }) => html`
  <label class=${value === GRAVE ? "mode grave large" : "mode"}>
    <input
      type="radio" id="mode-${value}" name="mode" value=${value} checked=${value === settings.mode.value}
      onChange=${() => setMode(value)}
    />
    <span>
      <strong>${value === GRAVE && html`<${Icon} name="warning" />`}${t(`import.mode.${value}`)}</strong>
      <span class="doux">${describeMode(value, found)}</span>
    </span>
  </label>
`;

/** Say how many households of the file are known, and how many are new: the choice depends on it. */
function Counts({ found }) {
  const counts = countHouseholds(found);
  if (!counts) return null;
  const parts = [t("import.compte.connus", { n: counts.known, nombre: number(counts.known) })];
  if (counts.fresh !== null) parts.push(t("import.compte.nouveaux", { n: counts.fresh, nombre: number(counts.fresh) }));
  const { waiting } = counts;
  if (waiting > 0) parts.push(t("import.compte.attendent", { n: waiting, nombre: number(waiting) }));
  return html`<p class="doux large" id="compte-import">${t("import.compte", { liste: parts.join(", ") })}</p>`;
}

/** Return whether a line of the checked file can be imported, as far as is known: else there is no mode to choose. */
function hasGoodLines(found) {
  const counts = countHouseholds(found);
  return counts === null || counts.known > 0 || counts.fresh !== 0;
}

function Modes({ hasPlaceless, found }) {
  const isOffered = hasGoodLines(found);
  const placeless = () => html`
    <${Box}
      id="sans-lieu" isOn=${settings.answers.value[PLACELESS] === "true"} label=${t("import.sanslieu")}
      text=${t("import.sanslieu.texte")} onChange=${(isOn) => set(PLACELESS, String(isOn))}
    />
  `;
  return html`
    <fieldset class="modes">
      <legend>${t(isOffered ? "import.mode" : "import.mode.aucune")}</legend>
      ${isOffered && html`<${Counts} found=${found} />`}
      ${isOffered && MODES.map((value) => html`<${Mode} key=${value} value=${value} found=${found} />`)}
      <${Box}
        id="creer-localites" isOn=${settings.createsPlaces.value} label=${t("import.localites")}
        text=${t("import.localites.texte")} onChange=${setCreatesPlaces}
      />
      ${hasPlaceless && placeless()}
    </fieldset>
  `;
}

const List = ({ name, label, none }) => html`
  <${SelectField}
    label=${label} name=${name} value=${settings.choices.value[name]}
    options=${[["", none], ...(settings.lists.value[name] ?? []).map((row) => [row.id, row.nom])]}
    onChange=${(event) => set(name, event.target.value)}
  />
`;

function Scale({ scale }) {
  const options = SCALES.map((value) => [value, t(`import.echelle.${value}`)]);
  const unknown = ["", t("import.echelle.inconnue")];
  const choose = (event) => event.target.value && set("echelle_pmt", event.target.value);
  return html`
    <${SelectField}
      label=${t("import.echelle")} name="echelle_pmt" options=${scale ? options : [unknown, ...options]}
      value=${scale} onChange=${choose} help=${t("import.echelle.texte")}
    />
  `;
}

function summarise(scale) {
  const { projetId } = settings.choices.value;
  const project = (settings.lists.value.projetId ?? []).find((row) => row.id === projetId);
  const scaleText = t(scale ? `import.echelle.${scale}` : "import.echelle.inconnue");
  return `${project?.nom ?? t("import.projet.aucun")} · ${scaleText}`;
}

/** `found` by the check: what its problems are about is offered. */
export function Settings({ found }) {
  const problems = found?.problemes ?? [];
  const isOpen = useSignal(false);
  const scale = settings.findScale(problems);
  const hasPlaceless = PLACELESS in settings.answers.value || problems.some(({ code }) => code === PLACE_MISSING);
  const toggle = (event) => {
    isOpen.value = event.target.open;
  };
  return html`
    <${Modes} hasPlaceless=${hasPlaceless} found=${found} />
    <details class="feuille reglages-import" open=${isOpen.value} onToggle=${toggle}>
      <summary>${t("import.reglages")}<span class="doux">${summarise(scale)}</span></summary>
      <div class="choix-import">
        <${List} name="projetId" label=${t("import.projet")} none=${t("import.projet.aucun")} />
        <${List} name="campagneId" label=${t("import.campagne")} none=${t("import.campagne.aucune")} />
        <${Scale} scale=${scale} />
      </div>
    </details>
  `;
}
