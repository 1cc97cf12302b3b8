/** The import page: choose a file, see what is wrong with it, import it, follow the work.
 *
 * A running job stands in the address (`tache`), so the page can be left and found again.
 */

import * as api from "./api.js";
import { h, icon, replace } from "./dom.js";
import { save } from "./download.js";
import { failure, progress } from "./feedback.js";
import { percent, t } from "./i18n.js";
import { problemList } from "./importcheck.js";
import { columnTable } from "./importcolumns.js";
import { chooser, isSheet, sheetChooser, size } from "./importfile.js";
import { jobPanel, outcome } from "./importjob.js";
import { MAPPING, questionList } from "./importquestions.js";
import { importSettings } from "./importsettings.js";
import { verdictOf } from "./importverdict.js";
import * as state from "./state.js";

const SMALL = 2_000_000; // bytes
const path = (file, last = "") => `/import/menages${isSheet(file) ? "/excel" : ""}${last}`;

export function mount(draw) {
  let file = null;
  let mapping = {}; // title of the file to the field that was chosen by hand, or null
  let sheet = ""; // the sheet of a workbook that was chosen by hand
  let sheets = []; // the names of all of them, in the order of the first check
  let checked = null; // the validation's data, or an Error
  let sending = null; // {share, label}
  let wanted = null;
  const job = jobPanel(draw, restart);
  const settings = importSettings(changed, draw);
  const columns = columnTable(draw, map, changed);

  /** What was said of one file, or sheet, says nothing of the next. */
  function forgetAnswers() {
    mapping = {};
    settings.reset();
  }

  function restart() {
    wanted?.abort();
    file = checked = sending = null;
    sheet = "";
    sheets = [];
    forgetAnswers();
    state.set({ tache: null });
    draw();
  }

  function form(extra = {}) {
    const sent = new FormData();
    sent.set("file", file);
    for (const [name, value] of Object.entries(extra)) sent.set(name, value);
    return sent;
  }

  const options = () => ({ ...settings.fields(), ...(sheet && { feuille: sheet }), ...(Object.keys(mapping).length && { [MAPPING]: JSON.stringify(mapping) }) });

  /** Takes a column for a field, or leaves it aside. Another one that was chosen for the field gives way. */
  function map(title, field) {
    const others = Object.entries(mapping).filter(([, taken]) => field === null || taken !== field);
    mapping = { ...Object.fromEntries(others), [title]: field };
    settings.takeBack();
    changed();
  }

  function readSheet(name) {
    sheet = name;
    forgetAnswers();
    changed();
  }

  /** Sends the file; the bar shows the sending, then that the server reads. */
  async function send(address, fields, query, as) {
    wanted?.abort();
    wanted = new AbortController();
    sending = { share: 0, label: t("import.envoi") };
    draw();
    const onProgress = (share) => {
      sending = share < 1 ? { share, label: t("import.envoi") } : { share: null, label: t("import.lecture") };
      drawSending();
    };
    try {
      return await api.upload(address, form(fields), { query, onProgress, signal: wanted.signal, as });
    } finally {
      sending = null;
    }
  }

  /** A long file is checked by a job. */
  async function checkLater(id) {
    const tell = ({ progression }) => {
      sending = { share: progression.total ? progression.pourcentage / 100 : null, label: t("import.lecture") };
      drawSending();
    };
    tell({ progression: {} });
    try {
      return await outcome(id, tell, wanted.signal);
    } finally {
      sending = null;
    }
  }

  async function check() {
    checked = null;
    try {
      const { status, body } = await send(path(file, isSheet(file) ? "/validate-detailed" : "/validate"), options());
      checked = status === 202 ? await checkLater(body.data.jobId) : body.data;
      if (checked.feuille) {
        sheet = checked.feuille.lue;
        if (!sheets.length) sheets = [sheet, ...checked.feuille.nonLues];
      }
    } catch (error) {
      if (api.aborted(error)) return;
      checked = error;
    }
    draw();
    if (document.activeElement === document.body) document.querySelector("[data-suite]")?.focus({ preventScroll: true });
  }

  /** A small file is checked again at once; a large one when asked, since it is sent again. */
  function changed() {
    if (!file) return draw();
    checked = null;
    if (file.size < SMALL) check();
    else draw();
  }

  async function run() {
    try {
      const { body } = await send(path(file), options(), { async: 1 });
      state.set({ tache: body.data.jobId });
      return;
    } catch (error) {
      if (api.aborted(error)) return;
      checked = error;
    }
    draw();
  }

  async function report() {
    try {
      const { blob, name } = await send("/import/menages/excel/validation-report", options(), {}, "file");
      save(blob, name ?? "rapport-validation.xlsx");
    } catch (error) {
      if (!api.aborted(error)) checked = error;
    }
    draw();
  }

  function choose(list) {
    if (!list?.length) return;
    [file] = list;
    sheet = "";
    sheets = [];
    forgetAnswers();
    check();
  }

  function verdict() {
    if (checked === null) return h("button", { type: "button", class: "bouton principal", "data-suite": true, onclick: check }, t("import.verifier"));
    if (checked instanceof Error) return failure(checked, check);
    const asked = questionList(checked, map, settings.answer);
    if (asked) return [h("p", { class: "verdict" }, icon("warning"), t("import.repondre")), asked, columns(checked), problemList(checked)];
    return verdictOf(checked, settings.createsOnly(), [problemList(checked), columns(checked)], { run, report });
  }

  function review() {
    return [
      h("div", { class: "fichier" }, icon("file"), h("div", {}, h("strong", {}, file.name), h("span", { class: "doux" }, size(file.size))),
        h("button", { type: "button", class: "bouton", onclick: restart }, t("import.autre"))),
      sheetChooser(sheets, sheet, readSheet), settings.draw(checked?.problemes), h("div", { class: "envoi" }, sendingBar()), !sending && verdict(),
    ];
  }

  const sendingBar = () => sending && [progress(sending.share, sending.label, sending.share ? percent(sending.share) : ""),
    h("button", { type: "button", class: "bouton", onclick: () => (wanted.abort(), (sending = null), restart()) }, t("annuler"))];

  function drawSending() {
    const box = document.querySelector(".envoi");
    if (box) replace(box, sendingBar());
  }

  return {
    draw: () => (state.get().tache ? job.draw() : file ? review() : [chooser(choose, (error) => ((checked = error), draw())), checked instanceof Error && failure(checked)]),
    changed(now, previous) {
      if (now.tache === previous.tache) return;
      job.follow(now.tache);
      draw();
    },
    enter() {
      settings.enter();
      job.follow(state.get().tache);
    },
  };
}
