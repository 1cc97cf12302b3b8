/** What a programme pays, how often, and to whom. */

import { code, number, t } from "../i18n.js";
import { html } from "../preact.js";
import { money } from "./parts.js";

const writeScore = (score) => number(score, Number.isInteger(score) ? 0 : 2);

/** Describe a score's bounds: "à partir de 10", "jusqu'à 50", "10 – 50"; nothing without any. */
function describeScore({ seuilPmtMin: least, seuilPmtMax: most }) {
  if (least === null && most === null) return "";
  if (least === null) return t("programmes.score.max", { max: writeScore(most) });
  if (most === null) return t("programmes.score.min", { min: writeScore(least) });
  return `${writeScore(least)} – ${writeScore(most)}`;
}

/** List the facts as [label, text]; one without a text is left out. */
function listFacts(programme) {
  const amount = programme.montantParBeneficiaire;
  const { milieuEligible: kind, objectifBeneficiaires: aim } = programme;
  const regions = Object.values(programme.regionsEligiblesNoms).join(", ");
  return [
    [t("type"), code("typeprogramme", programme.type)],
    [t("programmes.parbeneficiaire"), amount && money(Number(amount))],
    [t("programmes.champ.frequence"), programme.frequencePaiement && code("frequence", programme.frequencePaiement)],
    [t("programmes.champ.regions"), regions || t("programmes.toutlepays")],
    [
      t("programmes.champ.categories"),
      programme.categoriesPauvreteEligibles.map((one) => code("categorie", one)).join(", "),
    ],
    [t("programmes.score"), describeScore(programme)],
    [t("milieu"), kind !== "tous" && code("milieu", kind)],
    [t("programmes.champ.objectif"), aim && number(aim)],
    [t("programmes.champ.niveaux"), number(programme.niveauxRequis)],
  ].filter(([, text]) => text);
}

export const Facts = ({ programme }) => html`
  <section class="feuille" aria-label=${t("programmes.regles")}>
    <h2>${t("programmes.regles")}</h2>
    <dl class="faits en-colonnes">
      ${listFacts(programme).map(([label, text]) => html`<div key=${label}><dt>${label}</dt><dd>${text}</dd></div>`)}
    </dl>
  </section>
`;
