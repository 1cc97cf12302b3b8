/** The file that is being checked, and what is known of it: it outlives a visit of another page. */

import { saveFile } from "../components/download.js";
import { t } from "../i18n.js";
import { batch, signal } from "../preact.js";
import * as api from "../server/api.js";
import { isAborted } from "../server/errors.js";
import { waitForJob } from "../server/jobs.js";
import { setView } from "../state/view.js";
import * as settings from "./settings-state.js";

const SMALL = 2_000_000; // bytes
export const MAPPING = "correspondances";

/** @type {import("@preact/signals").Signal<File | null>} */
export const file = signal(null);
/** The sheet of a workbook that is read, and the names of all of them, in the order of the first check. */
export const sheet = signal("");
export const sheets = signal(/** @type {string[]} */ ([]));
/** The validation's data, or an Error. @type {import("@preact/signals").Signal<any>} */
export const checked = signal(null);
/** What is being sent: {share, label}; a share of null is not known. @type {import("@preact/signals").Signal<any>} */
export const sending = signal(null);

/** Title of the file to the field that was chosen by hand, or null. @type {Record<string, string | null>} */
let mapping = {};
/** @type {AbortController | null} */
let request = null;

const isWorkbook = () => /\.xlsx?$/i.test(file.value?.name ?? "");
const findPath = (last = "") => `/import/menages${isWorkbook() ? "/excel" : ""}${last}`;

/** Forget the answers: those about one file, or sheet, say nothing of the next. */
function forgetAnswers() {
  mapping = {};
  settings.forgetAnswers();
}

function setFile(next) {
  batch(() => {
    file.value = next;
    sheet.value = "";
    sheets.value = [];
    forgetAnswers();
  });
}

/** Begin anew, without a file. */
export function restart() {
  request?.abort();
  batch(() => {
    setFile(null);
    checked.value = null;
    sending.value = null;
    setView({ tache: null });
  });
}

export function chooseFile(list) {
  if (!list?.length) return;
  setFile(list[0]);
  check();
}

export function chooseSheet(name) {
  sheet.value = name;
  forgetAnswers();
  refresh();
}

/** Take a column for a field, or leave it aside. Another one that was chosen for the field gives way. */
export function mapColumn(title, field) {
  const others = Object.entries(mapping).filter(([, taken]) => field === null || taken !== field);
  mapping = { ...Object.fromEntries(others), [title]: field };
  settings.dropConfirmations();
  refresh();
}

function makeForm(more) {
  const fields = { ...settings.collectFields(), ...more };
  if (sheet.value) fields.feuille = sheet.value;
  if (Object.keys(mapping).length) fields[MAPPING] = JSON.stringify(mapping);
  const form = new FormData();
  form.set("file", /** @type {File} */ (file.value));
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return form;
}

/** Send the file; the bar shows the sending, then that the server reads. */
async function send(path, { query = {}, as = "json", more = {} } = {}) {
  request?.abort();
  request = new AbortController();
  const { signal: wanted } = request;
  const onProgress = (share) => {
    sending.value = share < 1 ? { share, label: t("import.envoi") } : { share: null, label: t("import.lecture") };
  };
  onProgress(0);
  try {
    return await api.upload(path, makeForm(more), { query, onProgress, signal: wanted, as });
  } finally {
    if (request.signal === wanted) sending.value = null; // a newer request has its own bar
  }
}

/** Wait for the job that checks a long file. */
async function waitForCheck(id) {
  const onProgress = ({ progression }) => {
    const share = progression.total ? progression.pourcentage / 100 : null;
    sending.value = { share, label: t("import.lecture") };
  };
  onProgress({ progression: {} });
  try {
    return await waitForJob(id, onProgress, request?.signal);
  } finally {
    sending.value = null;
  }
}

function setChecked(data) {
  batch(() => {
    checked.value = data;
    if (!data.feuille) return;
    sheet.value = data.feuille.lue;
    if (!sheets.value.length) sheets.value = [data.feuille.lue, ...data.feuille.nonLues];
  });
}

/** Check the file, without writing anything. */
export async function check() {
  checked.value = null;
  try {
    const { status, body } = await send(findPath(isWorkbook() ? "/validate-detailed" : "/validate"));
    setChecked(status === 202 ? await waitForCheck(body.data.jobId) : body.data);
  } catch (error) {
    if (!isAborted(error)) checked.value = error;
  }
}

/** Check the file again as it is to be read now: a small one at once, a large one, which is sent again, when asked. */
export function refresh() {
  if (!file.value) return;
  checked.value = null;
  if (file.value.size < SMALL) check();
}

/** Start the import as a job. */
export async function run() {
  try {
    const { body } = await send(findPath(), { query: { async: 1 } });
    // The file is let go: who comes back finds its job, and does not send it again.
    batch(() => {
      setFile(null);
      checked.value = null;
      setView({ tache: body.data.jobId });
    });
  } catch (error) {
    if (!isAborted(error)) checked.value = error;
  }
}

/** Save the lines to correct with their problems marked. */
export async function saveReport() {
  try {
    const { blob } = await send("/import/menages/excel/validation-report", { as: "file", more: { aCorriger: true } });
    saveFile(blob, "lignes-a-corriger.xlsx");
  } catch (error) {
    if (!isAborted(error)) checked.value = error;
  }
}
