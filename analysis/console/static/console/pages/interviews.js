/** What a suspicion of an interview rests on: when it was, how long after and how far from the one before. */

import { distance, language, number, shortDate, t } from "../i18n.js";
import { visit } from "../map/map.js";
import { html } from "../preact.js";
import * as api from "../server/api.js";

/** The suspicions that compare two interviews. */
const COMPARED = ["entretiensTropProches", "deplacementsImpossibles"];
export const COLUMNS = ["qualite.entretien", "qualite.ecart", "qualite.precedent"];

/** @param {Record<string, string>} query */
export const isCompared = ({ anomalie }) => COMPARED.includes(anomalie);

/** Return the interviews of the rows of a page, by household. */
export async function readInterviews(rows, signal) {
  const found = rows.length
    ? await api.get("/qualite/entretiens", { ids: rows.map(({ id }) => id).join() }, signal)
    : [];
  return new Map(found.map((one) => [one.menageId, one]));
}

const formatHour = (then) => new Intl.DateTimeFormat(language.value, { timeStyle: "short" }).format(then);

/** Write minutes as "3 min", an hour or more as "2 h 05". */
function writeGap(minutes) {
  if (minutes < 60) return t("duree.minutes", { m: number(minutes, Number.isInteger(minutes) ? 0 : 1) });
  return t("duree.heures", { h: Math.floor(minutes / 60), m: String(Math.round(minutes % 60)).padStart(2, "0") });
}

const Moment = ({ text, day = text }) => html`
  <b class="insecable">${formatHour(new Date(text))}</b>
  ${day && html`<div class="doux petit insecable">${shortDate(day)}</div>`}
`;

/** Show the household that was visited before, and when: its day where that was another one. */
function Previous({ interview: { dateCollecte, precedentDate: before, precedentId: id, precedentCode } }) {
  const isSameDay = new Date(before).toDateString() === new Date(dateCollecte).toDateString();
  const open = () => visit(`menage/${id}`);
  return html`
    <${Moment} text=${before} day=${isSameDay ? null : before} />
    <div>
      ${
        id
          ? html`<button type="button" class="lien" onClick=${open}>${precedentCode}</button>`
          : html`<span class="doux petit">${t("qualite.precedent.cache")}</span>`
      }
    </div>
  `;
}

/** Show the cells of a row; `interview` may be unknown. */
export function InterviewCells({ interview }) {
  const { dateCollecte, minutes = null, metres = null, precedentDate } = interview ?? {};
  return html`
    <td>${dateCollecte ? html`<${Moment} text=${dateCollecte} />` : "–"}</td>
    <td>
      ${minutes === null ? "–" : html`<b class="insecable">${writeGap(minutes)}</b>`}
      ${metres !== null && html`<div class="doux petit insecable">${distance(metres)}</div>`}
    </td>
    <td>${precedentDate ? html`<${Previous} interview=${interview} />` : "–"}</td>
  `;
}
