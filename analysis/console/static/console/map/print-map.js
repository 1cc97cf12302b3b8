/** The map as it is seen, as a page to print: what is drawn is its legend, what it is narrowed to its title. */

import { nameFile } from "../components/download.js";
import { InputField, SelectField } from "../components/fields.js";
import { ask } from "../components/forms.js";
import { t } from "../i18n.js";
import { html } from "../preact.js";
import * as api from "../server/api.js";
import { nameFilters } from "../server/filter-names.js";
import { pickFilters, view } from "../state/view.js";
import { drawnAnswer } from "./answer.js";
import { isAreaSeen } from "./page-copy.js";
import { SERVICES } from "./palette.js";
import { drawPage, offerPage } from "./print.js";
import { zoneLegend } from "./zone-legend.js";

/** Say what is drawn: of how many coloured areas are; else the filters, and how many households with a position answer
 * them; of a part of their area no number. */
async function describeContent(state) {
  const zones = zoneLegend.peek();
  if (zones) return zones.note ?? "";
  if (!state.couches.includes("menages")) return "";
  const names = nameFilters(state).catch(() => []);
  const found = api
    .getJson("/menages", { ...pickFilters(), position: state.position ?? "true", limit: 1 })
    .catch(() => null);
  const [filters, answer, isWhole] = await Promise.all([names, found, isAreaSeen()]);
  const total = answer?.pagination.total;
  const count = total === undefined || !isWhole ? "" : t("carte.avecposition", { n: total });
  return [...filters.map(({ text }) => text), count].filter(Boolean).join(" · ");
}

/** Name the households that the filters leave, as "Ménages extrêmement pauvres, Gabú". */
async function nameHouseholds(state) {
  const filters = await nameFilters(state).catch(() => []);
  if (!filters.length) return t("carte.nom.menages");
  const others = filters.filter(({ name }) => name !== "categorie").map(({ text }) => text);
  return [t(state.categorie ? `carte.nom.${state.categorie}` : "carte.nom.des"), ...others].join(", ");
}

/** Name the map by what is drawn. @param {Record<string, any>} state */
async function nameMap(state) {
  const { couches } = state;
  if (zoneLegend.peek()) return zoneLegend.peek()?.title;
  if (drawnAnswer.peek()) return drawnAnswer.peek()?.title;
  if (couches.some((layer) => layer in SERVICES)) return t("carte.nom");
  if (couches.includes("menages") || !couches.includes("plaintes")) return nameHouseholds(state);
  return t("carte.nom.plaintes");
}

/** Ask how the page is to be, and show it to be saved. */
export async function printMap() {
  const state = view.peek();
  const [note, title] = await Promise.all([describeContent(state), nameMap(state)]);
  const choose = (name, values) => html`
    <${SelectField}
      label=${t(`carte.page.${name}`)} name=${name} options=${values.map((one) => [one, t(`carte.page.${one}`)])}
    />
  `;
  const drawAs = (form) =>
    drawPage(form.titre.value, { note, paper: form.papier.value, isUpright: form.sens.value === "portrait" });
  const page = await ask({
    title: t("carte.page"),
    label: t("carte.page.voir"),
    parts: html`
      <${InputField}
        label=${t("carte.page.titre")} name="titre" value=${title} required maxlength="120"
      />
      <div class="deux">${choose("papier", ["a4", "a3"])}${choose("sens", ["paysage", "portrait"])}</div>
      ${note && html`<p class="doux petit">${t("carte.page.note", { note })}</p>`}
    `,
    send: drawAs,
  });
  if (page) await offerPage(page, `${nameFile(t("carte"), page.title)}.pdf`);
}
