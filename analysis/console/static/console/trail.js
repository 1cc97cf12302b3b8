/** What happened with a household, in order, and why: read when it is opened. */

import * as api from "./api.js";
import { h, replace } from "./dom.js";
import { failure, skeleton } from "./feedback.js";
import { code, date, number, t } from "./i18n.js";
import { visit } from "./map.js";

const said = (...parts) => {
  const text = parts.filter((part) => part !== null && part !== undefined && part !== "").join(" · ");
  return text && h("p", {}, text);
};
const quoted = (text) => text && h("p", { class: "cite" }, text);
const points = (items) => items.length > 0 && h("ul", { class: "motifs" }, items.map((item) => h("li", {}, item)));
const hundred = (score) => t("parcours.surcent", { score: number(score, 1) });
const other = (why) => h("p", {}, h("button", { type: "button", class: "lien", onclick: () => visit(`menage/${why.menageId}`) }, why.codeMenage), ` · ${hundred(why.score)}`);

function value(one) {
  if (one === null || one === undefined) return "–";
  if (typeof one === "boolean") return t(one ? "oui" : "non");
  return typeof one === "number" ? number(one, Number.isInteger(one) ? 0 : 2) : code("valeur", String(one));
}

/** With its sign, since a term may take away. */
const signed = (sum) => (sum === null ? "–" : `${sum > 0 ? "+" : ""}${number(sum, 2)}`);

function score(why) {
  const row = (name, held, sum) => h("tr", {}, h("th", { scope: "row" }, name), h("td", {}, held), h("td", { class: "droite" }, sum));
  const before = why.ancienScore !== null && t("parcours.avant", { score: number(why.ancienScore, 1) });
  return [
    said(why.scoreEnregistre === null ? null : hundred(why.scoreEnregistre), before || null, `${why.methode.nom}\u00a0v${why.methode.version}`),
    quoted(why.motif), !why.aJour && !why.motif && quoted(t("parcours.score.depuis")),
    h("details", {}, h("summary", {}, t("parcours.termes", { n: why.termes.length })), h("table", { class: "termes" },
      h("thead", {}, h("tr", {}, h("th", { scope: "col" }, t("parcours.terme")), h("th", { scope: "col" }, t("parcours.valeur")), h("th", { scope: "col", class: "droite" }, t("parcours.apport")))),
      h("tbody", {}, row(t("parcours.base"), "", signed(why.intercept)), why.termes.map((term) => row(term.libelle, value(term.valeurMenage), signed(term.contribution)))))),
  ];
}

const decided = (why) => [other(why), quoted(why.motif), !why.valable && quoted(t("parcours.perime"))];
const merged = (why) => [h("p", {}, t("parcours.fusion", { absorbe: why.codeAbsorbe, conserve: why.codeConserve })), points(why.raisons ?? []), quoted(why.motif)];

/** What stands under an event's title, by its type. */
const WHY = {
  collecte: () => null,
  enregistrement: (why) => said(why.sourceDonnees && code("source", why.sourceDonnees)),
  score,
  qualite: (why) => [said(why.scoreQualite === null ? null : hundred(why.scoreQualite)), points(why.problemes.map((one) => `${code("gravite", one.gravite)} : ${one.message}`))],
  doublon: (why) => [other(why), points(why.raisons)],
  distincts: decided,
  ignorer: decided,
  fusion: merged,
  fusion_annulee: merged,
  visite_sante: (why) => [said(code("visite", why.typeVisite)), quoted(why.observations)],
  mesure_accompagnement: (why) => [said(code("mesure", why.typeMesure)), quoted(why.description)],
};
const move = (why) => [why.motif && said(code("motif", why.motif, why.motifLibelle)), quoted(why.commentaire)];

/** What a feature tells that this page knows nothing of: its plain facts. */
const facts = (why) => {
  const plain = Object.entries(why).filter(([name, one]) => !/Id$/.test(name) && ["string", "number", "boolean"].includes(typeof one));
  return plain.length > 0 && h("dl", { class: "faits" }, plain.map(([name, one]) => h("div", {}, h("dt", {}, code("champ", name)), h("dd", {}, value(one)))));
};

const why = (event) => (event.source === "collecte" ? move : (WHY[event.type] ?? facts))(event.details);

const entry = (event) => h("li", { "data-source": event.source },
  h("strong", {}, event.titre.replace(/\.$/, "")),
  h("span", { class: "doux petit" }, [date(event.date), event.par?.nom].filter(Boolean).join(" · ")), why(event));

/** A fold of the card; `id` is the household's. */
export function trailFold(id) {
  const body = h("div", {});
  async function load() {
    replace(body, skeleton(5));
    try {
      replace(body, h("ol", { class: "parcours" }, (await api.get(`/menages/${id}/parcours`)).map(entry)));
    } catch (error) {
      replace(body, failure(error, load));
    }
  }
  return h("details", { id: "parcours", ontoggle: (event) => event.target === event.currentTarget && event.target.open && !body.hasChildNodes() && load() }, h("summary", {}, t("parcours")), body);
}
