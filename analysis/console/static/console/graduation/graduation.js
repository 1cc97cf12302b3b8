/** The graduation board of a programme: candidates, proposed, evaluated, decided, and the visits afterwards. */

import { Empty, Loaded } from "../components/feedback.js";
import { SelectField } from "../components/fields.js";
import { Pager } from "../components/pager.js";
import { Tabs } from "../components/tabs.js";
import { code, number, t } from "../i18n.js";
import { html, useEffect } from "../preact.js";
import * as api from "../server/api.js";
import { may } from "../server/session.js";
import { createLoader } from "../state/loader.js";
import { setView, view } from "../state/view.js";
import * as board from "./board-state.js";
import { Criteria } from "./criteria.js";
import { askDecision, askMassEvaluation, askProposal } from "./dialogs.js";
import { BoardRow, COLUMNS, describeShare, MASS } from "./rows.js";

const programmes = createLoader();
const ACTIONS = {
  candidats: ["grad.proposer", askProposal],
  proposees: ["grad.evaluer", askMassEvaluation],
  evaluees: ["grad.decider", askDecision],
};

/** Say what a mass operation did, who was refused and why, and which lists of payment the approved still stand on. */
function Outcome() {
  const found = board.outcome.value;
  if (!found) return null;
  return html`
    <div class=${found.refus.length ? "note" : "dit"} role="status">
      <div>
        <p>${t("grad.faites", { n: found.success })} ${found.errors > 0 && t("grad.refusees", { n: found.errors })}</p>
        <ul class="motifs">
          ${found.refus.map((one) => html`<li key=${one.id}><strong>${one.nom}</strong> : ${one.message}</li>`)}
          ${found.cycles.map(
            (one) => html`
              <li key=${one.id + one.effet}>${t(`grad.cycle.${one.effet}`, { n: one.nombre, cycle: one.code })}</li>
            `,
          )}
        </ul>
      </div>
    </div>
  `;
}

const describeFigures = (found) =>
  t("grad.chiffres", {
    n: found.graduationsParStatut.approuvee,
    total: found.totalBeneficiaires,
    part: describeShare(found),
  });

function Steps() {
  const found = board.figures.value;
  const counts = found?.graduationsParStatut ?? {};
  const count = {
    proposees: counts.proposee,
    evaluees: counts.evaluee,
    decidees: (counts.approuvee ?? 0) + (counts.rejetee ?? 0) + (counts.annulee ?? 0),
    visites: found?.enRetard,
  };
  const label = (step) =>
    count[step] ? `${t(`grad.etape.${step}`)} (${number(count[step])})` : t(`grad.etape.${step}`);
  return html`
    ${found && html`<p class="doux">${describeFigures(found)}</p>`}
    <${Tabs}
      tabs=${Object.keys(board.STEPS).map((step) => [step, label(step)])} chosen=${board.findStep()}
      onChoose=${board.openStep}
    />
  `;
}

/** Narrow a step to one of its statuses. */
function Statuses() {
  const step = board.findStep();
  const statuses = board.STEPS[step];
  if (statuses.length < 2) return null;
  const group = step === "visites" ? "visite" : "graduation";
  return html`
    <${SelectField}
      label=${t("statut")} name="statut" value=${board.findStatus()}
      options=${statuses.map((one) => [one, code(group, one)])}
      onChange=${(event) => setView({ statut: event.target.value, page: 1 })}
    />
  `;
}

function Bar({ rows }) {
  const step = board.findStep();
  if (!(step in MASS) || !may(MASS[step])) return null;
  const [words, run] = ACTIONS[step];
  const chosen = board.ticked.value.size;
  const ids = rows.map(board.findId);
  return html`
    <div class="barre-choix">
      <label class="case">
        <input
          type="checkbox" id="cocher-tout" checked=${chosen > 0 && ids.every((id) => board.ticked.value.has(id))}
          onChange=${(event) => board.tick(ids, event.target.checked)}
        />
        <span>${t("grad.toutcocher")}</span>
      </label>
      <div class="actions">
        <button type="button" class="bouton principal" id="grad-action" disabled=${!chosen} onClick=${run}>
          ${t(words)}${chosen > 0 && ` (${number(chosen)})`}
        </button>
      </div>
    </div>
  `;
}

function List({ data, pagination }) {
  const step = board.findStep();
  const isTicking = step in MASS && may(MASS[step]);
  if (!data.length) return html`<${Empty} text=${t(`grad.vide.${step}`)} />`;
  const title = t(`grad.etape.${step}`);
  return html`
    <${Bar} rows=${data} />
    <div class="defile-table" tabindex="0" role="region" aria-label=${title}>
      <table class="lignes paiements graduations">
        <caption class="hors-vue">${title}</caption>
        <thead>
          <tr>
            ${isTicking && html`<td class="coche" />`}
            ${COLUMNS[step].map((name) => html`<th scope="col" key=${name}>${t(name)}</th>`)}
          </tr>
        </thead>
        <tbody>${data.map(BoardRow)}</tbody>
      </table>
    </div>
    <${Pager} pagination=${pagination} />
  `;
}

function Board({ programme }) {
  const { onglet, statut, page } = view.value;
  useEffect(() => {
    board.loadBoard();
    return board.list.abort;
  }, [programme, onglet, statut, page]);
  return html`
    <${Steps} /><${Outcome} />
    <div class="feuille">
      <${Statuses} />
      <${Loaded} from=${board.list} key=${board.findStep()}>${(found) => html`<${List} ...${found} />`}<//>
    </div>
    <${Criteria} programme=${programme} key=${programme} />
  `;
}

function Choose({ rows }) {
  const { element } = view.value;
  const chosen = rows.find((one) => one.id === element) ?? rows[0];
  useEffect(() => {
    if (chosen && chosen.id !== element) setView({ element: chosen.id }, { replace: true });
  }, [chosen?.id, element]);
  if (!chosen) return html`<${Empty} text=${t("programmes.aucun")} />`;
  return html`
    <div class="outils">
      <${SelectField}
        label=${t("programme")} name="programme" value=${chosen.id} options=${rows.map((one) => [one.id, one.nom])}
        onChange=${(event) => setView({ element: event.target.value, page: 1 })}
      />
    </div>
    ${chosen.id === element && html`<${Board} programme=${chosen.id} />`}
  `;
}

export function Page() {
  useEffect(() => {
    programmes.load((signal) => api.get("/programmes", { limit: 100 }, signal), { keep: true });
  }, []);
  return html`
    <div class="pile"><${Loaded} from=${programmes}>${(rows) => html`<${Choose} rows=${rows} />`}<//></div>
  `;
}
