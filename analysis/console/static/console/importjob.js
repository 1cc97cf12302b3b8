/** A running import: progress with counts and the remaining time, cancel, result. */

import * as api from "./api.js";
import { announce, h, icon } from "./dom.js";
import { failure, progress } from "./feedback.js";
import { number, remaining, t } from "./i18n.js";
import { messageList } from "./importcheck.js";
import * as places from "./places.js";
import * as state from "./state.js";

const OPEN = new Set(["en_attente", "en_cours"]);
const FIRST_WAIT = 400; // milliseconds; grows to LAST_WAIT, so that short work shows at once and long work asks seldom
const LAST_WAIT = 3000;

const pause = (milliseconds, signal) =>
  new Promise((resolve, reject) => {
    setTimeout(resolve, milliseconds);
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
  });

/** Waits for a job's result; `tell(job)` at every look. Throws when the job fails or is no longer wanted. */
export async function outcome(id, tell, signal) {
  for (let wait = FIRST_WAIT; ; wait = Math.min(LAST_WAIT, wait * 1.5)) {
    const job = await api.get(`/jobs/${id}`, {}, signal);
    if (job.statut === "termine") return job.resultat;
    if (!OPEN.has(job.statut)) throw Object.assign(new Error(job.erreur ?? ""), { kind: "failed" });
    tell(job);
    await pause(wait, signal);
  }
}

/** Nobody should be told "2 min" from the first rows alone. */
function timeLeft(job) {
  const { fait, total } = job.progression;
  const spent = (Date.now() - new Date(job.startedAt ?? job.createdAt)) / 1000;
  if (!total || fait < total * 0.02 || spent < 2) return "";
  return remaining(((total - fait) * spent) / fait);
}

export function jobPanel(redraw, again) {
  let id = null;
  let job = null;
  let timer = null;
  let asked = false; // a cancel was asked for

  async function look(wait) {
    const watched = id;
    try {
      job = await api.get(`/jobs/${watched}`);
    } catch (error) {
      job = error;
    }
    if (watched !== id) return;
    if (job instanceof Error && job.kind === "offline") timer = setTimeout(() => look(LAST_WAIT), LAST_WAIT);
    if (OPEN.has(job.statut)) timer = setTimeout(() => look(Math.min(LAST_WAIT, wait * 1.5)), wait);
    else if (job.statut === "termine") finished();
    redraw();
  }

  function finished() {
    places.forget();
    announce(t("import.fini"));
    dispatchEvent(new Event("tabanca:registre"));
  }

  async function cancel() {
    asked = true;
    redraw();
    try {
      await api.post(`/jobs/${id}/annuler`);
    } catch (error) {
      job = error;
      redraw();
    }
  }

  function running() {
    const { fait, total, pourcentage } = job.progression;
    const counts = total ? t("import.avance", { n: total, fait, total }) : "";
    return [
      progress(job.statut === "en_attente" ? null : pourcentage / 100, t(asked ? "import.annulation" : job.statut === "en_attente" ? "import.attente" : "import.encours"), [counts, timeLeft(job)].filter(Boolean).join(" · ")),
      h("p", { class: "doux" }, t("import.quitter")),
      h("button", { type: "button", class: "bouton", disabled: asked, onclick: cancel }, t("annuler")),
    ];
  }

  function result() {
    const { total = 0, imported = 0, updated, skipped = 0, known = 0 } = job.resultat ?? {};
    const tile = (value, label, kind) => h("div", { class: `carreau ${kind}` }, h("strong", {}, number(value)), h("span", {}, label));
    return [
      h("p", { class: "verdict" }, icon("check"), t("import.fini")),
      h("div", { class: "carreaux" }, tile(total, t("import.lignes", { n: total }), ""), tile(imported, t("import.crees", { n: imported }), imported ? "vert" : ""),
        updated !== undefined && tile(updated, t("import.majour", { n: updated }), updated ? "vert" : ""), known > 0 && tile(known, t("import.connus", { n: known }), ""), tile(skipped - known, t("import.sautees", { n: skipped - known }), skipped > known ? "ambre" : "")),
      h("div", { class: "actions" },
        h("button", { type: "button", class: "bouton principal", onclick: () => state.go("carte") }, icon("map"), t("import.voir")),
        h("button", { type: "button", class: "bouton", onclick: again }, t("import.autre"))),
      messageList(job.resultat ?? {}),
    ];
  }

  function stopped(key, detail) {
    return [h("p", { class: "verdict" }, icon("warning"), t(key)), detail && h("p", { class: "doux" }, detail),
      h("div", { class: "actions" }, h("button", { type: "button", class: "bouton principal", onclick: again }, t("import.recommencer")))];
  }

  return {
    /** Watches another job, or none. */
    follow(next) {
      clearTimeout(timer);
      [id, job, asked] = [next, null, false];
      if (id) look(FIRST_WAIT);
    },
    draw() {
      if (job === null) return progress(null, t("chargement"));
      if (job instanceof Error) return failure(job, () => look(FIRST_WAIT));
      if (OPEN.has(job.statut)) return running();
      if (job.statut === "termine") return result();
      return stopped(job.statut === "annule" ? "import.annule" : "import.echec", job.erreur);
    },
  };
}
