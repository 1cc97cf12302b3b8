/** How far the preparation of a secteur is, on every page and beside a closed menu; pressed, it leads to it. */

import { Icon } from "../components/icon.js";
import { percent, t } from "../i18n.js";
import { html } from "../preact.js";
import { openDrawer } from "../sidebar/drawer.js";
import { openPage, view } from "../state/view.js";
import { findInterrupted, finished, running } from "./preparation.js";

/** Return {kind, icon, text, share} of what is to be said, or null. */
function findState() {
  if (running.value) {
    const { sector, done, all } = running.value;
    const share = all ? done / all : 0;
    return { kind: "encours", icon: "download", text: `${percent(share)} ${sector.nom}`, share };
  }
  const [ended, interrupted] = [finished.value, findInterrupted()];
  if (ended) return { kind: "fait", icon: "check", text: t("terrain.signe.pret", { nom: ended.sector.nom }) };
  if (interrupted) return { kind: "interrompu", icon: "warning", text: t("terrain.signe.interrompu") };
  return null;
}

function open() {
  if (view.peek().vue !== "carte") openPage("carte");
  openDrawer();
  requestAnimationFrame(() => document.getElementById("terrain")?.scrollIntoView({ block: "center" }));
}

export function FieldSign() {
  const state = findState();
  if (!state) return null;
  return html`
    <button
      type="button" class="signe-terrain" data-etat=${state.kind} data-carte=${view.value.vue === "carte" ? "" : null}
      onClick=${open}
    >
      <${Icon} name=${state.icon} /><span>${state.text}</span>
      ${state.share !== undefined && html`<progress max="1" value=${state.share} aria-hidden="true" />`}
    </button>
  `;
}
