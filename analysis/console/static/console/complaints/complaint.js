/** One complaint: what it says, what it is about, until when it is to be resolved, and what was done. */

import { Fact, join } from "../cards/facts.js";
import { Done, Failure, Loaded } from "../components/feedback.js";
import { code, date, fullDate, stamp, t } from "../i18n.js";
import { BackHeader } from "../pages/back.js";
import { Badge } from "../payments/parts.js";
import { html, useEffect, useMemo, useSignal } from "../preact.js";
import * as api from "../server/api.js";
import { may } from "../server/session.js";
import { createLoader } from "../state/loader.js";
import { Actions } from "./complaint-actions.js";
import { Deadline, isLate, LateBadge } from "./complaint-row.js";
import { Subject } from "./complaint-subject.js";
import { Files } from "./files.js";
import { History } from "./history.js";
import { Links } from "./links.js";
import { Measures } from "./measures.js";
import { isOpen } from "./open-states.js";

const PRESSING = ["urgente", "haute"];
const PLACES = ["localite", "secteur", "region"];

async function readComplaint(id, signal) {
  const path = `/plaintes/${id}`;
  const [found, appeals, history, files, links, measures] = await Promise.all([
    api.getTagged(path, signal),
    api.get(`${path}/appel`, {}, signal),
    api.getJson(`${path}/historique`, { limit: 100 }, signal),
    api.get(`${path}/pieces`, {}, signal),
    api.get(`${path}/liens`, {}, signal),
    api.get(`${path}/mesures`, {}, signal),
  ]);
  return { complaint: found.data, tag: found.tag, appeals, history: history.data, files, links, measures };
}

/** Who sees names reads that there is none; to others it may be reserved. */
const nameNobody = () => t(may("registre.voir_contacts") ? "plaintes.anonyme.nom" : "plaintes.sansnom");

/** Say which place is a village, a secteur or a region: many a secteur bears the name of its village. */
const describePlace = (complaint) =>
  PLACES.filter((level) => complaint[level])
    .map((level) => t(`plaintes.lieu.${level}`, { nom: complaint[level].nom }))
    .join(", ");

/** Say when it was resolved, and whether that was in time; null while it is open. */
const describeDecision = ({ dateResolution, echeance }) =>
  dateResolution &&
  join([
    stamp(dateResolution),
    t(new Date(dateResolution) <= new Date(`${echeance}T23:59:59`) ? "plaintes.atemps" : "plaintes.horsdelai"),
  ]);

const Facts = ({ complaint }) => html`
  <section class="feuille">
    ${complaint.description && html`<p class="texte-plainte">${complaint.description}</p>`}
    <dl class="faits">
      <${Fact} name=${t("categorie.plainte")} value=${code("plaintecategorie", complaint.categorie)} />
      <${Fact} name=${t("priorite")} value=${code("priorite", complaint.priorite)} />
      <${Fact}
        name=${t("lieu.plainte")}
        value=${describePlace(complaint)}
      />
      <${Fact}
        name=${t("plaintes.plaignant")}
        value=${join([complaint.plaignant, complaint.telephone]) || nameNobody()}
      />
      <${Fact} name=${t("plaintes.canal")} value=${code("canal", complaint.canal)} />
      <${Fact} name=${t("plaintes.recue")} value=${stamp(complaint.dateCreation)} />
      <${Fact}
        name=${t("tableau.echeance")}
        value=${html`<${Deadline} complaint=${complaint} show=${fullDate} isPast />`}
      />
      <${Fact} name=${t("plaintes.decidee")} value=${describeDecision(complaint)} />
      <${Fact}
        name=${t("plaintes.suspension")}
        value=${
          complaint.suspendueDepuis && join([code("pause", complaint.motifSuspension), date(complaint.suspendueDepuis)])
        }
      />
      <${Fact}
        name=${t("plaintes.escalade")}
        value=${complaint.niveauEscalade ? t(`plaintes.escalade.${complaint.niveauEscalade}`) : null}
      />
      <${Fact}
        name=${t("plaintes.membre")}
        value=${join([complaint.membre?.nom ?? t("plaintes.personne"), complaint.equipe?.nom])}
      />
      <${Fact} name=${t("plaintes.resolution")} value=${complaint.resolution} />
      <${Fact}
        name=${t("plaintes.satisfaction")}
        value=${complaint.satisfaction && t("plaintes.surcinq", { note: complaint.satisfaction })}
      />
    </dl>
  </section>
`;

