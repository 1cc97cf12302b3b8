/** What may be done with a programme now: a new cycle, a change, and the steps of its life. */

import { ActMenu } from "../components/act-menu.js";
import { ask } from "../components/forms.js";
import { t } from "../i18n.js";
import { html } from "../preact.js";
import * as api from "../server/api.js";
import { currentUser, may } from "../server/session.js";
import { setView } from "../state/view.js";
import { NewCycle } from "./new-cycle.js";

const MODIFY = "transferts.modifier";
export const EDIT = "modifier"; // the tab of the form

/** Each step with the states from which it is made, as the API has them. */
const STEPS = [
  { path: "activer", from: ["en_preparation"] },
  { path: "reactiver", from: ["suspendu"] },
  { path: "suspendre", from: ["actif"], isRare: true },
  { path: "cloturer", from: ["actif", "suspendu", "termine"], isRare: true, isGrave: true },
];

/** Return whether the caller sees all that a programme concerns: whoever does not may not change it. */
function isWithinReach({ regionsEligibles }) {
  const own = (currentUser().regions ?? []).map(({ id }) => id);
  return !own.length || (regionsEligibles.length > 0 && regionsEligibles.every((id) => own.includes(id)));
}

export const mayChange = (programme) =>
  may(MODIFY) && programme.statut !== "cloture" && !programme.projet.lectureSeule && isWithinReach(programme);

/** `onDone(text)` when a step was made. */
export function ProgrammeActs({ programme, tag, onDone }) {
  const { id, statut } = programme;
  const isOpen = mayChange(programme);
  const steps = STEPS.filter(({ from }) => isOpen && from.includes(statut));
  const run = async ({ path, isGrave = false }) => {
    const label = t(`programmes.${path}`);
    const answer = await ask({
      title: t("intitule", { nom: label, valeur: programme.nom }),
      text: t(`programmes.${path}.texte`),
      label,
      isGrave,
      send: () => api.send("POST", `/programmes/${id}/${path}`, undefined, tag),
    });
    if (answer) onDone(answer.message);
  };
  const button = (step) => html`
    <button
      type="button" class="bouton principal" key=${step.path} id="programme-${step.path}" onClick=${() => run(step)}
    >
      ${t(`programmes.${step.path}`)}
    </button>
  `;
  const menu = steps
    .filter(({ isRare }) => isRare)
    .map((step) => ({
      id: `programme-${step.path}`,
      label: t(`programmes.${step.path}`),
      isGrave: step.isGrave,
      run: () => run(step),
    }));
  return html`
    <div class="actions">
      ${statut === "actif" && html`<${NewCycle} programme=${programme} />`}
      ${steps.filter(({ isRare }) => !isRare).map(button)}
      ${
        isOpen &&
        html`
          <button type="button" class="bouton" id="programme-modifier" onClick=${() => setView({ onglet: EDIT })}>
            ${t("programmes.modifier")}
          </button>
        `
      }
      <${ActMenu} id="actes-programme" label=${t("actes.autres")} acts=${menu} />
    </div>
  `;
}
