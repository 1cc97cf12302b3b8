/** The figures that areas are coloured by: where they are read, how they are told, and which end is worse. */

import { code, number, percent, t } from "../i18n.js";
import { CLASSES } from "../map/palette.js";
import { money } from "../payments/parts.js";
import * as api from "../server/api.js";
import * as places from "../server/places.js";
import { readComparison } from "./comparison.js";

const share = (part, whole) => (whole ? part / whole : null);

/** Read the hexagons of a group of figures, with their outlines as `geometry`. */
async function readHexagons(groupe, { region, maille }, signal) {
  const { features } = await api.get("/carte/stats/hexagones", { groupe, region, cellule: maille }, signal);
  return features.map(({ properties, geometry }) => ({ ...properties, nom: t("hexagone"), geometry }));
}

/** Read the areas of a level, within the region of the filters: {id, nom, …} each. */
async function readStatistics({ niveau, region, maille }, signal) {
  if (niveau === "hexagone") return readHexagons("menages", { region, maille }, signal);
  if (niveau === "secteur") return places.listSectorsOf(region);
  return (await places.listRegions()).filter((one) => !region || one.id === region);
}

const readGroup =
  (group) =>
  ({ niveau, region, maille }, signal) =>
    niveau === "hexagone"
      ? readHexagons(group, { region, maille }, signal)
      : api.get(`/carte/stats/${group}`, { niveau, region }, signal);
const readComplaints = readGroup("plaintes");
const readPayments = readGroup("paiements");

/** Read clusters: secteurs, or hexagons with their outlines as `geometry`. */
async function readClusters({ niveau, region, maille }, signal) {
  const query = niveau === "hexagone" ? { niveau, region, cellule: maille } : { niveau: "secteur", region };
  const { features } = await api.get("/carte/analyse/grappes", query, signal);
  return features.map(({ properties, geometry }) => ({
    ...properties,
    nom: properties.nom ?? t("hexagone"),
    geometry,
  }));
}

// What a figure is told beside: [key of the words, number of an area].
const HOUSEHOLDS = ["theme.base.enregistres", (area) => area.totalMenages ?? area.menages];
const SCORED = ["theme.base.score", (area) => area.menages];
const BENEFICIARIES = ["theme.beneficiaires", (area) => area.beneficiaires];
const COMPLAINTS = ["plaintes.titre", (area) => area.plaintes];
const PAYMENTS = ["theme.paiements", (area) => area.paiements];
const INHABITANTS = ["couverture.de.habitants", (area) => area.population];

// Of fewer beneficiaries a rate of complaints, which anybody may make, says nothing.
const FEWEST = 100;
const whole = (value) => number(value);
const tenths = (value) => number(value, 1);

/** Say "Mansoa : 12 (sur 340 ménages)" of an area. */
const describeWith = (name, read, format, base) => (area) =>
  t("theme.phrase", {
    nom: area.nom,
    figure: t(`theme.${name}`),
    valeur: read(area) === null ? "–" : format(read(area)),
    base: t(base[0]).toLowerCase(),
    nombre: number(base[1](area)),
  });

const makeFigure = (name, permission, read, measure, format, base, short = format) => ({
  permission,
  read,
  measure,
  format,
  short,
  digits: format === tenths ? 1 : 0,
  base,
  describe: describeWith(name, measure, format, base),
});

const makeComplaints = (name, field, format, base) =>
  makeFigure(name, "plaintes.lire", readComplaints, (area) => area[field], format, base);
const makePayments = (name, field, format, base) =>
  makeFigure(name, "transferts.lire", readPayments, (area) => area[field], format, base, whole);

