/** One pair of households side by side, with what differs marked, and what is decided about it. */

import * as api from "../api.js";
import { announce, h, icon } from "../dom.js";
import { field, sentence } from "../forms.js";
import { code, number, t } from "../i18n.js";
import { visit } from "../map.js";
import { reading } from "../reading.js";
import { may } from "../session.js";
import * as state from "../state.js";
import { askMerge, undoMerge } from "./merge.js";

const DECISIONS = ["distincts", "ignorer"];
const KEYS = { d: "distincts", i: "ignorer" };

/** `queue()`: the pairs of the list, in order; `refresh()` reads it again. */
export function pairPanel(redraw, queue, refresh) {
  const found = reading(redraw);
  let last = null; // the last decision of this visit, to be taken back: {id, decision, merge}
  let problem = null;
  let reason = "";
  let busy = false;

  const go = (id) => state.set({ element: id });
  /** The pair with the tag of what is shown: what is decided is said of that. */
  async function read(id, signal) {
    const { data, tag } = await api.getTagged(`/menages/doublons/${id}`, signal);
    return { ...data, tag };
  }
  function neighbour(step) {
    const at = queue().findIndex((pair) => pair.id === state.get().element);
    return queue()[at + step] ?? null;
  }
  function move(step) {
    const next = neighbour(step);
    if (next) go(next.id);
  }

  async function decide(id, decision) {
    if (busy) return;
    busy = true;
    problem = null;
    const next = neighbour(1) ?? neighbour(-1);
    try {
      if (decision === "rouvrir") await api.post(`/menages/doublons/${id}/decision`, { decision });
      else await api.post(`/menages/doublons/${id}/decision`, { decision, motif: reason }, { tag: found.value.tag });
      busy = false;
      announce(t(`doublons.fait.${decision}`));
      last = decision === "rouvrir" ? null : { id, decision };
      reason = "";
      await refresh();
      state.set({ element: decision === "rouvrir" ? id : next?.id ?? null });
      if (decision === "rouvrir") open(id);
    } catch (error) {
      problem = sentence(error);
      if (error.status === 409) found.again(); // what was judged is not what it is by now
    } finally {
      busy = false;
    }
    redraw();
  }

  /** After a merge the pair is gone: the next one is shown, or the list. */
  async function merge(pair) {
    const next = neighbour(1) ?? neighbour(-1);
    const made = await askMerge(pair);
    if (!made) return;
    last = { decision: "fusionner", merge: made.fusionId };
    announce(t("doublons.fait.fusionner"));
    state.set({ element: next?.id ?? null });
    refresh();
  }

  async function takeBack() {
    if (!last?.merge) return decide(last.id, "rouvrir");
    problem = null;
    try {
      await undoMerge(last.merge);
      last = null;
      announce(t("doublons.fait.defaire"));
      await refresh();
    } catch (error) {
      problem = sentence(error);
    }
    return redraw();
  }

  /** d, i, m, arrows and u, where no text is being typed. */
  function pressed(event) {
    const pair = state.get().element ? found.value : null;
    if (state.get().vue !== "doublons" || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target.closest("input, textarea, select, dialog")) return;
    if (event.key === "ArrowRight" || event.key === "n") move(1);
    else if (event.key === "ArrowLeft" || event.key === "p") move(-1);
    else if (!may("registre.valider")) return;
    else if (event.key === "u" && last) takeBack();
    else if (event.key === "m" && pair?.decision === null && may("registre.supprimer")) merge(pair);
    else if (event.key in KEYS && pair?.decision === null) decide(pair.id, KEYS[event.key]);
    else return;
    event.preventDefault();
  }
  addEventListener("keydown", pressed);

  const shown = (name, value) => (value === null || value === "" ? h("span", { class: "doux" }, t("inconnu")) : name === "sexe" ? code("sexe", value) : String(value));

  function line({ libelle, favorable, raison, valeurs }) {
    const verdict = favorable === null ? "tait" : favorable ? "pareil" : "differe";
    return valeurs.filter(({ a, b }) => a !== null || b !== null).map(({ champ, a, b }, index) => {
      const differs = a !== b && a !== null && b !== null;
      return h("tr", { class: differs ? "differe" : null },
        h("th", { scope: "row" }, valeurs.length > 1 ? t(`champ.${champ}`) : libelle),
        h("td", {}, shown(champ, a)), h("td", {}, shown(champ, b)),
        h("td", { class: "avis-paire" }, index === 0 ? h("span", { class: `verdict-${verdict}` }, raison ?? t(`doublons.${verdict}`)) : differs && h("span", { class: "doux" }, t("doublons.differe"))));
    });
  }

  const head = (household, letter) => h("th", { scope: "col" }, h("span", { class: "doux" }, t("doublons.menage", { lettre: letter })),
    h("button", { type: "button", class: "lien", onclick: () => visit(`menage/${household.id}`, { vue: "carte", element: null }) }, household.codeMenage));

  const compared = (pair) => h("div", { class: "feuille defile", tabindex: "0", role: "region", "aria-label": t("doublons.comparaison") },
    h("table", { class: "lignes compare" }, h("caption", { class: "hors-vue" }, t("doublons.comparaison")),
      h("thead", {}, h("tr", {}, h("th", { scope: "col" }, t("doublons.donnee")), head(pair.menageA, "A"), head(pair.menageB, "B"), h("th", { scope: "col" }, t("doublons.avis")))),
      h("tbody", {}, pair.comparaison.map(line))));

  function actions(pair) {
    if (!may("registre.valider")) return null;
    const button = (decision, kind) => h("button", { type: "button", id: `decide-${decision}`, class: `bouton ${kind}`, onclick: () => decide(pair.id, decision) }, t(`doublons.${decision}.faire`), decision !== "rouvrir" && h("kbd", {}, decision[0].toUpperCase()));
    if (pair.decision) return h("div", { class: "feuille" }, h("p", {}, t(`doublons.fait.${pair.decision}`), pair.motif ? ` ${pair.motif}` : ""), h("div", { class: "actions" }, button("rouvrir", "")));
    const typed = h("input", { id: "motif-paire", maxlength: 1000, value: reason, autocomplete: "off", oninput: (event) => (reason = event.target.value) });
    return h("div", { class: "feuille" }, field(t("doublons.motif"), typed),
      h("div", { class: "actions" }, DECISIONS.map((decision, index) => button(decision, index ? "" : "principal")),
        may("registre.supprimer") && h("button", { type: "button", id: "decide-fusionner", class: "bouton", onclick: () => merge(pair) }, t("doublons.fusionner.faire"), h("kbd", {}, "M"))), h("p", { class: "doux petit clavier" }, t("doublons.clavier")));
  }

  const panel = (pair) => [
    h("div", { class: "feuille score-paire" }, h("p", {}, h("strong", {}, number(pair.score)), " ", h("span", {}, t("doublons.surcent")), " · ", t(`doublons.${pair.niveau}`)),
      h("p", {}, pair.raisons.map((text) => h("span", { class: "insigne oui" }, icon("check"), text)), pair.contre.map((text) => h("span", { class: "insigne contre" }, icon("close"), text)))),
    compared(pair), actions(pair),
  ];

  /** What was decided last, with the way back; shown over the list too. */
  const done = () => [
    last && h("p", { class: "dit" }, icon("check"), h("span", {}, t(`doublons.fait.${last.decision}`)),
      h("button", { type: "button", class: "lien", id: "paire-defaire", onclick: takeBack }, t("doublons.defaire"), " (U)")),
    problem && h("p", { class: "faute", role: "alert" }, problem),
  ];

  function open(id) {
    problem = null;
    if (id && id !== found.value?.id) found.read((signal) => read(id, signal));
    else if (id) found.again();
  }

  return {
    open,
    done,
    draw: () => [
      h("div", { class: "fil" }, h("button", { type: "button", class: "lien", onclick: () => go(null) }, icon("back"), t("doublons.retour")),
        h("div", { class: "actions" },
          h("button", { type: "button", id: "paire-avant", class: "bouton", disabled: !neighbour(-1), onclick: () => move(-1) }, icon("previous"), t("pages.avant")),
          h("button", { type: "button", id: "paire-apres", class: "bouton", disabled: !neighbour(1), onclick: () => move(1) }, t("doublons.suivante"), icon("next")))),
      done(),
      found.show(panel),
    ],
  };
}
