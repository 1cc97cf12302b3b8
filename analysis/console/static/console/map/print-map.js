/** The map as it is seen, as a page to print: what is drawn is its legend, what it is narrowed to its title. */

import { InputField, SelectField } from "../components/fields.js";
import { ask } from "../components/forms.js";
import { code, number, t } from "../i18n.js";
import { html } from "../preact.js";
import * as api from "../server/api.js";
import { nameFilters } from "../server/filter-names.js";
import { pickFilters, view } from "../state/view.js";
import { largestGroup } from "./drawn-groups.js";
import { getMap, getZones, HOUSEHOLDS_APART, listSelectedKinds } from "./map.js";
import { isAreaSeen, runByDay } from "./page-copy.js";
import { colours, POVERTY, SERVICES } from "./palette.js";
import { drawPage, offerPage } from "./print.js";

const NO_CIRCLES = HOUSEHOLDS_APART - 1; // the page is larger than the window

/** @param {Record<string, any>} state */
function listLegend({ couches, categorie }) {
  const steps = POVERTY.filter((step) => !categorie || step.code === categorie);
  const categories = steps.map((step) => ({ colour: step.colour, text: code("categorie", step.code), isRound: true }));
  // Households without a category are rings on the map: a box without a filling, with the colour of the rings.
  const none = categorie
    ? []
    : [{ colour: "#fff", edge: colours(false).unknown, text: t("categorie.sans"), isRound: true }];
  const households = couches.includes("menages") ? [...categories, ...none] : [];
  const lines = listSelectedKinds(); // from the household of the open card to its services
  const shown = Object.keys(SERVICES).filter((layer) => couches.includes(layer) || lines.includes(layer));
  return [...households, ...shown.map((layer) => ({ colour: SERVICES[layer], text: t(`couche.${layer}`) }))];
}

/** Say what is drawn: the filters, and how many households with a position answer them; of a part of their area no
 * number. */
async function describeShown(state) {
  if (!state.couches.includes("menages")) return "";
  const names = nameFilters(state).catch(() => []);
  const found = api
    .getJson("/menages", { ...pickFilters(), position: state.position ?? "true", limit: 1 })
    .catch(() => null);
  const [filters, answer, isWhole] = await Promise.all([names, found, isAreaSeen()]);
  const total = answer?.pagination.total;
  const count = total === undefined || !isWhole ? "" : `${number(total)} ${t("menages", { n: total })}`;
  return [...filters.map(({ text }) => text), count].filter(Boolean).join(" · ");
}

/** Name the map by what is drawn. @param {Record<string, any>} state */
const nameMap = ({ couches }) => t(couches.some((layer) => layer in SERVICES) ? "carte.nom" : "carte.nom.menages");

/** Ask how the page is to be, and show it to be saved. */
export async function printMap() {
  const state = view.peek();
  const zones = getZones()?.page;
  const note = await describeShown(state);
  const choose = (name, values) => html`
    <${SelectField}
      label=${t(`carte.page.${name}`)} name=${name} options=${values.map((one) => [one, t(`carte.page.${one}`)])}
    />
  `;
  const drawAs = (form) => {
    const options = {
      note,
      paper: form.papier.value,
      isUpright: form.sens.value === "portrait",
      hasSizes: state.couches.includes("menages") && largestGroup.peek() > 1 && getMap().getZoom() < NO_CIRCLES,
    };
    const draw = () => drawPage(form.titre.value, [...(zones?.legend ?? []), ...listLegend(state)], options);
    // Coloured areas have the colours that they were read with, as has their legend.
    return zones ? draw() : runByDay(draw);
  };
  const page = await ask({
    title: t("carte.page"),
    label: t("carte.page.voir"),
    parts: html`
      <${InputField}
        label=${t("carte.page.titre")} name="titre" value=${zones?.title ?? nameMap(state)} required maxlength="120"
      />
      <div class="deux">${choose("papier", ["a4", "a3"])}${choose("sens", ["paysage", "portrait"])}</div>
      ${note && html`<p class="doux petit">${t("carte.page.note", { note })}</p>`}
    `,
    send: drawAs,
  });
  if (page) await offerPage(page, "carte.pdf");
}
