/** One team: its members with their load against their limits, and who may change it. */

import { Failure, Loaded } from "../components/feedback.js";
import { code, number, t } from "../i18n.js";
import { BackHeader } from "../pages/back.js";
import { html, useEffect, useMemo, useSignal } from "../preact.js";
import * as api from "../server/api.js";
import { may } from "../server/session.js";
import { createLoader } from "../state/loader.js";
import { askMember, askNewMember, askTeam } from "./team-dialogs.js";

const MANAGE = "plaintes.gerer_equipes";

/** Show a share of a limit as a bar with its words; it never shows more than all. */
export const Bar = ({ share, text }) => html`
  <div class="barre charge ${share >= 1 ? "pleine" : ""}">
    <span class="part" aria-hidden="true"><i style=${{ width: `${Math.min(100, 100 * share)}%` }} /></span>
    <span class="petit">${text}</span>
  </div>
`;

function describeLoad({ plaintesAssignees, wipLimit, disponible }) {
  const count =
    wipLimit === null
      ? t("equipes.sanslimite", { n: plaintesAssignees })
      : t("equipes.surlimite", { n: plaintesAssignees, limite: wipLimit });
  return disponible ? count : `${count} ${t("equipes.plein")}`;
}

const Member = ({ member, load, onChange }) => html`
  <li key=${member.id}>
    <div>
      <strong>${load.membre.nom}</strong>
      <span class="petit doux">
        ${[
          code("equipes.role", member.role),
          ...member.specialites.map((one) => code("plaintecategorie", one)),
          member.actif ? "" : t("actif.non"),
          member.autoAssignable ? "" : t("equipes.sansauto"),
        ]
          .filter(Boolean)
          .join(" · ")}
      </span>
    </div>
    <${Bar} share=${load.pourcentage / 100} text=${describeLoad(load)} />
    ${
      may(MANAGE) &&
      html`<button
        type="button" class="bouton" onClick=${onChange} aria-label=${t("equipes.modifier", { nom: load.membre.nom })}
      >
        ${t("plaintes.modifier")}
      </button>`
    }
  </li>
`;

async function readTeam(id, signal) {
  const [team, workload] = await Promise.all([
    api.getTagged(`/equipes/${id}`, signal),
    api.get(`/equipes/${id}/workload`, {}, signal),
  ]);
  const loads = new Map(workload.parMembre.map((one) => [one.membre.id, one]));
  return { team: team.data, tag: team.tag, loads, workload };
}

function Body({ found, loader }) {
  const { team, tag, loads, workload } = found;
  const failure = useSignal(/** @type {any} */ (null));
  const run = (ask) => async () => {
    failure.value = null;
    try {
      if (await ask()) loader.reload();
    } catch (error) {
      failure.value = error;
    }
  };
  const limit = workload.equipe.wipLimitTotal;
  const words = [
    team.responsable && t("equipes.responsable", { nom: `${team.responsable.prenom} ${team.responsable.nom}` }),
    team.secteurs.length ? team.secteurs.map((one) => one.nom).join(", ") : t("equipes.pays"),
    team.wipLimitParMembre && t("equipes.parmembre", { n: team.wipLimitParMembre }),
    team.actif ? "" : t("actif.non"),
  ];
  return html`
    <${BackHeader} label=${t("equipes.retour")}>
      <h2>${team.nom}</h2>
      ${
        may(MANAGE) &&
        html`<div class="actions">
          <button type="button" class="bouton" onClick=${run(() => askTeam(team, tag))}>
            ${t("plaintes.modifier")}
          </button>
          <button type="button" class="bouton" onClick=${run(() => askNewMember(team))}>${t("equipes.ajouter")}</button>
        </div>`
      }
    <//>
    <p class="doux">${words.filter(Boolean).join(" · ")}</p>
    ${failure.value && html`<${Failure} error=${failure.value} />`}
    <div class="feuille">
      <${Bar}
        share=${limit ? workload.charge.total / limit : 0}
        text=${
          limit
            ? t("equipes.surlimite", { n: workload.charge.total, limite: limit })
            : t("equipes.sanslimite", { n: workload.charge.total })
        }
      />
      <p class="doux petit">
        ${Object.entries(workload.parCategorie)
          .map(([one, count]) => `${code("plaintecategorie", one)} ${number(count)}`)
          .join(" · ")}
      </p>
      <ul class="rangees">
        ${team.membres.map(
          (member) => html`
            <${Member}
              key=${member.id} member=${member} load=${loads.get(member.id)}
              onChange=${run(() => askMember(team, member))}
            />
          `,
        )}
      </ul>
    </div>
  `;
}

export function Team({ id }) {
  const loader = useMemo(createLoader, []);
  useEffect(() => {
    loader.load((signal) => readTeam(id, signal));
    return loader.abort;
  }, [id]);
  return html`
    <div class="pile">
      <${Loaded} from=${loader}>${(found) => html`<${Body} found=${found} loader=${loader} />`}<//>
    </div>
  `;
}
