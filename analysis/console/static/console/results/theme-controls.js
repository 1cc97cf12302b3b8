/** What a map of areas is asked for: the figure, its classes, by which areas, and between which days. */

import { DateField } from "../components/date-field.js";
import { t } from "../i18n.js";
import { METHOD_NAMES } from "../map/classes.js";
import { html } from "../preact.js";
import { may } from "../server/session.js";
import { setView, view } from "../state/view.js";
import { findQuestion, listComparable } from "./comparison.js";
import { Control } from "./coverage-table.js";
import { GROUPS, THEMES } from "./figures.js";
import { StripSettings } from "./strip.js";
import { findLevel, findTheme } from "./themes.js";

const LEVELS = ["region", "secteur", "hexagone"];
const COUNTS = [3, 4, 5, 6, 7]; // of classes: more colours are not told apart
const SIZES = [2500, 5000, 10000, 20000]; // metres between opposite sides of a hexagon

/** Show the list of figures that the user may read, in groups. */
function ThemeList() {
  const option = (name) => html`<option key=${name} value=${name}>${t(`theme.${name}`)}</option>`;
  const group = ([name, themes]) => {
    const offered = themes.filter((theme) => may(THEMES[theme].permission));
    return (
      offered.length > 0 &&
      html`<optgroup key=${name} label=${t(`theme.groupe.${name}`)}>${offered.map(option)}</optgroup>`
    );
  };
  return html`
    <label class="champ court theme">
      <span>${t("theme.figure")}</span>
      <select
        id="couverture-theme" aria-label=${t("theme.figure")} value=${findTheme(view.value)}
        onChange=${(event) => setView({ theme: event.target.value })}
      >
        ${Object.entries(GROUPS).map(group)}
      </select>
    </label>
  `;
}

const DayField = ({ name, value, ...limits }) => html`
  <${DateField}
    class=${`court ${name}`} label=${t(`theme.${name}.champ`)} name=${name} id=${`couverture-${name}`} required
    value=${value} ...${limits} onChange=${(event) => event.target.value && setView({ [name]: event.target.value })}
  />
`;

function ComparisonFields() {
  const { chiffre, avant, apres } = findQuestion(view.value);
  return html`
    <${Control}
      name="compare" label=${t("theme.chiffre")} value=${chiffre} onChoose=${(next) => setView({ compare: next })}
      options=${listComparable().map((name) => [name, t(`chiffre.${name}`)])}
    />
    <${DayField} name="avant" value=${avant} max=${apres} />
    <${DayField} name="apres" value=${apres} min=${avant} />
  `;
}

export function ThemeControls() {
  const theme = findTheme(view.value);
  const { classes, levels } = THEMES[theme];
  const level = findLevel(view.value);
  return html`
    <${StripSettings}>
      <${ThemeList} />
      ${theme === "comparaison" && html`<${ComparisonFields} />`}
      ${
        !classes &&
        html`
          <${Control}
            name="classes" label=${t("theme.classes")} onChoose=${(next) => setView({ classes: next })}
            options=${METHOD_NAMES.map((name) => [name, t(`theme.classes.${name}`)])}
          />
          <${Control}
            name="tranches" label=${t("theme.tranches")} onChoose=${(next) => setView({ tranches: Number(next) })}
            options=${COUNTS.map((count) => [count, t("theme.tranches.nombre", { nombre: count })])}
          />
        `
      }
      <${Control}
        name=${classes ? "grille" : "niveau"} label=${t("couverture.niveau")} value=${level}
        options=${(levels ?? LEVELS).map((name) => [name, t(name)])}
        onChoose=${(next) => setView(classes ? { grille: next } : { niveau: next })}
      />
      ${
        level === "hexagone" &&
        html`
          <${Control}
            name="maille" label=${t("theme.maille")} onChoose=${(size) => setView({ maille: Number(size) })}
            options=${SIZES.map((metres) => [metres, t("theme.maille.km", { km: metres / 1000 })])}
          />
        `
      }
    <//>
  `;
}
