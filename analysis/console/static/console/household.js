/** The card of a household: who, where, how poor, what is near. */

import * as api from "./api.js";
import { h, icon } from "./dom.js";
import { historyFold } from "./history.js";
import { code, date, number, t } from "./i18n.js";
import * as map from "./map.js";
import { ends, nearestList } from "./nearest.js";
import { NO_SCORE, POVERTY } from "./palette.js";
import { trailFold } from "./trail.js";

/** A fact with its name; facts that are not known are not shown. */
const fact = (name, value) => (value === null || value === undefined || value === "" ? null : h("div", {}, h("dt", {}, name), h("dd", {}, value)));

/** A category with its colour. */
export function category(value) {
  const step = POVERTY.find((item) => item.code === value);
  return h("span", { class: "categorie" }, h("span", { class: "pastille", style: { background: step?.colour ?? NO_SCORE } }), code("categorie", value));
}

function scale(score) {
  if (score === null) return null;
  const marks = [0, 20, 50, 70, 100];
  return h("div", { class: "echelle", role: "img", "aria-label": t("pmt.echelle", { score: number(score, 1) }) },
    POVERTY.map((step, index) => h("span", { style: { background: step.colour, "flex-grow": marks[index + 1] - marks[index] } })),
    h("i", { style: { left: `${Math.min(100, Math.max(0, score))}%` } }));
}

const head = (person) => person && h("div", { class: "chef" }, icon("person"),
  h("div", {}, h("strong", {}, person.nomComplet),
    h("span", { class: "doux" }, [t("chef"), person.sexe && code("sexe", person.sexe), person.age && t("ans", { n: person.age })].filter(Boolean).join(" · "))));

const AGES = ["nbEnfants04", "nbEnfants514", "nbAdultes1564", "nbPersonnes65Plus"];

/** Who lives there, by age. A household without anybody of any age is one whose composition was not asked: no zeros then. */
function people(household) {
  const known = AGES.some((name) => household[name] > 0);
  const parts = [...(known ? AGES : []), ...(known || household.nbHandicapes > 0 ? ["nbHandicapes"] : [])].map((name) => [name, household[name]]);
  return h("section", {}, h("h3", {}, t("composition", { n: household.tailleMenage })),
    !known && h("p", {}, t("composition.inconnue")),
    parts.length > 0 && h("dl", { class: "nombres" }, parts.map(([name, count]) => h("div", { "data-nul": count === 0 }, h("dd", {}, number(count)), h("dt", {}, t(`composition.${name}`))))));
}

function members(list) {
  if (!list.length) return null;
  const text = (member) => [code("lien", member.lienParente), member.sexe && code("sexe", member.sexe), member.age !== null && t("ans", { n: member.age })].filter(Boolean).join(" · ");
  return h("details", {}, h("summary", {}, t("membres", { n: list.length })),
    h("ul", { class: "membres" }, list.map((member) => h("li", {}, h("strong", {}, member.nomComplet), h("span", { class: "doux" }, text(member))))));
}

function dwelling(home) {
  if (!home) return null;
  const facts = ["typeLogement", "nbPieces", "materiauMur", "materiauToit", "materiauSol", "sourceEau", "sourceEclairage", "typeToilette", "combustibleCuisine"]
    .map((name) => fact(t(`logement.${name}`), typeof home[name] === "number" ? number(home[name]) : home[name] && code("valeur", home[name])));
  return facts.some(Boolean) ? h("details", {}, h("summary", {}, t("logement")), h("dl", { class: "faits" }, facts)) : null;
}

function body({ household, list, near, centre }) {
  return [
    h("section", { class: "pauvrete" },
      h("p", {}, category(household.categoriePauvrete), h("span", { class: household.eligibleProgramme ? "insigne oui" : "insigne" }, t(household.eligibleProgramme ? "eligible.un" : "eligible.pas"))),
      household.scorePmt !== null && h("p", { class: "doux" }, t("pmt.score", { score: number(household.scorePmt, 1) })),
      scale(household.scorePmt)),
    head(household.chefMenage),
    centre ? nearestList(near) : h("p", { class: "doux" }, t("sans.position")),
    people(household), members(list), dwelling(household.logement), trailFold(household.id), historyFold(household.id),
    h("dl", { class: "faits" },
      fact(t("milieu"), household.milieu && code("milieu", household.milieu)), fact(t("statut"), code("statut", household.statut)),
      fact(t("collecte.date"), household.dateCollecte && date(household.dateCollecte)), fact(t("modifie"), date(household.updatedAt)),
      fact(t("source"), household.sourceDonnees && code("source", household.sourceDonnees))),
    centre && h("button", { type: "button", class: "bouton", onclick: () => map.move({ center: centre, zoom: 15 }) }, icon("target"), t("centrer")),
  ];
}

/** Reads all that the card shows at once. */
export async function readHousehold({ id }, signal) {
  const [household, membership, near] = await Promise.all([
    api.get(`/menages/${id}`, {}, signal),
    api.getJson(`/menages/${id}/membres`, {}, signal),
    api.get(`/carte/analyse/menage-proximite/${id}`, {}, signal).catch(api.asValue),
  ]);
  const centre = household.latitude === null || household.longitude === null ? null : [Number(household.longitude), Number(household.latitude)];
  const where = [household.localite?.nom, household.secteur?.nom, household.region?.nom].filter(Boolean).join(", ");
  return {
    centre,
    ends: ends(near),
    draw: () => ({ title: household.codeMenage, subtitle: where, body: body({ household, list: membership["hydra:member"] ?? [], near, centre }) }),
  };
}
