/** What the check of a file found, in numbers and one sentence, and what can be done with it. */

import { h, icon, isPhone } from "./dom.js";
import { number, t } from "./i18n.js";

/** `good`: how many lines are right, or null where nobody knows. */
const judge = (good) => (good === null ? t("import.tresmauvais") : good === 0 ? t("import.aucunebonne") : t("import.mauvais", { n: good }));

const tile = (value, label, kind) => h("div", { class: `carreau ${kind}` }, h("strong", {}, number(value)), h("span", {}, label));

/** `details` are the problems and the columns; `run()` imports the file, `report()` fetches it with its problems marked. */
export function verdictOf(checked, createsOnly, details, { run, report }) {
  const { stats, summary } = checked;
  // The list of errors is cut in a very bad file: then nobody knows how many lines are right.
  const whole = checked.erreurs.length === summary.total_erreurs;
  // Known households are left alone when new ones are added: they are no lines to import.
  const known = createsOnly ? stats.total_connus : 0;
  const good = whole ? Math.max(0, stats.total_lignes - known - new Set(checked.erreurs.map((item) => item.ligne)).size) : null;
  const warned = summary.total_avertissements;
  const actions = h("div", { class: "actions au-bas" },
    good !== 0 && h("button", { type: "button", class: "bouton principal", "data-suite": true, onclick: run }, good === null ? t("import.lancer.bonnes") : t("import.lancer", { n: good })),
    (summary.total_erreurs > 0 || warned > 0) && h("button", { type: "button", class: "bouton", onclick: report }, icon("download"), t("import.rapport")));
  return [
    h("div", { class: "carreaux" }, tile(stats.total_lignes, t("import.lignes", { n: stats.total_lignes }), ""),
      tile(summary.total_erreurs, t("import.erreurs", { n: summary.total_erreurs }), summary.total_erreurs ? "rouge" : "vert"),
      tile(warned, t("import.avertissements", { n: warned }), warned ? "ambre" : "")),
    h("p", { class: "verdict" }, icon(checked.valid && !warned ? "check" : "warning"), !checked.valid ? judge(good) : warned ? t("import.averti", { n: warned }) : t("import.bon")),
    known > 0 && h("p", { class: "doux" }, t("import.dejaconnus", { n: known })),
    // On a phone before the list, which may be long; else below what is to be read, always in sight.
    isPhone() ? [actions, details] : [details, actions],
  ];
}
