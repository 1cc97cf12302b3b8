/** The states of a panel other than its content: loading, empty, error, no permission, offline. */

import { h, icon } from "./dom.js";
import { t } from "./i18n.js";

/** Grey lines where the text will be; announced as busy. */
export function skeleton(lines = 4) {
  return h("div", { class: "squelette", role: "status", "aria-busy": "true", "aria-label": t("chargement") },
    Array.from({ length: lines }, (_, index) => h("span", { style: { width: `${[92, 64, 78, 48][index % 4]}%` } })));
}

/** Nothing found, and what to do about it. */
export function empty(text, action, onclick) {
  return h("div", { class: "etat" }, h("p", {}, text), action && h("button", { type: "button", class: "bouton", onclick }, action));
}

/** What happened, what to do, try again; tried by itself when the connection is back. Bad input shows the server's own sentence. */
export function failure(error, retry) {
  const kind = error.kind ?? "failed";
  const detail = kind === "refused" || kind === "forbidden" ? error.message : "";
  const box = h("div", { class: `etat etat-${kind}`, role: "alert" },
    icon("warning"),
    h("p", {}, h("strong", {}, t(`erreur.${kind}.titre`)), h("span", {}, detail || t(`erreur.${kind}.texte`))),
    retry && kind !== "forbidden" && h("button", { type: "button", class: "bouton", onclick: retry }, t("reessayer")));
  if (retry && kind === "offline") addEventListener("online", () => box.isConnected && retry(), { once: true });
  return box;
}

/** Sentences of an ApiError's details, one a field. */
export const sentences = (error) => Object.values(error.details ?? {}).flat().map(String);

/** A progress bar with its numbers in words. `share` null: not known yet. */
export function progress(share, label, detail = "") {
  const bar = h("progress", { max: "100", "aria-label": label });
  if (share !== null) bar.value = Math.round(share * 100);
  return h("div", { class: "avancement" }, h("p", {}, h("strong", {}, label), h("span", {}, detail)), bar);
}
