/** The teams: how much each has to do against its limits, and one of them with its members. */

import { Empty, Loaded } from "../components/feedback.js";
import { Icon } from "../components/icon.js";
import { code, number, percent, t } from "../i18n.js";
import { needLine } from "../offline/offline-line.js";
import { Tile } from "../payments/parts.js";
import { html, useEffect, useMemo } from "../preact.js";
import * as api from "../server/api.js";
import { may } from "../server/session.js";
import { createLoader } from "../state/loader.js";
import { setView, view } from "../state/view.js";
import { Bar, Team } from "./team.js";
import { askTeam } from "./team-dialogs.js";

async function readTeams(signal) {
  const [teams, overview] = await Promise.all([
    api.get("/equipes", {}, signal),
    api.get("/equipes/stats/overview", {}, signal),
  ]);
  const loads = new Map(overview.parEquipe.map((one) => [one.equipe.id, one]));
  return { teams: teams.map((team) => ({ ...team, charge: loads.get(team.id) })), overview };
}

const rate = (value) => (value === null ? "–" : percent(value / 100));

function Overview({ overview }) {
  const { tempsResolutionMoyen, tauxResolutionDansDelai, satisfactionMoyenne } = overview.performance;
  return html`
    <div class="carreaux">
      <${Tile} value=${number(overview.plaintesEnCours)} label=${t("equipes.encours")} />
      <${Tile} value=${number(overview.totalMembres)} label=${t("equipes.membres")} />
      <${Tile} value=${number(tempsResolutionMoyen, 1)} label=${t("equipes.jours")} />
      <${Tile} value=${rate(tauxResolutionDansDelai)} label=${t("equipes.tenu")} />
      <${Tile} value=${number(satisfactionMoyenne, 1)} label=${t("equipes.satisfaction")} />
    </div>
  `;
}

/** Say how much a team has to do, and how much it can have. */
function describeLoad({ nbPlaintesEnCours, nbMembres, charge }) {
  const load = t("equipes.charge", { n: nbPlaintesEnCours, membres: nbMembres });
  const limite = charge?.wipLimitTotal ?? 0;
  if (!limite) return t("equipes.capacite.aucune", { charge: load });
  return t(nbPlaintesEnCours < limite ? "equipes.capacite" : "equipes.capacite.pleine", { charge: load, limite });
}

const TeamEntry = ({ team }) => html`
  <li key=${team.id}>
    <div>
      <button type="button" class="lien" onClick=${() => setView({ onglet: "equipes", element: team.id })}>
        ${team.nom}
      </button>
      <span class="petit doux">
        ${team.categories.map((one) => code("plaintecategorie", one)).join(", ") || t("equipes.sanscategorie")}
      </span>
    </div>
    <${Bar} share=${(team.charge?.chargePercent ?? 0) / 100} text=${describeLoad(team)} />
  </li>
`;

function TeamList() {
  const loader = useMemo(createLoader, []);
  useEffect(() => {
    loader.load(readTeams);
    return loader.abort;
  }, []);
  const add = async () => {
    const created = await askTeam();
    if (created) setView({ onglet: "equipes", element: created.id });
  };
  const list = ({ teams, overview }) => html`
    <${Overview} overview=${overview} />
    ${
      teams.length
        ? html`<ul class="rangees feuille">${teams.map((team) => html`<${TeamEntry} team=${team} />`)}</ul>`
        : html`<${Empty} text=${t("equipes.aucune")} />`
    }
  `;
  return html`
    <div class="pile">
      ${
        may("plaintes.gerer_equipes") &&
        html`<div class="actions">
          <button type="button" class="bouton" ...${needLine()} onClick=${add}>
            <${Icon} name="plus" />${t("equipes.nouvelle")}
          </button>
        </div>`
      }
      <${Loaded} from=${loader}>${list}<//>
    </div>
  `;
}

export function Teams() {
  const { element } = view.value;
  return element ? html`<${Team} id=${element} key=${element} />` : html`<${TeamList} />`;
}
