/** Areas coloured by a figure, with classes, legend and denominators: as PNG, CSV and a page to print. */

import { saveCsv } from "../components/download.js";
import { Empty, Loaded } from "../components/feedback.js";
import { Icon } from "../components/icon.js";
import { number, t } from "../i18n.js";
import { showArea } from "../map/area.js";
import { getMap, show } from "../map/map.js";
import { savePicture } from "../map/picture.js";
import { savePage } from "../map/print.js";
import { createZoneBubble } from "../map/zones.js";
import { html, useEffect, useMemo } from "../preact.js";
import { createLoader } from "../state/loader.js";
import { setView, view } from "../state/view.js";
import { Control } from "./coverage-table.js";
import { useHiddenHouseholds } from "./hidden-households.js";
import { StripBody, StripHeader } from "./strip.js";
import { readTheme, THEMES } from "./themes.js";

const QUESTION = ["theme", "classes", "niveau", "region"];
const METHODS = ["quantiles", "naturelles"];

const Controls = () => html`
  <div class="reglages">
    <${Control}
      name="theme" label=${t("theme.figure")} onChoose=${(theme) => setView({ theme })}
      options=${Object.keys(THEMES).map((name) => [name, t(`theme.${name}`)])}
    />
    ${
      !THEMES[view.value.theme].classes &&
      html`
        <${Control}
          name="classes" label=${t("theme.classes")} onChoose=${(classes) => setView({ classes })}
          options=${METHODS.map((name) => [name, t(`theme.classes.${name}`)])}
        />
        <${Control}
          name="niveau" label=${t("couverture.niveau")} onChoose=${(niveau) => setView({ niveau })}
          options=${["region", "secteur"].map((name) => [name, t(name)])}
        />
      `
    }
  </div>
`;

const countHouseholds = (area) => area.totalMenages ?? area.menages;
const findFileName = ({ theme, level }) => `carte-${theme}-${level}`;
const findTitle = ({ theme, level }) =>
  t("theme.titre.carte", { figure: t(`theme.${theme}`), niveau: t(level).toLowerCase() });

function saveAreas(answer) {
  const { measure, classes } = THEMES[answer.theme];
  const cells = (area) => {
    const value = measure(area);
    return [area.nom, countHouseholds(area), classes || value === null ? value : Number(value.toFixed(4))];
  };
  const header = [t(answer.level), t("menages.titre"), t(`theme.${answer.theme}`)];
  saveCsv(header, answer.areas.map(cells), `${findFileName(answer)}.csv`);
}

function Downloads({ answer }) {
  const [title, name] = [findTitle(answer), findFileName(answer)];
  const button = (label, save) => html`
    <button type="button" class="bouton" key=${label} onClick=${save}><${Icon} name="download" />${label}</button>
  `;
  return html`
    <div class="pages">
      ${button("PNG", () => savePicture(title, answer.steps, `${name}.png`))}
      ${button("PDF", () => savePage(title, answer.steps, `${name}.pdf`))}
      ${button("CSV", () => saveAreas(answer))}
    </div>
  `;
}

const Legend = ({ steps }) => html`
  <div class="legende-parts">
    ${steps.map(({ colour, text }) => html`<span key=${text}><i style=${{ background: colour }} />${text}</span>`)}
  </div>
`;

function Table({ answer }) {
  const { measure, tell } = THEMES[answer.theme];
  if (!answer.areas.length) return html`<${Empty} text=${t("theme.vide")} />`;
  const row = (area) => {
    const value = measure(area);
    return html`
      <tr key=${area.id}>
        <th scope="row">${area.nom}</th>
        <td>
          <i class="pastille" style=${{ background: answer.colourOf(area) ?? "transparent" }} aria-hidden="true" />
          ${` ${value === null ? "–" : tell(value)}`}
        </td>
        <td class="droite">${number(countHouseholds(area))}</td>
      </tr>
    `;
  };
  return html`
    <table class="zones">
      <caption>${findTitle(answer)}</caption>
      <thead>
        <tr>
          <th scope="col">${t(answer.level)}</th>
          <th scope="col">${t(`theme.${answer.theme}`)}</th>
          <th scope="col" class="droite">${t("menages.titre")}</th>
        </tr>
      </thead>
      <tbody>${answer.areas.map(row)}</tbody>
    </table>
  `;
}

export function Thematic() {
  const loader = useMemo(createLoader, []);
  const bubble = useMemo(() => createZoneBubble((area) => THEMES[view.peek().theme].describe(area)), []);
  const question = QUESTION.map((name) => view.value[name]).join();

  async function load() {
    await loader.load((signal) => readTheme(view.peek(), signal));
    const answer = loader.value;
    if (!answer) return;
    const items = answer.areas.map((area) => ({ id: area.id, colour: answer.colourOf(area) }));
    const drawn = { layer: answer.level === "region" ? "regions" : "secteurs", items };
    show({ zones: drawn });
    bubble.begin(answer.areas, drawn);
  }

  useHiddenHouseholds();
  useEffect(() => {
    if (getMap()) showArea(view.peek());
    return () => {
      loader.abort();
      show({ zones: null });
      bubble.end();
    };
  }, []);
  useEffect(() => {
    load();
  }, [question]);
  const answer = loader.value;
  return html`
    <${StripHeader} title=${t("theme.titre")}>
      <${Controls} />${answer && html`<${Downloads} answer=${answer} />`}
    <//>
    ${answer && html`<${Legend} steps=${answer.steps} />`}
    <${StripBody} title=${t("theme.titre")}>
      <${Loaded} from=${loader}>${(found) => html`<${Table} answer=${found} />`}<//>
    <//>
  `;
}
