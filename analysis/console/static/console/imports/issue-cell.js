/** Which column an issue is about: its title in the file, and what it holds in words. */

import { t } from "../i18n.js";
import { html } from "../preact.js";
import { nameField } from "./columns.js";

/** `field`: of the service; `columns` of the file, of which one may fill it. */
export function Cell({ field, columns }) {
  if (!field) return null;
  const title = columns.find(({ champ }) => champ === field)?.entete ?? field;
  const label = nameField(field);
  const isNamed = label !== field && label !== title;
  const words = () => html`<span class="doux">${t("import.cellule", { label })}</span>${" "}`;
  return html`<code>${title}</code>${" "}${isNamed && words()}`;
}
