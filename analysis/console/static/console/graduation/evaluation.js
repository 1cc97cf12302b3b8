/** One graduation: each criterion with its value, as the registry tells it and as an evaluator states it. */

import { Loaded } from "../components/feedback.js";
import { Form } from "../components/forms.js";
import { Icon } from "../components/icon.js";
import { code, number, t } from "../i18n.js";
import { html, useEffect, useMemo } from "../preact.js";
import * as api from "../server/api.js";
import { may } from "../server/session.js";
import { createLoader } from "../state/loader.js";
import { loadBoard } from "./board-state.js";
import { signOf } from "./criteria.js";

const write = (value) => (value === null ? t("inconnu") : number(value, Number.isInteger(value) ? 0 : 2));
const describe = (row) => `${code("critere", row.type)} ${signOf(row.operateur)} ${write(row.valeurSeuil)}`;

const COLUMNS = ["grad.critere", "grad.attendu", "grad.registre", "grad.constate", "grad.verdict"];

/** Return whether a stated value meets a criterion, so that the box follows what is typed. */
const meets = (row, value) =>
  ({
    ">=": value >= row.valeurSeuil,
    "<=": value <= row.valeurSeuil,
    "=": value === row.valeurSeuil,
    "!=": value !== row.valeurSeuil,
    ">": value > row.valeurSeuil,
    "<": value < row.valeurSeuil,
  })[row.operateur];

function Row({ row, isOpen }) {
  const name = row.critere;
  const follow = (event) => {
    const box = event.target.form.elements.namedItem(`valide-${name}`);
    if (event.target.value !== "") box.checked = meets(row, Number(event.target.value));
  };
  const value = html`
    <input
      type="number" step="0.01" name=${`valeur-${name}`} aria-label=${t("grad.valeur.de", { nom: row.nom })}
      defaultValue=${row.valeur ?? ""} onInput=${follow}
    />
  `;
  const verdict = html`
    <label class="case">
      <input type="checkbox" name=${`valide-${name}`} defaultChecked=${row.valide} /><span>${t("grad.rempli")}</span>
    </label>
  `;
  const mark = html`
    <span class=${row.valide ? "verdict-pareil" : "verdict-differe"}>
      <${Icon} name=${row.valide ? "check" : "close"} />${t(row.valide ? "grad.rempli" : "grad.nonrempli")}
    </span>
  `;
  return html`
    <tr>
      <th scope="row">${row.nom}${row.obligatoire && html` <span class="insigne">${t("grad.obligatoire")}</span>`}</th>
      <td data-nom=${t("grad.attendu")}>${describe(row)}</td>
      <td class="droite" data-nom=${t("grad.registre")}>${write(row.valeurCalculee)}</td>
      <td class="droite" data-nom=${t("grad.constate")}>${isOpen ? value : write(row.valeur)}</td>
      <td data-nom=${t("grad.verdict")}>${isOpen ? verdict : mark}</td>
    </tr>
  `;
}

const Table = ({ rows, isOpen }) => html`
  <div class="defile-table" tabindex="0" role="region" aria-label=${t("grad.criteres")}>
    <table class="lignes paiements">
      <caption class="hors-vue">${t("grad.criteres")}</caption>
      <thead><tr>${COLUMNS.map((name) => html`<th scope="col" key=${name}>${t(name)}</th>`)}</tr></thead>
      <tbody>${rows.map((row) => html`<${Row} row=${row} isOpen=${isOpen} key=${row.critere ?? row.nom} />`)}</tbody>
    </table>
  </div>
`;

function readResults(form, rows) {
  return rows.map((row) => {
    const value = form.elements.namedItem(`valeur-${row.critere}`).value;
    return {
      critere: row.critere,
      valide: form.elements.namedItem(`valide-${row.critere}`).checked,
      valeur: value === "" ? null : value,
    };
  });
}

/** Show the criteria of a graduation; who may, states there what was seen. */
export function Evaluation({ graduation }) {
  const loader = useMemo(createLoader, []);
  useEffect(() => {
    loader.load((signal) => api.get(`/graduations/${graduation.id}/criteres`, {}, signal));
    return loader.abort;
  }, [graduation.id, graduation.statut]);
  const isOpen = ["proposee", "evaluee"].includes(graduation.statut) && may("transferts.modifier");
  const send = (rows) => (form) => {
    const commentaire = form.commentaire.value || null;
    const evaluation = { criteresValides: readResults(form, rows), commentaire };
    return api.send("PUT", `/graduations/${graduation.id}/evaluate`, { evaluation });
  };
  const done = () => loadBoard({ keep: true });
  const content = (rows) => {
    if (!rows.length) return html`<p class="doux">${t("grad.sanscritere")}</p>`;
    if (!isOpen) return html`<${Table} rows=${rows} isOpen=${false} />`;
    return html`
      <${Form} label=${t("grad.evaluer.un")} send=${send(rows)} onDone=${done}>
        <${Table} rows=${rows} isOpen />
        <label class="champ">
          <span>${t("grad.commentaire")}</span>
          <input name="commentaire" maxlength="2000" defaultValue=${graduation.commentaireEvaluation ?? ""} />
        </label>
      <//>
    `;
  };
  return html`<div class="grad-detail"><${Loaded} from=${loader} lines=${4}>${content}<//></div>`;
}
