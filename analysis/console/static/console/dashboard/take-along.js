/** The figures to be taken along: as a picture, and as a table with the days that they are about. */

import { saveCsv } from "../components/download.js";
import { saveLines } from "../components/picture.js";
import { fullDate, number, percent, t } from "../i18n.js";
import { money } from "../payments/parts.js";
import { html } from "../preact.js";
import { days } from "./dashboard-state.js";
import { Downloads } from "./downloads.js";

/** Show a part in percent; there is none of nothing. */
export const share = (value) => (value === null ? "–" : percent(value / 100));

/** Return how many payments were executed, how many of them arrived in full, and their share in percent; one that
 * arrived in part has not succeeded for who is owed the rest. */
export function countArrivals({ nombrePaiements, nombreEchoues, nombrePartiels }) {
  const executed = nombrePaiements + nombreEchoues;
  const whole = nombrePaiements - nombrePartiels;
  return { executed, whole, rate: executed ? Math.round((10_000 * whole) / executed) / 100 : null };
}

const RECENT = true;

function listPaymentRows(sums) {
  const { nombrePaiements, totalMontant, nombrePartiels, nombreEchoues, variation } = sums;
  const { executed, rate } = countArrivals(sums);
  const lacking = sums.montantEchoue + sums.montantManquant;
  return [
    [t("tableau.paiements"), nombrePaiements, number(nombrePaiements)],
    [t("tableau.executes"), executed, number(executed)],
    [t("tableau.partiels"), nombrePartiels, number(nombrePartiels)],
    [t("tableau.echoues"), nombreEchoues, number(nombreEchoues)],
    [t("tableau.tauxreussite"), rate, share(rate)],
    [t("tableau.paye.xof"), totalMontant, money(totalMontant)],
    [t("tableau.montantnonarrive"), lacking, money(lacking)],
    [t("tableau.variation.montant"), variation, share(variation), RECENT],
  ];
}

/** List the figures of each part as [name, number, the same in words, whether it is of the period even where the totals
 * are of all time], to be taken along. */
const ROWS = {
  menages: ({ total, nouveaux, variation }) => [
    [t("menages.titre"), total, number(total)],
    [t("tableau.menagesnouveaux"), nouveaux, number(nouveaux), RECENT],
    [t("tableau.variation.menages"), variation, share(variation), RECENT],
  ],
  beneficiaires: ({ actifs, total, variation }) => [
    [t("tableau.actifs"), actifs, number(actifs)],
    [t("tableau.beneficiaires"), total, number(total)],
    [t("tableau.variation.inscriptions"), variation, share(variation), RECENT],
  ],
  paiements: listPaymentRows,
  plaintes: ({ ouvertes, total, delaiMoyenResolution: delay }) => [
    [t("tableau.ouvertes"), ouvertes, number(ouvertes)],
    [t("tableau.plaintes"), total, number(total)],
    [t("tableau.jours"), delay, delay === null ? "–" : number(delay, 1)],
  ],
  budget: ({ alloue, depense, tauxExecution }) => [
    [t("tableau.budgetalloue"), alloue, money(alloue)],
    [t("tableau.budgetpaye"), depense, money(depense)],
    [t("tableau.budgettaux"), tauxExecution, share(tauxExecution)],
  ],
};

const describeDays = (first, last, isWhole) =>
  isWhole ? t("tableau.tout", { fin: fullDate(last) }) : `${fullDate(first)} – ${fullDate(last)}`;

/** Offer the figures of the parts that are `visible`, as a picture and as a table. */
export function TakeAlong({ found, visible }) {
  const { debut, fin } = found.periode;
  const isWhole = !days.value.dateDebut; // totals since the beginning
  const rows = visible.flatMap((name) => ROWS[name](found[name]));
  const header = [t("tableau.chiffre"), t("tableau.valeur"), t("tableau.du"), t("tableau.au")];
  const saveTable = () =>
    saveCsv(
      header,
      rows.map(([name, value, , isRecent]) => [name, value, isWhole && !isRecent ? "" : debut, fin]),
      "chiffres.csv",
    );
  const savePicture = () =>
    saveLines(
      rows.map(([label, , text]) => ({ label, text })),
      `${t("tableau.chiffres")} · ${describeDays(debut, fin, isWhole)}`,
      "chiffres.png",
    );
  return html`<${Downloads} what=${t("tableau.chiffres")} onPicture=${savePicture} onTable=${saveTable} />`;
}
