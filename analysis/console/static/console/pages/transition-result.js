/** What a transition of households did, in a sentence of its own, and the way to these households. */

import { t } from "../i18n.js";
import { html } from "../preact.js";
import { openPage, setView, view } from "../state/view.js";

/** The state in which each transition leaves a household; an assignment leaves it in its own. */
const AFTER = {
  soumettre: "soumis",
  valider: "valide",
  integrer: "integre",
  rejeter: "rejete",
  rouvrir: "en_collecte",
};

/** Say what was done to how many: `answer` of a transition, with its name (`acte`) and to whom it gave them (`qui`). */
export function describeDone({ acte, qui, reussis }) {
  if (acte !== "affecter") return t(`collecte.fait.${acte}`, { n: reussis });
  return qui ? t("collecte.fait.affecter", { n: reussis, qui: qui.nom }) : t("collecte.fait.retirer", { n: reussis });
}

/** Lead to the households that the transition moved, where they are not in sight already. */
export function FollowLink({ answer }) {
  const state = AFTER[answer.acte];
  const isInSight = view.value.vue === "collecte" && view.value.statut === state;
  if (!state || !answer.reussis || isInSight) return null;
  const open = () => {
    openPage("collecte");
    setView({ statut: state });
  };
  return html`
    <button type="button" class="lien" id="suivre" onClick=${open}>
      ${t("collecte.suivre", { etat: t(`etat.${state}`) })}
    </button>
  `;
}
