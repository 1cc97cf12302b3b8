/** One design of the laboratory: its rules, score, cut-off and selection, and what comes of it. */

import { IconButton } from "../components/icon.js";
import { number, percent, t } from "../i18n.js";
import { money } from "../payments/parts.js";
import { html } from "../preact.js";
import { isDark } from "../state/theme.js";
import { COLOURS, changeDesign, choices, content, removeDesign } from "./laboratory-state.js";

export const findColour = (place) => COLOURS[isDark.value ? "dark" : "light"][place];

const Choose = ({ label, value, options, onChange }) => html`
  <label class="champ">
    <span>${label}</span>
    <select onChange=${(event) => onChange(event.target.value || null)}>
      ${options.map(
        ([code, text]) => html`<option key=${code} value=${code} selected=${code === (value ?? "")}>${text}</option>`,
      )}
    </select>
  </label>
`;

function Cutoff({ design, change }) {
  const has = design.seuil !== null;
  const value = Number(design.seuil ?? 50);
  const set = (event) => change({ seuil: Number(event.target.value) });
  return html`
    <div class="seuil">
      <label class="case">
        <input type="checkbox" checked=${has} onChange=${(e) => change({ seuil: e.target.checked ? 50 : null })} />
        <span>${t("labo.seuil")}</span>
      </label>
      ${
        has &&
        html`
          <input
            type="range" min="0" max="100" step="1" value=${value} onInput=${set}
            aria-label=${t("labo.seuil.de", { nom: design.nom })}
          />
          <output>${number(value)}</output>
        `
      }
    </div>
  `;
}

const SHARINGS = ["fixe", "population_pauvre", "besoin_egal"];
const findSharing = (selection) => selection?.repartition ?? "fixe";

function Selection({ design, change }) {
  const { selection } = design;
  const levels = ["pays", "region", "secteur"].map((level) => [level, t(`labo.selection.${level}`)]);
  const sharing = findSharing(selection);
  const choose = (par) => {
    const repartition = par === "pays" ? "fixe" : sharing;
    change({ selection: par ? { nombre: 100, reserve: 20, ...selection, par, repartition } : null });
  };
  const set = (name, least) => (event) => {
    const value = Math.round(Number(event.target.value));
    if (event.target.value !== "" && value >= least) change({ selection: { ...selection, [name]: value } });
  };
  const input = (label, name, least) => html`
    <label class="champ">
      <span>${label}</span>
      <input type="number" min=${least} step="1" defaultValue=${selection[name]} onInput=${set(name, least)} />
    </label>
  `;
  return html`
    <${Choose}
      label=${t("labo.selection")} value=${selection?.par} onChange=${choose}
      options=${[["", t("labo.selection.aucune")], ...levels]}
    />
    ${
      selection &&
      html`
        ${
          selection.par !== "pays" &&
          html`<${Choose}
            label=${t("labo.repartition")} value=${sharing}
            options=${SHARINGS.map((one) => [one, t(`labo.repartition.${one}`)])}
            onChange=${(repartition) => change({ selection: { ...selection, repartition } })}
          />`
        }
        <div class="deux">
          ${input(t(sharing === "fixe" ? "labo.selection.nombre" : "labo.selection.total"), "nombre", 1)}
          ${input(t("labo.selection.reserve"), "reserve", 0)}
        </div>
      `
    }
  `;
}

/** Say how many, whom and at what cost; the bar is the share of the budget. */
function Outcome({ result }) {
  const { cout } = result;
  const part = cout.partBudget === null ? null : cout.partBudget / 100;
  const excess = part !== null && part > 1;
  return html`
    <p class="chiffre-cle">
      <strong>${number(result.retenus)}</strong> ${t("labo.menages", { n: result.retenus })}${" "}
      <span class="doux">${t("labo.part", { part: percent(result.taux === null ? null : result.taux / 100) })}</span>
    </p>
    <p class="doux">
      ${t("labo.personnes", { n: result.personnes })}
      ${result.reserve > 0 && ` · ${t("labo.enreserve", { n: result.reserve })}`}
    </p>
    <p>${t("labo.cout", { an: money(cout.parAn), cycle: money(cout.parCycle) })}</p>
    ${
      part !== null &&
      html`
        <div class="barre">
          <span class="part ${excess ? "trop" : ""}"><i style=${{ width: `${Math.min(100, 100 * part)}%` }} /></span>
          <b class=${excess ? "rouge" : ""}>${percent(part)}</b>
        </div>
        <p class="petit ${excess ? "rouge" : "doux"}">${t(excess ? "labo.budget.trop" : "labo.budget.part")}</p>
      `
    }
  `;
}

/** Show a design; `result` is what comes of it, or null while that is read. */
export function DesignCard({ design, place, result }) {
  const change = (patch) => changeDesign(place, patch);
  const found = choices.value ?? { sets: [], methods: [] };
  const isOnly = content.value.scenarios.length === 1;
  return html`
    <li class="feuille dessin" style=${{ borderTopColor: findColour(place) }}>
      <div class="dessin-tete">
        <label class="champ">
          <span>${t("labo.nom")}</span>
          <input type="text" maxlength="255" value=${design.nom} onInput=${(e) => change({ nom: e.target.value })} />
        </label>
        ${
          !isOnly &&
          html`<${IconButton} icon="close" label=${t("labo.retirer", { nom: design.nom })}
            onClick=${() => removeDesign(place)} />`
        }
      </div>
      ${
        design.rules
          ? html`<p class="doux">${t("labo.regles", { n: design.rules.length })}</p>`
          : html`<${Choose}
              label=${t("labo.jeu")} value=${design.ruleSetId} onChange=${(ruleSetId) => change({ ruleSetId })}
              options=${[["", t("labo.jeu.tous")], ...found.sets]}
            />`
      }
      <${Choose}
        label=${t("labo.methode")} value=${design.methodeId} onChange=${(methodeId) => change({ methodeId })}
        options=${[["", t("labo.methode.actuelle")], ...found.methods]}
      />
      <${Cutoff} design=${design} change=${change} />
      <${Selection} design=${design} change=${change} key=${design.selection?.par ?? ""} />
      <div class="dessin-resultat" aria-live="polite">${result && html`<${Outcome} result=${result} />`}</div>
    </li>
  `;
}
