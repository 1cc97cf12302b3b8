/** Selections that were kept for a programme: their places by area, and the way to people who are enrolled. */

import { describeError, Empty, Loaded } from "../components/feedback.js";
import { SelectField } from "../components/fields.js";
import { date, number, t } from "../i18n.js";
import { html, useEffect, useMemo, useSignal } from "../preact.js";
import * as api from "../server/api.js";
import { waitForJob } from "../server/jobs.js";
import { may } from "../server/session.js";
import { createLoader } from "../state/loader.js";

/** Who may have selections enrolled. */
export const ENROL = "transferts.enroler";
const HEADS = ["labo.zone", "labo.selection.nombre", "selection.pris", "labo.selection.reserve"];

/** The selections of the chosen programme. */
export const selections = createLoader();

/** Enrol whom a selection has places for; many are enrolled in the background. */
async function enrol(selection) {
  const path = `/programmes/${selection.programme.id}/enroler`;
  const answer = await api.post(path, { menageIds: [], selectionId: selection.id });
  return answer.jobId ? waitForJob(answer.jobId, () => {}, new AbortController().signal) : answer;
}

/** A button that enrols on the free places of a selection, and says how many were. */
function Enrolment({ selection, onDone = () => {} }) {
  const said = useSignal("");
  const isBusy = useSignal(false);
  const go = async () => {
    isBusy.value = true;
    try {
      const found = await enrol(selection);
      said.value = t("selection.enroles", { n: found.enrolled, refus: found.skipped });
      onDone();
    } catch (error) {
      said.value = describeError(error);
    }
    isBusy.value = false;
  };
  return html`
    ${said.value && html`<p role="status">${said.value}</p>`}
    <div class="actions">
      <button type="button" class="bouton selection-enroler" disabled=${isBusy.value} onClick=${go}>
        ${t("selection.enroler")}
      </button>
    </div>
  `;
}

/** Say that a selection was kept, and offer to enrol. */
export function StoredSelection({ selection }) {
  const sum = (name) => selection.zones.reduce((total, zone) => total + zone[name], 0);
  const values = { nom: selection.nom, programme: selection.programme.nom, n: sum("places"), reserve: sum("reserve") };
  return html`
    <div class="dit" role="status">
      <div class="pile serree">
        <p>${t("selection.faite", values)}</p>
        <${Enrolment} selection=${selection} />
      </div>
    </div>
  `;
}

const Areas = ({ selection }) => html`
  <div class="defile-table" tabindex="0" role="region" aria-label=${selection.nom}>
    <table class="lignes chiffres">
      <caption class="hors-vue">${selection.nom}</caption>
      <thead>
        <tr>
          ${HEADS.map((name, at) => html`<th scope="col" class=${at ? "droite" : null} key=${name}>${t(name)}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${selection.zones.map(
          (zone) => html`
            <tr key=${zone.zone}>
              <th scope="row">${zone.nom ?? t(selection.par === "pays" ? "selection.pays" : "inconnu")}</th>
              ${["places", "enroles", "reserve"].map(
                (name) => html`<td class="droite" key=${name}>${number(zone[name])}</td>`,
              )}
            </tr>
          `,
        )}
      </tbody>
    </table>
  </div>
`;

/** One selection: its places are read when it is opened. */
function Row({ row }) {
  const loader = useMemo(createLoader, []);
  const open = (event) => {
    if (event.currentTarget.open && loader.answer.peek() === null)
      loader.load((signal) => api.getJson(`/selections/${row.id}`, {}, signal));
  };
  const about = [row.creePar?.nom, date(row.createdAt)].filter(Boolean).join(" · ");
  return html`
    <li>
      <details onToggle=${open}>
        <summary>${row.nom} <span class="petit doux">${about}</span></summary>
        <${Loaded} from=${loader} lines=${2}>
          ${({ data }) => html`
            <${Areas} selection=${data} />
            ${may(ENROL) && html`<${Enrolment} selection=${data} onDone=${loader.reload} />`}
          `}
        <//>
      </details>
    </li>
  `;
}

/** The selections of one of the programmes (at least one), newest first. */
export function Selections({ programmes }) {
  const programme = useSignal(programmes[0].id);
  useEffect(() => {
    const path = `/programmes/${programme.value}/selections`;
    selections.load((signal) => api.getJson(path, { limit: 50 }, signal), { keep: true });
  }, [programme.value]);
  const list = ({ data }) =>
    data.length
      ? html`<ul class="rangees">${data.map((row) => html`<${Row} row=${row} key=${row.id} />`)}</ul>`
      : html`<${Empty} text=${t("selection.aucune")} />`;
  return html`
    <section class="feuille" id="selections" aria-label=${t("selection.toutes")}>
      <div class="outils entre">
        <h2>${t("selection.toutes")}</h2>
        <${SelectField} label=${t("programme")} name="programme" value=${programme.value}
          options=${programmes.map((one) => [one.id, one.nom])}
          onChange=${(event) => {
            programme.value = event.target.value;
          }} />
      </div>
      <${Loaded} from=${selections} lines=${3}>${list}<//>
    </section>
  `;
}
