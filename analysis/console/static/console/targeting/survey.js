/** How well scores and designs find the poor, by a survey that knows what households consume: errors and intervals. */

import { saveCsv } from "../components/download.js";
import { InputField } from "../components/fields.js";
import { FileField } from "../components/file-field.js";
import { Form } from "../components/forms.js";
import { saveCanvas } from "../components/picture.js";
import { Downloads } from "../dashboard/downloads.js";
import { number, t } from "../i18n.js";
import { html, useSignal } from "../preact.js";
import * as api from "../server/api.js";
import { waitForJob } from "../server/jobs.js";
import { Sample } from "./curves.js";
import { findColour } from "./design-card.js";
import { buildRequest, choices, content, DASHES } from "./laboratory-state.js";
import { LineChart } from "./line-chart.js";

const PATH = "/eligibility/laboratoire/enquete";
const TEXTS = ["consommation", "taille", "poids", "grappe", "colonnes", "partPauvre"];
const KINDS = ["erreurExclusion", "erreurInclusion", "partChoisie"];

/** The methods that the designs use, else all that there are. */
function listMethods() {
  const used = content.value.scenarios.map((one) => one.methodeId).filter(Boolean);
  const all = (choices.value?.methods ?? []).map(([id]) => id);
  return [...new Set(used.length ? used : all)].slice(0, 8);
}

/** The designs as the laboratory compares them; a selection among a sample would mean nothing. */
const listDesigns = () => buildRequest().scenarios.map(({ selection, ...design }) => design);

async function send(form) {
  const sent = new FormData();
  sent.set("file", form.file.files[0]);
  for (const name of TEXTS) if (form[name].value.trim()) sent.set(name, form[name].value.trim());
  sent.set("methodes", listMethods().join(","));
  sent.set("scenarios", JSON.stringify(listDesigns()));
  const found = (await api.upload(PATH, sent)).body.data;
  return found.jobId ? waitForJob(found.jobId) : found;
}

function write(share) {
  if (share === null) return "–";
  const { valeur, bas, haut } = share;
  return t("enquete.part", { part: number(valeur, 1), bas: number(bas, 1), haut: number(haut, 1) });
}

const Table = ({ method, title }) => html`
  <div class="defile-table" tabindex="0" role="region" aria-label=${title}>
    <table class="lignes chiffres">
      <caption class="hors-vue">${title}</caption>
      <thead>
        <tr>
          <th scope="col">${t("labo.seuil")}</th>
          ${KINDS.map((kind) => html`<th scope="col" class="droite" key=${kind}>${t(`enquete.${kind}`)}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${method.courbe.map(
          (point) => html`
            <tr key=${point.seuil}>
              <th scope="row">${number(point.seuil)}</th>
              ${KINDS.map((kind) => html`<td class="droite" key=${kind}>${write(point[kind])}</td>`)}
            </tr>
          `,
        )}
      </tbody>
    </table>
  </div>
