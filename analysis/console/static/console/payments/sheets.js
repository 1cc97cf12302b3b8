/** The cash sheets of a cycle: issue them, print them, hand out their cash, take them back. */

import { saveFile } from "../components/download.js";
import { Done, Failure } from "../components/feedback.js";
import { Choice, Field, InputField, SelectField } from "../components/fields.js";
import { ask } from "../components/forms.js";
import { Icon } from "../components/icon.js";
import { number, t } from "../i18n.js";
import { html, useEffect, useMemo, useSignal } from "../preact.js";
import * as api from "../server/api.js";
import { may } from "../server/session.js";
import { createLoader } from "../state/loader.js";
import { view } from "../state/view.js";
import { askLoss } from "./decisions.js";
import { Badge, DayField, figures, money, PagedTable, readDay } from "./parts.js";
import { askReturn } from "./sheet-return.js";

const ROWS = 25;
const LINES = 25; // people of one sheet, as the API has it
const MOST_LINES = 100;
const EXECUTE = "transferts.executer";
const MANAGE = "transferts.gerer_comptes";
const FIGURES = figures("feuilles.personnes", "montant");
const COLUMNS = ["feuille", "feuilles.lieu", ...FIGURES, "feuilles.especes", "statut", "actions"];

/** Save the print of one sheet, or of all sheets of a cycle. */
async function print(path, name) {
  const file = await api.getFile(path, { format: "pdf" });
  saveFile(file.blob, file.name ?? `${name}.pdf`);
}

function askIssue(cycle) {
  const orders = ["nom", "code"].map((one) => [one, t(`feuilles.tri.${one}`)]);
  const parts = html`
    <${InputField}
      label=${t("feuilles.lignes")} name="lignes" type="number" min="1" max=${MOST_LINES} value=${LINES} required
    />
    <${SelectField} label=${t("feuilles.tri")} name="tri" options=${orders} />
  `;
  const send = (form) =>
    api.post(`/cycles/${cycle.id}/feuilles`, { lignes: Number(form.lignes.value), tri: form.tri.value });
  return ask({
    title: t("feuilles.emettre"),
    text: t("feuilles.emettre.texte"),
    parts,
    label: t("feuilles.emettre"),
    send,
  });
}

/** Ask before a step of a sheet, which is refused when somebody else changed the sheet meanwhile. */
async function askStep(sheet, path, key, parts, read) {
  const { tag } = await api.getTagged(`/feuilles/${sheet.id}`);
  return ask({
    title: t(key),
    text: t(`${key}.texte`, { feuille: sheet.reference, montant: money(sheet.montantRendu ?? sheet.montant) }),
    parts,
    label: t(key),
    send: (form) => api.post(`/feuilles/${sheet.id}/${path}`, read(form), { tag }),
  });
}

const askHandOut = (sheet) =>
  askStep(
    sheet,
    "remise",
    "feuilles.remettre",
    html`
      <${InputField} label=${t("feuilles.payeur")} name="payeur" maxlength="255" required />
      <${DayField} label=${t("feuilles.jour_remise")} name="dateRemise" />
      <${Choice} name="compris" required>${t("feuilles.compris")}<//>
    `,
    (form) => ({ payeur: form.payeur.value, ...readDay(form.dateRemise) }),
  );

const askWithdrawal = (sheet) => askStep(sheet, "annuler", "feuilles.annuler", null, () => undefined);

const askDeposit = (sheet) =>
  askStep(
    sheet,
    "versement",
    "feuilles.verser",
    html`
      <${Field} label=${t("tresorerie.bordereau")} name="reference">
        <input name="reference" id="f-reference" maxlength="255" required />
      <//>
      <${DayField} label=${t("feuilles.jour_versement")} name="dateVersement" />
    `,
    (form) => ({ reference: form.reference.value, ...readDay(form.dateVersement) }),
  );

/**
 * List what may be done with a sheet now: [key of its words, what it does].
 * @returns {[string, () => Promise<any>][]}
 */
