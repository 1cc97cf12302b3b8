/** The sheet of a household on A4: what the card shows, with a code that opens the card again. */

import { formatPosition } from "../cards/facts.js";
import {
  formatPerson,
  isProvisional,
  listComposition,
  nameHead,
  nameMarriage,
  nameStep,
} from "../cards/household-parts.js";
import { printPaper } from "../components/paper.js";
import { describePrinting } from "../components/print-line.js";
import { QrCode } from "../components/qr.js";
import { groupDigits } from "../components/telephone.js";
import { code, fullDate, number, t } from "../i18n.js";
import { html } from "../preact.js";
import * as api from "../server/api.js";
import { SheetMoney, SheetNearest } from "./sheet-money.js";
import { SheetSketch } from "./sheet-sketch.js";

const Line = ({ name, value }) => html`<tr><th scope="row">${name}</th><td>${value || "–"}</td></tr>`;

const DWELLING = [
  "typeLogement",
  "nbPieces",
  "materiauMur",
  "materiauToit",
  "materiauSol",
  "sourceEau",
  "typeToilette",
  "sourceEclairage",
  "combustibleCuisine",
];

function describeScore(household) {
  const { scorePmt, categoriePauvrete } = household;
  if (scorePmt === null) return t("eligible.attente");
  const score = `${code("categorie", categoriePauvrete)} · ${t("pmt.score", { score: number(scorePmt, 1) })}`;
  return isProvisional(household) ? `${score} · ${t("pmt.provisoire.papier")}` : score;
}

function Identity({ household }) {
  const { chefMenage: head, latitude, longitude } = household;
  return html`
    <table class="faits-a4">
      <${Line} name=${nameHead(head)} value=${head?.nomComplet} />
      <${Line} name=${t("papier.sexeage")} value=${head && formatPerson(head)} />
      ${
        head?.statutMatrimonial &&
        html`
          <${Line}
            name=${t("menage.champ.statutMatrimonial")} value=${nameMarriage(head.statutMatrimonial, head.sexe)}
          />
        `
      }
      <${Line} name=${t("telephone")} value=${head?.telephone && groupDigits(head.telephone)} />
      <${Line} name=${t("region")} value=${household.region?.nom} />
      <${Line} name=${t("secteur")} value=${household.secteur?.nom} />
      <${Line} name=${t("localite")} value=${household.localite?.nom} />
      <${Line} name=${t("milieu")} value=${household.milieu && code("milieu", household.milieu)} />
      <${Line} name=${t("champ.position")} value=${latitude && formatPosition(latitude, longitude)} />
      <${Line} name=${t("menage.champ.tailleMenage")} value=${number(household.tailleMenage)} />
      <${Line} name=${t("categorie")} value=${describeScore(household)} />
      <${Line} name=${t("champ.statutCollecte")} value=${nameStep(household)} />
      <${Line} name=${t("champ.dateCollecte")} value=${household.dateCollecte && fullDate(household.dateCollecte)} />
      <${Line} name=${t("collecte.enqueteur")} value=${household.enqueteur?.nomComplet} />
    </table>
  `;
}

const Members = ({ members }) =>
  members.length > 0 &&
  html`
    <h2>${t("membres", { n: members.length })}</h2>
    <table class="grille">
      <thead>
        <tr><th>${t("comptes.nom")}</th><th>${t("papier.lien")}</th><th>${t("papier.sexeage")}</th></tr>
      </thead>
      <tbody>
        ${members.map(
          (one) => html`
            <tr><td>${one.nomComplet}</td><td>${code("lien", one.lienParente)}</td><td>${formatPerson(one)}</td></tr>
          `,
        )}
      </tbody>
    </table>
  `;

const Dwelling = ({ dwelling }) => {
  const known = DWELLING.filter((name) => dwelling?.[name]);
  if (!known.length) return null;
  const format = (value) => (typeof value === "number" ? number(value) : code("valeur", value));
  return html`
    <h2>${t("logement")}</h2>
    <table class="faits-a4">
      ${known.map((name) => html`<${Line} name=${t(`logement.${name}`)} value=${format(dwelling[name])} />`)}
    </table>
  `;
};

/** Show who lives there, by age, as far as it is known: a sheet with zeros would be believed. */
function Composition({ household }) {
  const { isKnown, names } = listComposition(household);
  const count = (name) => html`<td>${number(household[name])}<br /><small>${t(`composition.${name}`)}</small></td>`;
  return html`
    <h2>${t("composition", { n: household.tailleMenage })}</h2>
    ${!isKnown && html`<p>${t("composition.inconnue")}</p>`}
    ${names.length > 0 && html`<table class="grille nombres-a4"><tr>${names.map(count)}</tr></table>`}
  `;
}

const Code = ({ uri }) => html`
  <figure>
    <${QrCode} uri=${uri} label=${t("etape.double.image")} /><figcaption>${t("papier.qr")}</figcaption>
  </figure>
`;

function Sheet({ household, members, near, people = null, qrCode = null }) {
  const { latitude, longitude } = household;
  const centre = latitude === null ? null : [Number(longitude), Number(latitude)];
  return html`
    <article class="feuille-a4">
      <header>
        <div><p>${t("papier.fiche")}</p><h1>${household.codeMenage}</h1></div>
        <${SheetSketch} centre=${centre} near=${near} />
        ${qrCode && html`<${Code} uri=${qrCode} />`}
      </header>
      <${Identity} household=${household} />
      <${Composition} household=${household} />
      <${Members} members=${members} />
      <${Dwelling} dwelling=${household.logement} />
      <${SheetMoney} people=${people} />
      <${SheetNearest} near=${near} />
      <div class="signatures"><p>${t("papier.observations")}</p><p>${t("papier.signature")}</p></div>
      <footer>${describePrinting()}</footer>
    </article>
  `;
}

/** Leave out services for survivors of violence: a sheet lies about in the house, for all who live there to read. */
function leaveOutViolence(near) {
  if (near instanceof Error) return near;
  const { services_vbg: _left, ...others } = near ?? {};
  return others;
}

/** Make the sheet of a household: what the card has read, and `more` of `readSheet` once that is there. */
export const makeSheet = ({ household, members, near }, more = {}) => ({
  content: html`<${Sheet} household=${household} members=${members} near=${leaveOutViolence(near)} ...${more} />`,
  name: `menage-${household.codeMenage}`,
});

/** Read what the sheet tells beside the card's answers: its code, and with `readMoney` what the household receives. Of
 * what cannot be read now there is nothing on it. */
export async function readSheet({ household }, readMoney) {
  const [code, people] = await Promise.all([
    api.get(`/menages/${household.id}/code-qr`).catch(() => null),
    readMoney?.().catch(() => null) ?? null,
  ]);
  return { qrCode: code?.qrCode ?? null, people };
}

/** Print the sheet of a household that the card has read. */
export async function printSheet(found, readMoney) {
  const { content, name } = makeSheet(found, await readSheet(found, readMoney));
  await printPaper(content, name);
}