`;

/** Save the errors with the ends of their intervals. */
function saveErrors(method) {
  const ends = [t("enquete.bas"), t("enquete.haut")];
  const header = [t("labo.seuil"), ...KINDS.flatMap((kind) => [t(`enquete.${kind}`), ...ends])];
  const cells = (point) => [
    point.seuil,
    ...KINDS.flatMap((kind) => [point[kind]?.valeur, point[kind]?.bas, point[kind]?.haut]),
  ];
  saveCsv(header, method.courbe.map(cells), "erreurs.csv");
}

/** The errors at each cut-off, as curves. */
function Curve({ method, title }) {
  const points = method.courbe.map((point) => point.seuil);
  const series = KINDS.map((kind, at) => ({
    label: t(`enquete.${kind}`),
    data: method.courbe.map((point) => point[kind]?.valeur ?? null),
    colour: findColour(at),
    dash: DASHES[at],
  }));
  const describe = (at) => {
    const values = KINDS.map((kind) => `${t(`enquete.${kind}`)} ${write(method.courbe[at][kind])}`);
    return t("labo.courbe.point", { seuil: points[at], valeurs: values.join(" · ") });
  };
  const saveImage = (event) => {
    const canvas = event.target.closest("section").querySelector("canvas");
    const legend = series.map(({ colour, label }) => ({ colour, text: label }));
    if (canvas) saveCanvas(canvas, title, legend, "erreurs.png");
  };
  return html`
    <div class="pile serree">
      <div class="outils entre">
        <span /><${Downloads} what=${title} onPicture=${saveImage} onTable=${() => saveErrors(method)} />
      </div>
      <${LineChart}
        points=${points} series=${series} format=${(value) => `${number(value)} %`} describe=${describe}
        hint=${t("enquete.courbe.aide")} words=${`${title}. ${describe(Math.floor(points.length / 2))}`}
      />
      <ul class="legende">
        ${series.map(
          ({ label, colour, dash }) => html`<li key=${label}><${Sample} colour=${colour} dash=${dash} />${label}</li>`,
        )}
      </ul>
      <details>
        <summary>${t("tableau.entableau")}</summary>
        <${Table} method=${method} title=${title} />
      </details>
    </div>
  `;
}

/** Return the words for what the survey has not: rules that are left out, values without a score, or nothing at all. */
function chooseNote(measured) {
  if (measured.ensemble) return "laissees";
  return measured.courbe.length ? "absentes" : "rien";
}

/** The errors of a method, or of a design with its own cut-off; what the survey does not tell is named. */
function Measured({ measured }) {
  const title = t("enquete.methode", { nom: measured.nom });
  const absent = measured.absentes.join(", ");
  const whole = measured.ensemble;
  const noteKey = chooseNote(measured);
  return html`
    <section class="pile serree" aria-label=${title}>
      <h3>${title}</h3>
      ${absent && html`<p class="note">${t(`enquete.${noteKey}`, { noms: absent })}</p>`}
      ${measured.sansScore > 0 && html`<p class="note">${t("enquete.sansscore", { n: measured.sansScore })}</p>`}
      ${
        whole &&
        html`
          <dl class="faits">
            ${KINDS.map(
              (kind) => html`<div key=${kind}><dt>${t(`enquete.${kind}`)}</dt><dd>${write(whole[kind])}</dd></div>`,
            )}
          </dl>
        `
      }
      ${measured.courbe.length > 0 && html`<${Curve} method=${measured} title=${title} />`}
    </section>
  `;
}

function Found({ found }) {
  const values = { n: found.menages, lignes: found.lignes, seuil: number(found.seuilConsommation) };
  return html`
    <p role="status">${t("enquete.lu", values)}</p>
    ${found.scenarios.map((design) => html`<${Measured} measured=${design} key=${design.nom} />`)}
    ${found.methodes.map((method) => html`<${Measured} measured=${method} key=${method.id} />`)}
  `;
}

const Input = ({ name, ...props }) => html`
  <${InputField} label=${t(`enquete.${name}`)} name=${name} maxlength="255" ...${props} />
`;

/** Ask for a survey, and show what it says of the methods; the file is not kept. */
export function SurveyErrors() {
  const found = useSignal(/** @type {any} */ (null));
  return html`
    <details class="feuille" id="enquete">
      <summary>${t("enquete.titre")}</summary>
      <div class="pile">
        <p class="doux">${t("enquete.texte")}</p>
        <${Form} label=${t("enquete.mesurer")} send=${send} onDone=${(answer) => (found.value = answer)}>
          <${FileField} label=${t("enquete.fichier")} name="file" accept=".csv,.xlsx,.xls" required />
          <div class="deux">
            <${Input} name="consommation" required /><${Input} name="taille" required value="tailleMenage" />
            <${Input} name="poids" /><${Input} name="grappe" help=${t("enquete.grappe.aide")} />
          </div>
          <${Input} name="colonnes" maxlength="5000" help=${t("enquete.colonnes.aide")} />
          <${Input} name="partPauvre" type="number" min="1" max="99" step="1" value="40" required />
        <//>
        ${found.value && html`<${Found} found=${found.value} />`}
      </div>
    </details>
  `;
}
