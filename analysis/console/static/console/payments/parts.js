/** Small parts that the pages about payments share. */

import { Empty, Loaded } from "../components/feedback.js";
import { InputField } from "../components/fields.js";
import { Pager } from "../components/pager.js";
import { SortHead } from "../components/sort-head.js";
import { code, number, t } from "../i18n.js";
import { html, useEffect, useSignal } from "../preact.js";
import { seesAllRegions } from "../server/places.js";
import { currentUser } from "../server/session.js";

/** Who may begin a programme or a cycle. */
export const CREATE = "transferts.creer";

/** Format an amount in whole XOF. */
export const money = (amount) =>
  amount === null || amount === undefined ? "–" : t("xof", { montant: number(amount) });

/** Return what arrived of a payment, or is to, and what was ordered: `montant` is one or the other by its list. */
const splitAmount = ({ montant, montantRecu = null, montantPrevu = montant }) =>
  montantRecu === null ? [montant, montantPrevu] : [montantRecu, montant];

/** Show the amount of a payment; of one that arrived in part what arrived, and of how much. */
export function Amount({ payment }) {
  const [received, ordered] = splitAmount(payment);
  return html`
    ${money(received)}
    ${received < ordered && html`<div class="petit doux">${t("paiements.partie", { montant: money(ordered) })}</div>`}
  `;
}

// How a state is coloured; the others are neutral.
const TONES = {
  valide: "oui",
  termine: "oui",
  terminee: "oui",
  reussi: "oui",
  actif: "oui",
  rejete: "contre",
  echoue: "contre",
  echoue_partiel: "contre",
  inconnue: "contre",
};

/** Ask for a day that is over, or today; nothing means today. */
export const DayField = (props) => html`
  <${InputField} type="date" max=${new Date().toLocaleDateString("sv")} ...${props} />
`;

/** Return the part of a body that a `DayField` stands for. */
export const readDay = ({ name, value }) => (value ? { [name]: value } : {});

/** Show a state of a group of words as a badge. */
export const Badge = ({ group, value }) => html`
  <span class="insigne ${TONES[value] ?? ""}">${code(group, value)}</span>
`;

/** Show a number with what it counts. `kind`: vert, ambre, rouge; `href`: the list of what is counted,
 * `onOpen()` when it is followed. `part`: {label, href} of those among them that lack something.
 */
export const Tile = ({ value, label, kind = "", href = null, onOpen = null, part = /** @type {any} */ (null) }) => {
  const inside = html`<strong>${value}</strong><span>${label}</span>`;
  const whole = href
    ? html`<a class=${`carreau ${kind}`} href=${href} onClick=${onOpen}>${inside}</a>`
    : html`<div class=${`carreau ${kind}`}>${inside}</div>`;
  if (!part) return whole;
  return html`
    <div class="carreau-parti">
      ${whole}
      <a class="carreau ambre petit" href=${part.href} onClick=${onOpen}><span>${part.label}</span></a>
    </div>
  `;
};

/** Make columns of figures: their heads stand over these, at the right. */
export const figures = (...names) => names.map((name) => ({ name, isNumber: true }));

/** Show the head of a column: the key of its words, or that with what `SortHead` takes. */
const Head = ({ column }) => {
  const { name, head = null, ...kind } = typeof column === "string" ? { name: column } : column;
  return html`<${SortHead} name=${name === "actions" ? name : ""} label=${t(name)} before=${head} ...${kind} />`;
};

/** Show a list of a loader, page by page: `row(item)` returns a table row; `columns` are heads. `foot(answer)`: the row
 * of the sums.
 */
export function PagedTable({ from, columns, row, empty, title, foot = /** @type {any} */ (null), children = null }) {
  const table = (answer) => {
    const { data, pagination } = answer;
    if (!data.length) return html`<${Empty} text=${empty} />`;
    return html`
      <div class="defile-table" tabindex="0" role="region" aria-label=${title}>
        <table class="lignes paiements">
          <caption class="hors-vue">${title}</caption>
          <thead>
            <tr>${columns.map((column) => html`<${Head} key=${column.name ?? column} column=${column} />`)}</tr>
          </thead>
          <tbody>${data.map(row)}</tbody>
          ${foot && html`<tfoot>${foot(answer)}</tfoot>`}
        </table>
      </div>
      <${Pager} pagination=${pagination}>${children}<//>
    `;
  };
  return html`<div class="feuille"><${Loaded} from=${from}>${table}<//></div>`;
}

/** Show buttons that narrow a list, with the count of each: `counts` by code. What is chosen stays, to be taken off. */
export function Kinds({ group, counts, chosen, onChoose, label = t("paiements.motifs") }) {
  const all = !chosen || counts?.[chosen] ? counts : { ...counts, [chosen]: 0 };
  const known = Object.entries(all ?? {}).filter(([value, count]) => count > 0 || value === chosen);
  if (!known.length) return null;
  const button = ([value, count]) => html`
    <button
      type="button" class="choix" key=${value} aria-pressed=${value === chosen}
      onClick=${() => onChoose(value === chosen ? "" : value)}
    >
      ${code(group, value)} <b>${number(count)}</b>
    </button>
  `;
  return html`<div class="choix-rangee" role="group" aria-label=${label}>${known.map(button)}</div>`;
}

/** Say how much did not arrive, in parts: of each its name, how many payments and which amount; nothing of none.
 * @param {[string, number, number][]} parts
 */
export function describeMissing(parts) {
  const known = parts.filter(([, , amount]) => amount > 0);
  const sum = known.reduce((all, [, , amount]) => all + amount, 0);
  const causes = known.map(([name, n, amount]) => t(`cycles.lacune.${name}`, { n: number(n), montant: money(amount) }));
  return sum > 0 ? t("cycles.lacune", { montant: money(sum), causes: causes.join(", ") }) : "";
}

const NAMED = 3; // regions that a sentence names

/** Say of which regions the numbers are, to a user who does not see all. */
export function Reach() {
  const names = (currentUser()?.regions ?? []).map((one) => one.nom);
  const isPart = useSignal(false);
  useEffect(() => {
    if (names.length)
      seesAllRegions().then(
        (isWhole) => (isPart.value = !isWhole),
        () => (isPart.value = true),
      );
  }, []);
  if (!isPart.value) return null;
  const key = names.length > NAMED ? "cycles.vosregions.nombre" : "cycles.vosregions";
  const regions = names.slice(0, NAMED).join(", ");
  return html`<p class="doux">${t(key, { n: names.length, regions })}</p>`;
}