/** Say at the top of an open complaint what must not be overlooked: that it is pressing, late, or nobody's. */
function Urgency({ complaint }) {
  if (!isOpen(complaint)) return null;
  const isPressing = PRESSING.includes(complaint.priorite);
  return html`
    ${isPressing && html`<span class="insigne contre">${code("priorite", complaint.priorite)}</span>`}
    ${isLate(complaint) && html`<${LateBadge} complaint=${complaint} />`}
    ${!complaint.membre && html`<span class="insigne contre">${t("plaintes.sanspersonne")}</span>`}
  `;
}

const Appeals = ({ appeals }) => html`
  <section class="feuille" id="appels">
    <h3>${t("plaintes.appels")}</h3>
    <ul class="rangees">
      ${appeals.map(
        (appeal) => html`
          <li key=${appeal.id}>
            <div>
              ${t("plaintes.examinateur", { nom: appeal.examinateur.nom })}
              <span class="petit doux">${date(appeal.dateDecision ?? appeal.dateDepot)}</span>
            </div>
            <${Badge} group="appel" value=${appeal.statut} />
          </li>
        `,
      )}
    </ul>
  </section>
`;

function Body({ found, loader }) {
  const { complaint, tag, appeals, history, files, links, measures } = found;
  const message = useSignal("");
  const failure = useSignal(/** @type {any} */ (null));
  /** Run what `ask` asks for, say `text(answer)`, and read the complaint once more. */
  const run = async (ask, text) => {
    failure.value = null;
    message.value = "";
    try {
      const answer = await ask();
      if (answer === null) return;
      message.value = typeof text === "function" ? text(answer) : text;
      loader.reload();
    } catch (error) {
      failure.value = error;
    }
  };
  const shared = { complaint, run, canChange: may("plaintes.modifier") };
  return html`
    <${BackHeader} label=${t("plaintes.retour")}>
      <h2 class="coupe">${complaint.objet ?? t("tableau.sansobjet")}</h2>
      <span class="doux">${complaint.reference}</span>
      <${Badge} group="plainte" value=${complaint.statut} />
      <${Urgency} complaint=${complaint} />
      ${complaint.appelEnCours && html`<span class="insigne contre">${t("plaintes.enappel")}</span>`}
    <//>
    <${Actions} ...${shared} tag=${tag} appeals=${appeals} moves=${history} />
    ${message.value && html`<${Done} text=${message.value} />`}
    ${failure.value && html`<${Failure} error=${failure.value} />`}
    <${Facts} complaint=${complaint} />
    <${Subject} complaint=${complaint} />
    ${appeals.length > 0 && html`<${Appeals} appeals=${appeals} />`}
    <${History} ...${shared} moves=${history} />
    <${Measures} ...${shared} measures=${measures} />
    <div class="deux">
      <${Files} ...${shared} files=${files} />
      <${Links} ...${shared} links=${links} />
    </div>
  `;
}

export function Complaint({ id }) {
  const loader = useMemo(createLoader, []);
  useEffect(() => {
    loader.load((signal) => readComplaint(id, signal));
    return loader.abort;
  }, [id]);
  return html`
    <div class="pile plainte">
      <${Loaded} from=${loader}>${(found) => html`<${Body} found=${found} loader=${loader} />`}<//>
    </div>
  `;
}