function listActions(sheet) {
  const isPrintable = sheet.etat !== "annulee";
  const isOwed = sheet.montantRendu > 0 && !sheet.versementLe;
  /** @type {[any, string, () => Promise<any>][]} */
  const all = [
    [sheet.etat === "emise" && may(EXECUTE), "feuilles.remettre", () => askHandOut(sheet)],
    [sheet.etat === "remise" && may(EXECUTE), "feuilles.retour", () => askReturn(sheet)],
    [isOwed && may(MANAGE), "feuilles.verser", () => askDeposit(sheet)],
    [
      sheet.montantManquant > 0 && sheet.manquant !== "confirme" && may(MANAGE),
      "feuilles.solder",
      () => askLoss(sheet),
    ],
    [isPrintable && may(EXECUTE), "feuilles.imprimer", () => print(`/feuilles/${sheet.id}/export`, sheet.reference)],
    [sheet.etat === "emise" && may(EXECUTE), "feuilles.annuler", () => askWithdrawal(sheet)],
  ];
  return all.filter(([isPossible]) => isPossible).map(([, key, run]) => [key, run]);
}

const describeCash = ({
  payeur,
  montantRemis,
  montantRendu,
  montantManquant,
  motifManquant,
  manquant,
  versementReference,
}) => html`
  ${payeur && html`<div>${payeur} · ${money(montantRemis)}</div>`}
  ${montantRendu !== null && html`<div class="petit">${t("feuilles.rendu", { montant: money(montantRendu) })}</div>`}
  ${
    montantManquant > 0 &&
    html`<div class="petit rouge">
      ${t("feuilles.manque", { montant: money(montantManquant), motif: motifManquant })}
      ${manquant && html`<div>${t(`feuilles.manquant.${manquant}`)}</div>`}
    </div>`
  }
  ${versementReference && html`<div class="petit doux">${t("feuilles.verse", { piece: versementReference })}</div>`}
`;

const SheetRow = (sheet, act) => html`
  <tr key=${sheet.id}>
    <td><strong>${sheet.reference}</strong></td>
    <td>${sheet.lieu}<div class="petit doux">${[sheet.point?.nom, sheet.region].filter(Boolean).join(" · ")}</div></td>
    <td class="droite" data-nom=${t("feuilles.personnes")}>${number(sheet.nombre)}</td>
    <td class="droite" data-nom=${t("montant")}>${money(sheet.montant)}</td>
    <td>${describeCash(sheet)}</td>
    <td><${Badge} group="feuille" value=${sheet.etat} /></td>
    <td>
      ${listActions(sheet).map(
        ([key, run]) => html`
          <div key=${key}>
            <button type="button" class="lien" onClick=${() => act(key, sheet, run)}>${t(key)}</button>
          </div>
        `,
      )}
    </td>
  </tr>
`;

/** Show the sheets of a cycle; `onChange` when money or outcomes changed. */
export function Sheets({ cycle, onChange }) {
  const loader = useMemo(createLoader, []);
  const message = useSignal("");
  const failure = useSignal(/** @type {any} */ (null));
  const { page } = view.value;
  useEffect(() => {
    loader.load((signal) => api.getJson(`/cycles/${cycle.id}/feuilles`, { page, limit: ROWS }, signal), { keep: true });
    return loader.abort;
  }, [page, cycle.updatedAt]);
  const act = async (key, sheet, run) => {
    failure.value = null;
    try {
      if (!(await run())) return;
      message.value = t("feuilles.fait", { quoi: t(key), feuille: sheet?.reference ?? "" });
      loader.reload();
      onChange();
    } catch (error) {
      failure.value = error;
    }
  };
  const issue = () => act("feuilles.emettre", null, () => askIssue(cycle));
  const printAll = () => act("feuilles.imprimer", null, () => print(`/cycles/${cycle.id}/feuilles/export`, cycle.code));
  const tools = html`<button type="button" class="bouton" onClick=${printAll}><${Icon} name="download" />PDF</button>`;
  return html`
    <div class="pile">
      <p class="doux">${t("cycles.feuilles.aide")}</p>
      ${
        may(EXECUTE) &&
        cycle.totaux.enCours > 0 &&
        html`<div class="actions">
          <button type="button" class="bouton" onClick=${issue}>${t("feuilles.emettre")}</button>
        </div>`
      }
      ${message.value && html`<${Done} text=${message.value} />`}
      ${failure.value && html`<${Failure} error=${failure.value} />`}
      <${PagedTable}
        from=${loader} columns=${COLUMNS} row=${(sheet) => SheetRow(sheet, act)} empty=${t("cycles.feuilles.aucun")}
        title=${t("cycles.feuilles")}
      >${may(EXECUTE) && tools}<//>
    </div>
  `;
}
