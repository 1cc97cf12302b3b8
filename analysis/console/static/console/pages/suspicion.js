/** What makes a group suspect, drawn: a bar for the share, with how many of how many beneath. */

import { h } from "../dom.js";
import { number, percent, t } from "../i18n.js";

export const SUSPICIONS = ["sansGps", "gpsImprecis", "horsSecteur", "entretiensTropProches", "deplacementsImpossibles", "positionsPartagees"];
const WATCH = 5; // percent: from here on worth a look
const GRAVE = 20; // percent: from here on worth a visit
const HEAPED = 125; // Whipple's index: rough data from here on (United Nations scale)
const BAD = 175; // very rough

const grade = (value, watch, grave) => (value >= grave ? "haute" : value >= watch ? "moyenne" : "faible");

function bar(share, kind, text, detail) {
  return h("div", { class: `mesure ${kind}` }, h("div", {}, h("b", {}, text), h("span", { class: "doux petit" }, detail)),
    h("span", { class: "part", "aria-hidden": "true" }, h("i", { class: `teinte-${kind}`, style: { width: `${Math.min(100, share)}%` } })));
}

/** The share at which a bar is full: the largest of the groups, so that they compare; and never a trifle. */
export const scale = (groups, name) => Math.max(2 * WATCH, ...groups.map((group) => group.taux[name]));

/** One suspicion of a group: "12 %" over "33 of 272". */
export const measure = (group, name, full) =>
  bar((100 * group.taux[name]) / full, grade(group.taux[name], WATCH, GRAVE), percent(group.taux[name] / 100), t("suspicion.sur", { nombre: group[name], total: group.total }));

/** Whipple's index: 100 is no heaping, 500 all ages round. */
export const whipple = (group) => group.indiceWhipple === null
  ? h("span", { class: "doux" }, "–")
  : bar((group.indiceWhipple - 100) / 4, grade(group.indiceWhipple, HEAPED, BAD), number(group.indiceWhipple, 0), t("suspicion.sur", { nombre: group.agesRonds, total: group.agesConnus }));
