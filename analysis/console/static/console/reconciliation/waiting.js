/** What has waited too long: cycles without a statement, sessions that nobody finishes. */

import { Icon } from "../components/icon.js";
import { t } from "../i18n.js";
import { money } from "../payments/parts.js";
import { html } from "../preact.js";
import { may } from "../server/session.js";
import { setView } from "../state/view.js";
import { wanted } from "./new-session.js";
import { RECONCILE } from "./session-state.js";

const Missing = ({ cycle }) => {
  const open = () => {
    wanted.value = { cycle: cycle.cycleId, operateur: cycle.operateur };
    setView({ onglet: "nouvelle" });
  };
  const button = () => html`
    <button type="button" class="lien" onClick=${open}>${t("rapprochement.nouvelle")}</button>
  `;
  return html`
    <li class="ambre">
      <${Icon} name="clock" />
      <div>
        <p>${t("rapprochement.attendu", { n: cycle.jours, operateur: cycle.operateurLabel, cycle: cycle.cycleNom })}</p>
        <p class="doux petit">${t("paiements.compte", { n: cycle.nombre })} · ${money(cycle.montant)}</p>
        ${may(RECONCILE) && button()}
      </div>
    </li>
  `;
};

const Waiting = ({ session }) => html`
  <li class="ambre">
    <${Icon} name="clock" />
    <div>
      <p>
        <button type="button" class="lien" onClick=${() => setView({ element: session.id, statut: null })}>
          ${session.nom}
        </button>
      </p>
      <p class="doux petit">
        ${t("rapprochement.enattente", {
          n: session.jours,
          operateur: session.operateurLabel,
          reste: session.paiements + session.lignes + session.erreurs,
        })}
      </p>
    </div>
  </li>
`;

export function Deadlines({ found }) {
  const { relevesAttendus, sessionsEnAttente } = found;
  if (!relevesAttendus.length && !sessionsEnAttente.length) return null;
  return html`
    <section class="problemes" aria-label=${t("rapprochement.echeances")}>
      <h2>${t("rapprochement.echeances")}</h2>
      <ul>
        ${relevesAttendus.map((cycle) => html`<${Missing} key=${cycle.cycleId + cycle.operateur} cycle=${cycle} />`)}
        ${sessionsEnAttente.map((one) => html`<${Waiting} key=${one.id} session=${one} />`)}
      </ul>
    </section>
  `;
}
