/** The map as it is seen, as a page to print: what is drawn is its legend, what it is narrowed to its title. */

import { nameFile } from "../components/download.js";
import { InputField, SelectField } from "../components/fields.js";
import { ask } from "../components/forms.js";
import { t } from "../i18n.js";
import { html } from "../preact.js";
import * as api from "../server/api.js";
import { nameFilters } from "../server/filter-names.js";
import { pickFilters, view } from "../state/view.js";
import { nameContent } from "./content-name.js";
import { namePlace, nameWhole } from "./page-place.js";
import { drawPage, offerPage } from "./print.js";
import { hasHouseholds } from "./style.js";
import { zoneLegend } from "./zone-legend.js";

const LONGEST = 120; // letters of a title
const AREAS = ["region", "secteur", "localite"];
const isArea = ({ name }) => AREAS.includes(name);
const listTexts = (filters) => filters.map(({ text }) => text);

/** Say what is drawn: of how many coloured areas are; else the filters in words. Where all is seen, it says so. */
async function describeContent(filters, place) {
  const zones = zoneLegend.peek();
  const whole = place === null ? await nameWhole() : null;
  const own = zones ? [zones.note] : listTexts(filters.filter((one) => !isArea(one)));
  return [whole, ...own].filter(Boolean).join(" · ");
}

/** Say how many households with a position that answer the filters are in a frame: nothing where none are drawn, or
 * without a connection. @param {number[][]} frame */
async function countInFrame(frame) {
  if (zoneLegend.peek() || !hasHouseholds(view.peek())) return "";
  const query = { ...pickFilters("categorie"), bbox: frame.flat().join(","), limit: 1 };
  const found = await api.getJson("/carte/menages", query).catch(() => null);
  return found ? t("carte.cadre.menages", { n: found.total }) : "";
}

/** Ask how the page is to be, and show it to be saved. */
export async function printMap() {
  const state = view.peek();
  const filters = await nameFilters(state).catch(() => []);
  const place = await namePlace(listTexts(filters.filter(isArea)));
  const note = await describeContent(filters, place);
  const others = listTexts(filters.filter((one) => one.name !== "categorie" && !isArea(one)));
  const title = [nameContent(others, Boolean(place)), place].filter(Boolean).join(" · ").slice(0, LONGEST);
  const choose = (name, values) => html`
    <${SelectField}
      label=${t(`carte.page.${name}`)} name=${name} options=${values.map((one) => [one, t(`carte.page.${one}`)])}
    />
  `;
  const drawAs = (form) =>
    drawPage(form.titre.value, {
      note,
      paper: form.papier.value,
      isUpright: form.sens.value === "portrait",
      describeFrame: countInFrame,
    });
  const page = await ask({
    title: t("carte.page"),
    label: t("carte.page.voir"),
    parts: html`
      <${InputField}
        label=${t("carte.page.titre")} name="titre" value=${title} required maxlength=${LONGEST}
      />
      <div class="deux">${choose("papier", ["a4", "a3"])}${choose("sens", ["paysage", "portrait"])}</div>
      ${note && html`<p class="doux petit">${t("carte.page.note", { note })}</p>`}
    `,
    send: drawAs,
  });
  if (page) await offerPage(page, `${nameFile(t("carte"), page.title)}.pdf`);
}