const HOUSEHOLD_FIGURES = {
  eligibles: {
    permission: "registre.lire",
    read: readStatistics,
    measure: (area) => share(area.menagesEligibles, area.totalMenages),
    isShare: true,
    digits: 2,
    format: percent,
    base: HOUSEHOLDS,
    more: [["theme.eligibles.nombre", (area) => area.menagesEligibles]],
    describe: (area) =>
      t("theme.eligibles.phrase", {
        n: area.totalMenages,
        nom: area.nom,
        part: area.menagesEligibles,
        total: area.totalMenages,
        taux: percent(share(area.menagesEligibles, area.totalMenages)),
      }),
  },
  score: {
    permission: "registre.lire",
    read: readStatistics,
    measure: (area) => area.scorePmtMoyen,
    format: tenths,
    digits: 1,
    base: ["theme.base.moyenne", HOUSEHOLDS[1]],
    isLowWorse: true,
    describe: (area) =>
      t("theme.score.phrase", { n: area.totalMenages, nom: area.nom, score: number(area.scorePmtMoyen, 1) }),
  },
  menages: {
    permission: "registre.lire",
    read: readStatistics,
    measure: (area) => area.totalMenages,
    format: whole,
    base: HOUSEHOLDS,
    describe: (area) => t("theme.menages.phrase", { n: area.totalMenages, nom: area.nom }),
  },
  grappes: {
    permission: "registre.lire",
    read: readClusters,
    levels: ["secteur", "hexagone"],
    classes: CLASSES,
    measure: (area) => area.classe,
    format: (value) => t(`grappe.${value}`),
    base: SCORED,
    describe: (area) =>
      t("theme.grappes.phrase", {
        n: area.menages,
        nom: area.nom,
        classe: t(`grappe.${area.classe}`),
        score: number(area.scorePmtMoyen, 1),
      }),
  },
};

/**
 * By code: `read` reads areas, `measure` an area's value (null: none), `format` a value in words, `describe` an area,
 * `base` is what it is told beside, `short` tells a value without its unit, `more` what stands in columns of its own.
 * @type {Record<string, any>}
 */
export const THEMES = {
  ...HOUSEHOLD_FIGURES,
  plaintes: makeComplaints("plaintes", "plaintes", whole, HOUSEHOLDS),
  plaintes_ouvertes: makeComplaints("plaintes_ouvertes", "ouvertes", whole, COMPLAINTS),
  plaintes_retard: makeComplaints("plaintes_retard", "enRetard", whole, ["theme.plaintes_ouvertes", (a) => a.ouvertes]),
  plaintes_menages: makeComplaints("plaintes_menages", "tauxMenages", tenths, HOUSEHOLDS),
  plaintes_beneficiaires: makeFigure(
    "plaintes_beneficiaires",
    "plaintes.lire",
    readComplaints,
    (area) => (area.beneficiaires < FEWEST ? null : area.tauxBeneficiaires),
    tenths,
    BENEFICIARIES,
  ),
  plaintes_habitants: makeComplaints("plaintes_habitants", "tauxHabitants", tenths, INHABITANTS),
  montant: makePayments("montant", "montant", money, PAYMENTS),
  paiements: makePayments("paiements", "paiements", whole, BENEFICIARIES),
  montant_menage: makePayments("montant_menage", "montantParMenage", money, HOUSEHOLDS),
  montant_habitant: makePayments("montant_habitant", "montantParHabitant", money, INHABITANTS),
  comparaison: {
    permission: "analyses.lire",
    levels: ["region", "secteur"],
    read: readComparison,
    measure: (area) => area.difference,
    format: (value) => `${value > 0 ? "+" : ""}${number(value)}`,
    base: ["theme.apres", (area) => area.apres],
    more: [
      ["theme.avant", (area) => area.avant],
      ["theme.variation", (area) => (area.variation === null ? null : area.variation / 100)],
    ],
    describe: (area) =>
      t("theme.comparaison.phrase", {
        nom: area.nom,
        avant: area.avant,
        apres: area.apres,
        difference: number(area.difference),
        chiffre: code("chiffre", area.chiffre).toLowerCase(),
      }),
  },
};

/** The themes in the groups of their list. */
export const GROUPS = {
  menages: Object.keys(HOUSEHOLD_FIGURES),
  plaintes: [
    "plaintes",
    "plaintes_ouvertes",
    "plaintes_retard",
    "plaintes_menages",
    "plaintes_beneficiaires",
    "plaintes_habitants",
  ],
  paiements: ["montant", "paiements", "montant_menage", "montant_habitant"],
  temps: ["comparaison"],
};
