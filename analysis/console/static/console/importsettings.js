/** How a file of households is to be taken: known households, unknown villages, project, campaign, scale of the scores. */

import * as api from "./api.js";
import { h } from "./dom.js";
import { field, select } from "./forms.js";
import { t } from "./i18n.js";

const MODES = ["create", "update", "replace"];
const PAGE = 100;
const SCALES = ["0-100", "0-1"];
const CONFIRMATIONS = ["confirmerChangements", "confirmerValeurs"];
const PLACELESS = "sansLieu";
const SCALE_ASKED = "ECHELLE_SCORE";

/** `changed()` is called when the file has to be checked again, `draw()` when there is more to show. */
export function importSettings(changed, draw) {
  let mode = "create";
  let createPlaces = false;
  let answers = {}; // form fields that answer a question of the check: echelle_pmt …
  const chosen = { projetId: "", campagneId: "" };
  const lists = { projetId: null, campagneId: null };
  let opened = false;

  async function read(name, path, query) {
    lists[name] = [];
    try {
      const rows = [];
      for (let page = 1; rows.length === (page - 1) * PAGE; page += 1) rows.push(...(await api.get(path, { page, limit: PAGE, ...query })));
      // What takes no households is not offered.
      lists[name] = rows.filter((row) => row.peutCollecter !== false && !row.lectureSeule);
    } catch (error) {
      if (error.kind !== "forbidden") lists[name] = null; // asked again when the page is next opened
    }
    draw();
  }

  function enter() {
    if (lists.projetId === null) read("projetId", "/projets", { actif: true });
    if (lists.campagneId === null) read("campagneId", "/campagnes");
  }

  const set = (name, value) => {
    chosen[name] = value;
    changed();
  };

  function answer(name, value) {
    if (name in chosen) chosen[name] = value;
    else if (name === "mode") mode = value;
    else answers = { ...answers, [name]: value };
    changed();
  }

  /** What was confirmed was confirmed of the households that the check named. */
  function takeBack() {
    answers = Object.fromEntries(Object.entries(answers).filter(([name]) => !CONFIRMATIONS.includes(name)));
  }

  function setMode(value) {
    mode = value;
    takeBack();
    changed();
  }

  /** A box with a sentence below its label. */
  const box = (id, checked, label, text, act) => h("label", { class: "mode large" }, h("input", { type: "checkbox", id, checked, onchange: (event) => act(event.target.checked) }),
    h("span", {}, h("strong", {}, label), h("span", { class: "doux" }, text)));

  const radio = (value) => h("label", { class: "mode" },
    h("input", { type: "radio", id: `mode-${value}`, name: "mode", value, checked: value === mode, onchange: () => setMode(value) }),
    h("span", {}, h("strong", {}, t(`import.mode.${value}`)), h("span", { class: "doux" }, t(`import.mode.${value}.texte`))));

  function choice(name, label, none, rows) {
    const options = [["", none], ...(rows ?? []).map((row) => [row.id, row.nom])];
    return field(label, select(name, options, chosen[name], { onchange: (event) => set(name, event.target.value) }), { name });
  }

  /** The scale in use: none while the check asks for it. */
  const currentScale = (problems) => answers.echelle_pmt ?? (problems.some(({ code }) => code === SCALE_ASKED) ? "" : "0-100");

  function summary(scale) {
    const projects = (lists.projetId ?? []).find((row) => row.id === chosen.projetId);
    return [projects?.nom ?? t("import.projet.aucun"), t(scale ? `import.echelle.${scale}` : "import.echelle.inconnue")].join(" · ");
  }

  function scaleField(scale) {
    const options = SCALES.map((value) => [value, t(`import.echelle.${value}`)]);
    if (!scale) options.unshift(["", t("import.echelle.inconnue")]);
    const control = select("echelle_pmt", options, scale, { onchange: (event) => event.target.value && answer("echelle_pmt", event.target.value) });
    return field(t("import.echelle"), control, { name: "echelle_pmt", help: t("import.echelle.texte") });
  }

  return {
    enter,
    answer,
    takeBack,
    /** The form fields of every request. */
    fields: () => ({ mode, creerLocalites: String(createPlaces), ...answers, ...Object.fromEntries(Object.entries(chosen).filter(([, value]) => value)) }),
    createsOnly: () => mode === "create",
    /** What answered the questions of one file says nothing of the next. */
    reset: () => (answers = {}),
    /** `problems` of the check: what they are about is offered. */
    draw(problems = []) {
      const scale = currentScale(problems);
      const hasPlaceless = PLACELESS in answers || problems.some(({ code }) => code === "LIEU_MANQUE");
      return [
        h("fieldset", { class: "modes" }, h("legend", {}, t("import.mode")), MODES.map(radio),
          box("creer-localites", createPlaces, t("import.localites"), t("import.localites.texte"), (on) => ((createPlaces = on), changed())),
          hasPlaceless && box("sans-lieu", answers[PLACELESS] === "true", t("import.sanslieu"), t("import.sanslieu.texte"), (on) => answer(PLACELESS, String(on)))),
        h("details", { class: "feuille reglages-import", open: opened, ontoggle: (event) => (opened = event.target.open) },
          h("summary", {}, t("import.reglages"), h("span", { class: "doux" }, summary(scale))),
          h("div", { class: "choix-import" },
            choice("projetId", t("import.projet"), t("import.projet.aucun"), lists.projetId),
            choice("campagneId", t("import.campagne"), t("import.campagne.aucune"), lists.campagneId),
            scaleField(scale))),
      ];
    },
  };
}
