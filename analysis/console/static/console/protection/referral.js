/** Referral: from a place, the nearest open service of each kind, and a card for paper without anybody on it. */

import { saveFile } from "../components/download.js";
import { Empty, Failure } from "../components/feedback.js";
import { Icon } from "../components/icon.js";
import { code, distance, number, t } from "../i18n.js";
import { html, signal } from "../preact.js";
import * as api from "../server/api.js";
import { FoundMap, Numbered } from "./found-map.js";
import { onLock } from "./lock.js";
import { PhoneLink } from "./phone-link.js";
import { PlacePicker } from "./place-picker.js";
import { Withheld } from "./withheld.js";

// The place that was asked about stands in memory only.
const place = signal(/** @type {{latitude: number, longitude: number} | null} */ (null));
const found = signal(/** @type {any[] | null} */ (null));
const failure = signal(/** @type {any} */ (null));

onLock(() => {
  place.value = null;
  found.value = null;
  failure.value = null;
});

/** Look for the services near a point; a refusal is told below the place. */
async function ask([longitude, latitude]) {
  place.value = { latitude: Number(latitude.toFixed(5)), longitude: Number(longitude.toFixed(5)) };
  failure.value = null;
  try {
    found.value = await api.post("/services-vbg/orientation", place.value);
    requestAnimationFrame(() => document.getElementById("orientations")?.scrollIntoView({ block: "nearest" }));
  } catch (error) {
    found.value = null;
    failure.value = error;
  }
}

async function saveCard() {
  try {
    const { blob, name } = await api.postForFile("/services-vbg/orientation/fiche", place.value);
    saveFile(blob, name ?? "fiche.pdf");
  } catch (error) {
    failure.value = error;
  }
}

/** Say whether it is open; where nobody knows, to call first: only where there is a number. */
function openText({ ouvert, telephone }) {
  if (ouvert !== null) return t(ouvert ? "protection.ouvert" : "protection.ferme");
  return t(telephone ? "protection.heures.appelez" : "protection.heures.inconnues");
}

const LONG = 120; // minutes: a longer walk is told in hours

function describeWalk(minutes) {
  const isLong = minutes >= LONG;
  const count = isLong ? Math.round(minutes / 60) : minutes;
  return t(isLong ? "protection.apied.heures" : "protection.apied", { n: count, nombre: number(count) });
}

const Referral = (one, at) => html`
  <li class="feuille" key=${one.id}>
    <h3>
      <${Numbered} place=${at + 1} type=${one.typeService} />
      ${code("typeservice", one.typeService, one.typeLabel)}
    </h3>
    <p><strong>${one.nom}</strong></p>
    <p>
      ${distance(one.distance)}${one.direction ? ` · ${code("vent", one.direction)}` : ""} ·${" "}
      ${describeWalk(one.minutesAPied)}
    </p>
    <p>${openText(one)}${one.horaires ? ` (${one.horaires})` : ""}</p>
    ${one.telephone && html`<p><${PhoneLink} number=${one.telephone} /></p>`}
    <p>${[...new Set([one.adresse, one.localite, one.secteur])].filter(Boolean).join(" · ")}</p>
  </li>
`;

function Results() {
  const rows = found.value;
  if (rows === null) return null;
  if (!rows.length) return html`<${Empty} text=${t("protection.aucun.proche")} />`;
  return html`
    <div class="pile" id="orientations">
      <${FoundMap} spot=${place.value} services=${rows} />
      <ul class="orientations">${rows.map(Referral)}</ul>
    </div>
    <p>
      <button type="button" class="bouton" onClick=${saveCard}>
        <${Icon} name="download" />${t("protection.fiche")}
      </button>
    </p>
    <p class="doux petit">${t("protection.fiche.texte")}</p>
  `;
}

export const ReferralPage = () => html`
  <div class="pile">
    <p class="doux">${t("protection.orientation.texte")}</p>
    <${Withheld} />
    <${PlacePicker} spot=${place.value} onPick=${ask} />
    ${failure.value && html`<${Failure} error=${failure.value} />`}
    <${Results} />
  </div>
`;
