/** The rule sets: a list, the templates to copy, or one set in the editor. */

import { debounce } from "../components/debounce.js";
import { Done, Loaded } from "../components/feedback.js";
import { Icon } from "../components/icon.js";
import { Tabs } from "../components/tabs.js";
import { code, date, number, percent, t } from "../i18n.js";
import { BackHeader } from "../pages/back.js";
import { figures, PagedTable } from "../payments/parts.js";
import { html, signal, useEffect, useMemo } from "../preact.js";
import * as api from "../server/api.js";
import { may } from "../server/session.js";
import { createLoader } from "../state/loader.js";
import { setView, view } from "../state/view.js";
import { catalogue, useCatalogue } from "./catalogue.js";
import { beginDraft } from "./draft.js";
import { Editor } from "./editor.js";
import { askBatch, askClone, askDeletion, message } from "./set-actions.js";
import { Versions } from "./versions.js";

const ROWS = 25;
const NEW = "nouveau";
const COLUMNS = [
  "ciblage.nom",
  "statut",
  ...figures("ciblage.regles", "ciblage.evaluations", "ciblage.eligibles"),
  "modifie",
];
const sets = createLoader();
const templates = createLoader();
const search = signal("");

async function readSets(signal) {
  const query = { page: view.value.page, limit: ROWS, search: search.value, estTemplate: false };
  const { data, meta } = await api.getJson("/eligibility/rulesets", query, signal);
  return { data, pagination: meta };
}

const look = debounce((text) => {
  search.value = text;
  if (view.value.page === 1) sets.load(readSets, { keep: true });
  else setView({ page: 1 });
}, 250);

const SetRow = (set) => html`
  <tr key=${set.id}>
    <td>
      <button type="button" class="lien" onClick=${() => setView({ element: set.id })}>${set.nom}</button>
      <div class="petit doux">${set.code} · ${set.programme?.nom ?? t("ciblage.sansprogramme")}</div>
    </td>
    <td data-nom=${t("statut")}>
      <span class="insigne ${set.actif ? "oui" : ""}">${code("jeu", set.actif ? "actif" : "inactif")}</span>
    </td>
    <td class="droite" data-nom=${t("ciblage.regles")}>${number(set.nbReglesActives)}</td>
    <td class="droite" data-nom=${t("ciblage.evaluations")}>${number(set.nbEvaluations)}</td>
    <td class="droite" data-nom=${t("ciblage.eligibles")}>
      ${set.tauxEligibilite === null ? "–" : percent(set.tauxEligibilite / 100)}
    </td>
    <td data-nom=${t("modifie")}>${date(set.updatedAt)}</td>
  </tr>
`;

function Sets() {
  const { page } = view.value;
  useEffect(() => {
    sets.load(readSets, { keep: true });
  }, [page]);
  return html`
    <div class="outils avec-acte">
      <div class="recherche">
        <${Icon} name="search" />
        <input
          type="search" id="cherche-jeu" autocomplete="off" defaultValue=${search.value}
          placeholder=${t("ciblage.chercher")} aria-label=${t("ciblage.chercher")}
          onInput=${(event) => look(event.target.value.trim())}
        />
      </div>
      ${
        may("transferts.creer") &&
        html`
          <button type="button" class="bouton principal" onClick=${() => setView({ element: NEW })}>
            <${Icon} name="plus" />${t("ciblage.nouveau")}
          </button>
        `
      }
    </div>
    <${PagedTable} from=${sets} columns=${COLUMNS} row=${SetRow} empty=${t("ciblage.aucun")}
      title=${t("eligibilite.titre")} />
  `;
}

const Template = ({ set }) => html`
  <li class="feuille">
    <h3>${set.nom}</h3>
    <p class="doux">${set.description}</p>
    <p class="petit doux">${t("ciblage.nregles", { n: set.nbReglesActives })}</p>
    <div class="actions">
      <button type="button" class="bouton" onClick=${() => setView({ element: set.id })}>${t("ciblage.voir")}</button>
      ${
        may("transferts.creer") &&
        html`
          <button type="button" class="bouton" aria-label=${`${t("ciblage.copier")} : ${set.nom}`}
            onClick=${() => askClone(set)}>
            ${t("ciblage.copier")}
          </button>
        `
      }
    </div>
  </li>
`;

function Templates() {
  useEffect(() => {
    templates.load((signal) => api.get("/eligibility/templates", {}, signal), { keep: true });
  }, []);
  return html`
    <${Loaded} from=${templates}>
      ${(rows) =>
        html`<ul class="modeles-jeux">${rows.map(
          (set) => html`<${Template} set=${set} key=${set.id}
        />`,
        )}</ul>`}
    <//>
  `;
}

const Actions = ({ set, tag }) => html`
  <div class="actions">
    ${
      may("registre.lire") &&
      html`<button type="button" class="bouton" onClick=${() => askBatch(set)}>${t("ciblage.evaluer")}</button>`
    }
    ${
      may("transferts.creer") &&
      html`<button type="button" class="bouton" onClick=${() => askClone(set)}>${t("ciblage.copier")}</button>`
    }
    ${
      may("transferts.supprimer") &&
      html`<button type="button" class="bouton"
        onClick=${() => askDeletion(set, tag)}>${t("ciblage.supprimer")}</button>`
    }
  </div>
`;

function OneSet({ id }) {
  const loader = useMemo(createLoader, []);
  const read = async (signal) => {
    const found = id === NEW ? null : await api.getTagged(`/eligibility/rulesets/${id}`, signal);
    beginDraft(found);
    return found ?? { data: null, tag: null };
  };
  useEffect(() => {
    message.value = "";
    loader.load(read);
    return loader.abort;
  }, [id]);
  const saved = (found) => {
    if (found !== id) setView({ element: found }, { replace: true });
    else loader.load(read, { keep: true });
    message.value = t("ciblage.enregistre");
  };
  const content = ({ data, tag }) => html`
    <${BackHeader} label=${t("ciblage.retour")}>
      <h2>${data?.nom ?? t("ciblage.nouveau")}</h2>
      ${data && html`<span class="insigne">${t("ciblage.version", { n: data.version })}</span>`}
      ${data && html`<${Actions} set=${data} tag=${tag} />`}
    <//>
    ${message.value && html`<${Done} text=${message.value} />`}
    <${Editor} onSaved=${saved} key=${`${data?.id} ${data?.version}`} />
    ${data && html`<${Versions} set=${data} key=${`versions ${data.version}`} />`}
  `;
  return html`<div class="pile"><${Loaded} from=${loader}>${content}<//></div>`;
}

export function Page() {
  const { element, onglet } = view.value;
  useCatalogue();
  const tabs = ["jeux", "modeles"].map((name) => [name, t(`ciblage.onglet.${name}`)]);
  const chosen = onglet === "modeles" ? "modeles" : "jeux";
  const list = html`
    <div class="pile">
      <${Tabs} tabs=${tabs} chosen=${chosen}
        onChoose=${(name) => setView({ onglet: name === "jeux" ? null : name, page: 1 })} />
      ${chosen === "modeles" ? html`<${Templates} />` : html`<${Sets} />`}
    </div>
  `;
  return html`
    <${Loaded} from=${catalogue}>
      ${() => (element ? html`<${OneSet} id=${element} key=${element} />` : list)}
    <//>
  `;
}
