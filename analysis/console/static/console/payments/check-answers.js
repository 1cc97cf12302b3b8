/** The people of a sample with what they answered, and the dialog that takes an answer. */

import { InputField, SelectField } from "../components/fields.js";
import { ask } from "../components/forms.js";
import { code, t } from "../i18n.js";
import { html, useEffect, useMemo, useSignal } from "../preact.js";
import * as api from "../server/api.js";
import { may } from "../server/session.js";
import { createLoader } from "../state/loader.js";
import { setView, view } from "../state/view.js";
import { Badge, figures, money, PagedTable } from "./parts.js";

const CHECK = "transferts.rapprocher";
const ROWS = 25;
const COLUMNS = [
  "personne",
  "region",
  "verifications.telephone",
  ...figures("montant"),
  "verifications.reponse",
  "actions",
];
const RECEIPTS = ["oui", "partiel", "non"];
const CHANNELS = ["telephone", "visite"];
/** What the list is narrowed to: the parameters of the API. @type {Record<string, object>} */
const NARROWED = { aposer: { repondu: false }, ecarts: { ecart: true }, tous: {} };

/** Ask what a person answered. Resolves with the answer, or with null. */
async function askAnswer(path, row) {
  const { data: known, tag } = await api.getTagged(path);
  const listOptions = (group, values) => values.map((value) => [value, code(group, value)]);
  const parts = html`
    <${SelectField}
      label=${t("verifications.recu")} name="recu" options=${listOptions("recu", RECEIPTS)} value=${known.recu}
    />
    <${InputField}
      label=${t("verifications.montant")} name="montantRecu" type="number" min="0" step="1" value=${known.montantRecu}
      help=${t("verifications.montant.aide")}
    />
    <${InputField}
      label=${t("verifications.frais")} name="fraisDemandes" type="number" min="0" step="1"
      value=${known.fraisDemandes}
      help=${t("verifications.frais.aide")}
    />
    <${SelectField}
      label=${t("verifications.moyen")} name="moyen" options=${listOptions("moyen", CHANNELS)} value=${known.moyen}
    />
    <${InputField} label=${t("cycles.commentaire")} name="commentaire" maxlength="1000" value=${known.commentaire} />
  `;
  const send = async (form) => {
    const body = {
      recu: form.recu.value,
      moyen: form.moyen.value,
      montantRecu: form.montantRecu.value ? Number(form.montantRecu.value) : null,
      fraisDemandes: form.fraisDemandes.value ? Number(form.fraisDemandes.value) : null,
      commentaire: form.commentaire.value || null,
    };
    return (await api.send("PATCH", path, body, tag)).data;
  };
  const title = t("verifications.demander", { nom: row.nomComplet });
  const text = t("verifications.demander.texte", { montant: money(row.montantVerse) });
  return ask({ title, text, parts, label: t("verifications.enregistrer"), send });
}

const AnswerRow = (row, onAsk) => html`
  <tr key=${row.id}>
    <td>${row.nomComplet}<div class="petit doux">${row.codeMenage}</div></td>
    <td>${row.region?.nom ?? "–"}</td>
    <td class="coupe">${row.telephone ?? "–"}</td>
    <td class="droite" data-nom=${t("montant")}>${money(row.montantVerse)}</td>
    <td>
      ${row.recu ? html`<${Badge} group="recu" value=${row.recu} />` : t("verifications.attendue")}
      ${
        row.montantRecu !== null &&
        html`<div class="petit">${t("verifications.dit", { montant: money(row.montantRecu) })}</div>`
      }
      ${
        row.fraisDemandes > 0 &&
        html`<div class="petit rouge">${t("verifications.paye", { montant: money(row.fraisDemandes) })}</div>`
      }
    </td>
    <td>
      ${
        may(CHECK) &&
        html`<button type="button" class="lien" onClick=${() => onAsk(row)}>
          ${t(row.recu ? "verifications.corriger" : "verifications.saisir")}
        </button>`
      }
    </td>
  </tr>
`;

/** Show the people of a sample, first those who have not answered; `onAnswer` when one was stored. */
export function Answers({ id, onAnswer }) {
  const loader = useMemo(createLoader, []);
  const kind = useSignal("aposer");
  const { page } = view.value;
  useEffect(() => {
    const query = { ...NARROWED[kind.value], page, limit: ROWS };
    loader.load((signal) => api.getJson(`/verifications/${id}/reponses`, query, signal), { keep: true });
    return loader.abort;
  }, [id, page, kind.value]);
  const store = async (row) => {
    if (!(await askAnswer(`/verifications/${id}/reponses/${row.id}`, row))) return;
    loader.reload();
    onAnswer();
  };
  const choose = (value) => {
    kind.value = value;
    setView({ page: 1 });
  };
  return html`
    <div class="choix-rangee" role="group" aria-label=${t("verifications.reponses")}>
      ${Object.keys(NARROWED).map(
        (value) => html`
          <button
            type="button" class="choix" key=${value} aria-pressed=${value === kind.value} onClick=${() => choose(value)}
          >${t(`verifications.${value}`)}</button>
        `,
      )}
    </div>
    <${PagedTable}
      from=${loader} columns=${COLUMNS} row=${(row) => AnswerRow(row, store)} empty=${t("verifications.personne")}
      title=${t("verifications.reponses")}
    />
  `;
}
