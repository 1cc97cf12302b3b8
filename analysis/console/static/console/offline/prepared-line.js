/** What was prepared for the field on this device, in a line, and the way to it. */

import { Icon } from "../components/icon.js";
import { formatBytes, formatPrinting, number, t } from "../i18n.js";
import { html } from "../preact.js";
import { closeDrawer } from "../sidebar/drawer.js";
import { hasFilters, NO_FILTERS, setView, view } from "../state/view.js";
import { listHeld, readHeld } from "./held.js";
import { isOffline } from "./offline-line.js";
import { findPrepared, prepared, readPrepared } from "./prepared.js";

/** Return the view of a secteur that was prepared: its list, and the map over it. */
const makeSectorView = ({ sector, region }) => ({
  ...NO_FILTERS,
  ...{ vue: "carte", region, secteur: sector.id, bande: "liste", page: 1, carte: null, fiche: null, tri: null },
});

function open(record) {
  setView(makeSectorView(record));
  closeDrawer();
}

/** Begin without a connection where one prepared to be, unless the address leads elsewhere. */
export async function beginPrepared() {
  await readPrepared();
  await readHeld();
  const record = prepared.peek().find(({ sector }) => findPrepared(sector.id));
  const { vue, fiche } = view.peek();
  if (record && vue === "carte" && !fiche && !hasFilters()) setView(makeSectorView(record), { replace: true });
}

const describe = ({ sector, households, total, size, until }) =>
  t(households < total ? "terrain.ligne.partie" : "terrain.ligne", {
    nom: sector.nom,
    n: households,
    total: number(total),
    taille: formatBytes(size),
    quand: formatPrinting(new Date(until)),
  });

/** Show a secteur that was prepared, with what else is done with it. */
export const PreparedLine = ({ record, children = null }) => html`
  <div class="prepare">
    <${Icon} name="check" />
    <span>${describe(record)}</span>
    <div class="actes">
      <button type="button" class="lien" onClick=${() => open(record)}>${t("terrain.ouvrir")}</button>
      ${children}
    </div>
  </div>
`;

/** List the secteurs that were prepared whole, the newest first. */
export const listPrepared = () => prepared.value.filter(({ ended }) => ended);

/** Show each of them, with the way to it. */
export const PreparedLines = () =>
  listPrepared().map((record) => html`<${PreparedLine} key=${record.sector.id} record=${record} />`);

/** Say how much of a secteur is here: who takes a part for the whole registers its other households again. */
function describePart({ sector, total }) {
  const count = listHeld({ secteur: sector.id }).length;
  return count < total && t("terrain.incomplet", { n: count, nom: sector.nom, total: number(total) });
}

/** Without a connection say what a list lacks of its secteur; lead from a list of others to what opens. */
export function PreparedNote() {
  if (!isOffline.value) return null;
  const record = findPrepared(view.value.secteur);
  if (!record) return html`<${PreparedLines} />`;
  const words = describePart(record);
  return words && html`<p class="note" role="status" id="terrain-partie">${words}</p>`;
}
