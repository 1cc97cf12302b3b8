/** The programmes: their list, one with its budget, its recurrence and its cycles, or the form of one. */

import { Done, Loaded } from "../components/feedback.js";
import { fullDate, number, percent, t } from "../i18n.js";
import { BackHeader } from "../pages/back.js";
import { html, signal, useEffect, useMemo } from "../preact.js";
import * as api from "../server/api.js";
import { currentUser } from "../server/session.js";
import { createLoader } from "../state/loader.js";
import { setView, view } from "../state/view.js";
import { OWN_COLUMNS, OwnCycleRow } from "./cycle-row.js";
import { readForecast } from "./new-cycle.js";
import { Badge, money, PagedTable, Tile } from "./parts.js";
import { EDIT, ProgrammeActs } from "./programme-acts.js";
import { Facts } from "./programme-facts.js";
import { NEW, ProgrammeForm } from "./programme-form.js";
import { ProgrammeList } from "./programme-list.js";
import { Recurrence } from "./recurrence.js";

const ROWS = 25;
/** What was done last: {id, text}. */
const done = signal(/** @type {{id: string, text: string} | null} */ (null));

async function readProgramme(id, signal) {
  const [programme, recurrence, next] = await Promise.all([
    api.getTagged(`/programmes/${id}`, signal),
    api.getTagged(`/programmes/${id}/recurrence`, signal),
    readForecast(id, signal),
  ]);
  return { programme: programme.data, tag: programme.tag, recurrence, next };
}

/** Say what lists hold beside what was submitted: drafts and rejected ones allocate nothing yet. */
function describeAllocated(drafts, rejected) {
  const parts = [
    [drafts, "programmes.brouillons"],
    [rejected, "programmes.rejetes"],
  ];
  const said = parts.filter(([amount]) => amount > 0).map(([amount, key]) => t(key, { montant: money(amount) }));
  return [t("programmes.alloue"), ...said].join(" ; ");
}

function Budget({ programme }) {
  const budget = Number(programme.budgetTotal ?? 0);
  const paid = Number(programme.montantDecaisse);
  const left = Number(programme.budgetDisponible);
  const [all, drafts, rejected] = ["budgetAlloue", "montantBrouillon", "montantRejete"].map((name) =>
    Number(programme[name]),
  );
  // Amounts are the programme's own; people are those that one sees.
  const people = t(currentUser().regions?.length ? "programmes.vosgens" : "programmes.beneficiaires");
  const paidPart = t(budget > 0 ? "programmes.payedont" : "programmes.paye", { part: percent(paid / budget) });
  const lacking = Number(programme.montantManquant);
  const paidLabel = lacking ? `${paidPart} ; ${t("paiements.manque", { montant: money(lacking) })}` : paidPart;
  return html`
    <div class="carreaux">
      <${Tile} value=${money(budget || null)} label=${t("programmes.budget")} />
      <${Tile} value=${money(all - drafts - rejected)} label=${describeAllocated(drafts, rejected)} />
      <${Tile} value=${money(Number(programme.montantEngage))} label=${t("programmes.engage")} />
      <${Tile} value=${money(paid)} label=${paidLabel} kind=${paid ? "vert" : ""} />
      ${
        budget > 0 &&
        html`<${Tile} value=${money(left)} label=${t("programmes.reste")} kind=${left < 0 ? "rouge" : ""} />`
      }
      <${Tile} value=${number(programme.nbBeneficiairesActifs)} label=${people} />
    </div>
  `;
}

const describeSpan = ({ dateDebut, dateFin }) =>
  dateFin ? `${fullDate(dateDebut)} – ${fullDate(dateFin)}` : t("programmes.des", { jour: fullDate(dateDebut) });

function Programme({ id }) {
  const loader = useMemo(createLoader, []);
  const cycles = useMemo(createLoader, []);
  const { page } = view.value;
  const last = done.value;
  useEffect(() => {
    loader.load((signal) => readProgramme(id, signal));
    return loader.abort;
  }, [id]);
  useEffect(() => {
    cycles.load((signal) => api.getJson("/cycles", { programme: id, page, limit: ROWS }, signal), { keep: true });
    return cycles.abort;
  }, [id, page]);
  const change = (text) => {
    done.value = { id, text };
    loader.reload();
  };
  const head = ({ programme, tag, recurrence, next }) => html`
    <${BackHeader} label=${t("programmes.retour")}>
      <h2>${programme.nom}</h2><${Badge} group="programme" value=${programme.statut} />
    <//>
    ${last !== null && last.id === id && html`<${Done} text=${last.text} />`}
    <p class="doux">
      ${programme.code} · ${programme.projet.nom} · ${describeSpan(programme)}
    </p>
    <${Budget} programme=${programme} />
    <${ProgrammeActs} programme=${programme} tag=${tag} onDone=${change} />
    <${Facts} programme=${programme} />
    <${Recurrence}
      programme=${programme} recurrence=${recurrence.data} tag=${recurrence.tag} next=${next} onDone=${change}
    />
  `;
  return html`
    <div class="pile">
      <${Loaded} from=${loader}>${head}<//>
      <${PagedTable}
        from=${cycles} columns=${OWN_COLUMNS} row=${OwnCycleRow} empty=${t("programmes.sanscycle")}
        title=${t("cycles.titre")}
      />
    </div>
  `;
}

/** Show the programme that was saved, with what was said of it; back leads to the list, not to the form. */
function finish(saved) {
  done.value = saved;
  setView({ element: saved.id, onglet: null }, { replace: true });
}

function List() {
  useEffect(() => {
    done.value = null;
  }, []);
  return html`<${ProgrammeList} />`;
}

export function Page() {
  const { element, onglet } = view.value;
  if (!element) return html`<${List} />`;
  if (element === NEW || onglet === EDIT)
    return html`<${ProgrammeForm} id=${element} key=${element} onDone=${finish} />`;
  return html`<${Programme} id=${element} key=${element} />`;
}
