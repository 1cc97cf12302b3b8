/** The layers with their symbols and counts; each can be shown or hidden. */

import { Failure, Skeleton } from "../components/feedback.js";
import { ServiceSymbol } from "../components/icon.js";
import { number, t } from "../i18n.js";
import { colours, POVERTY, SERVICES } from "../map/palette.js";
import { hasBaseLines } from "../map/style.js";
import { heldDrawn } from "../offline/held-points.js";
import { beganOffline } from "../offline/offline-line.js";
import { html, useEffect } from "../preact.js";
import * as api from "../server/api.js";
import * as places from "../server/places.js";
import { currentUser, may } from "../server/session.js";
import { createLoader } from "../state/loader.js";
import { isDark } from "../state/theme.js";
import { FILTERS, pickArea, setView, view } from "../state/view.js";
import { counts } from "./counts.js";

const COUNT = {
  ecoles: (all) => all.ecoles,
  services_sante: (all) => all.servicesSante,
  points_eau: (all) => all.pointsEau,
  services_vbg: (all) => all.servicesVBG,
  polices_judiciaires: (all) => all.policesJudiciaires,
  asc: (all) => all.asc,
  acteurs_locaux: (all) => all.pointsFocaux + all.chefsVillage,
  plaintes: (all) => all.plaintes,
};

const listLayers = () => [
  ...(may("registre.lire") ? ["menages"] : []),
  ...Object.keys(SERVICES),
  ...(may("plaintes.lire") ? ["plaintes"] : []),
];

const HouseholdSymbol = () => html`
  <span class="symbole rampe" aria-hidden="true">
    ${POVERTY.map((step) => html`<span style=${{ background: step.colour }} />`)}
  </span>
`;

function toggle(layer, isOn) {
  const others = view.value.couches.filter((name) => name !== layer && name !== `-${layer}`); // see state/set-aside.js
  setView({ couches: isOn ? [...others, layer] : others });
}

const LayerRow = ({ layer, count }) => html`
  <li>
    <label class="couche">
      <input
        type="checkbox" role="switch" id="couche-${layer}" checked=${view.value.couches.includes(layer)}
        onChange=${(event) => toggle(layer, event.target.checked)}
      />
      ${layer === "menages" ? html`<${HouseholdSymbol} />` : html`<${ServiceSymbol} layer=${layer} />`}
      <span class="nom">${t(`couche.${layer}`)}</span>
      <span class="compte-couche">${count === null ? "" : number(count)}</span>
    </label>
  </li>
`;

/** Roads and rivers, under all layers; their symbol is their legend. */
function BaseRow() {
  const isOn = hasBaseLines(view.value);
  const { roadEdge, river } = colours(isDark.value);
  const line = (colour, y) =>
    html`<path d=${`M1 ${y}q5 -4 9 0t9 0`} fill="none" stroke=${colour} stroke-width="2.4" />`;
  return html`
    <li>
      <label class="couche">
        <input
          type="checkbox" role="switch" id="couche-fond_carte" checked=${isOn}
          onChange=${(event) => setView({ fond: event.target.checked ? null : "false" })}
        />
        <svg class="symbole" width="20" height="20" viewBox="0 0 20 20" aria-hidden="true">
          ${line(roadEdge, 7)}${line(river, 14)}
        </svg>
        <span class="nom">${t("couche.fond_carte")}</span>
      </label>
    </li>
  `;
}

const findScope = () => (currentUser().regions?.length ? "couches.vosregions" : "couches.pays");

const loader = createLoader();
const load = () => loader.load((signal) => places.getCountsOf(pickArea(), signal), { keep: true });

/** Count the households on the map, with the filters; where it has no network those that the device keeps. */
function countPlaced() {
  if (beganOffline.value || heldDrawn.value !== null) return heldDrawn.value;
  return counts.value?.placed ?? null;
}

const complaints = createLoader();
const readComplaints = (signal) => api.getJson("/carte/plaintes", { ...pickArea(), limit: 1 }, signal);

/** Say where complaints lie, and how many of those that are drawn else have no place. */
function ComplaintNote() {
  const { region, secteur, couches } = view.value;
  const isOn = couches.includes("plaintes");
  useEffect(() => {
    if (isOn) complaints.load(readComplaints, { keep: true });
  }, [region, secteur, isOn]);
  const unplaced = isOn ? (complaints.value?.sansPosition ?? 0) : 0;
  return html`
    <p class="doux petit" id="legende-plaintes">
      ${t("couches.legende.plaintes")}${unplaced > 0 && ` ${t("couches.plaintes.sans", { n: unplaced })}`}
    </p>
  `;
}

/** Say what of the filters acts on all layers, and what on households alone. */
function findNote(state) {
  if (heldDrawn.value !== null) return "couches.gardes";
  if (beganOffline.value) return "couches.horsligne";
  const isNarrowed = Object.keys(pickArea(state)).length > 0;
  const isMore = FILTERS.some((name) => state[name] && name !== "region" && name !== "secteur");
  if (isNarrowed) return isMore ? "couches.zone.filtres" : null;
  return isMore ? findScope() : null;
}

export function Layers() {
  const { region, secteur } = view.value;
  useEffect(() => {
    load();
    addEventListener("tabanca:registre", load);
    return () => removeEventListener("tabanca:registre", load);
  }, [region, secteur]);
  const answer = loader.answer.value;
  const known = loader.value;
  const layers = listLayers();
  const findCount = (layer) => (layer === "menages" ? countPlaced() : known && COUNT[layer](known));
  // Where it lies narrows everything, all other filters households alone.
  const noteKey = findNote(view.value);
  const note = noteKey && html`<li class="doux petit sans-filtres" key="note">${t(noteKey)}</li>`;
  const row = (layer) => html`<${LayerRow} key=${layer} layer=${layer} count=${findCount(layer)} />`;
  return html`
    <section class="couches">
      <div class="titre-rangee">
        <h2>${t("couches")}</h2>
        ${
          view.value.couches.length > 0 &&
          html`
            <button type="button" class="lien" onClick=${() => setView({ couches: [] })}>${t("couches.aucune")}</button>
          `
        }
      </div>
      ${answer instanceof Error && html`<${Failure} error=${answer} onRetry=${load} />`}
      ${
        answer === null
          ? html`<${Skeleton} lines=${6} />`
          : html`<ul>${layers.slice(0, 1).map(row)}${note}${layers.slice(1).map(row)}<${BaseRow} key="fond" /></ul>`
      }
      ${may("registre.lire") && html`<p class="doux petit">${t("couches.legende")}</p>`}
      ${may("plaintes.lire") && html`<${ComplaintNote} />`}
    </section>
  `;
}
