/** Referral: from a place, the nearest open service of each kind, and a card for paper without anybody on it. */

import { saveFile } from "../components/download.js";
import { Empty, Failure } from "../components/feedback.js";
import { InputField } from "../components/fields.js";
import { Form } from "../components/forms.js";
import { Icon } from "../components/icon.js";
import { code, distance, number, t } from "../i18n.js";
import { html, signal, useElement } from "../preact.js";
import * as api from "../server/api.js";
import { onLock } from "./lock.js";
import { colourOf } from "./service-map.js";

// The place that was asked about stands in memory only.
const place = signal(/** @type {{latitude: number, longitude: number} | null} */ (null));
const found = signal(/** @type {any[] | null} */ (null));
const failure = signal(/** @type {any} */ (null));

onLock(() => {
  place.value = null;
  found.value = null;
  failure.value = null;
});

async function ask(form) {
  place.value = { latitude: Number(form.latitude.value), longitude: Number(form.longitude.value) };
  failure.value = null;
  return api.post("/services-vbg/orientation", place.value);
}

async function saveCard() {
  try {
    const { blob, name } = await api.postForFile("/services-vbg/orientation/fiche", place.value);
    saveFile(blob, name ?? "fiche.pdf");
  } catch (error) {
    failure.value = error;
  }
}

const openText = (isOpen) => {
  if (isOpen === null) return t("protection.heures.inconnues");
  return t(isOpen ? "protection.ouvert" : "protection.ferme");
};

const LONG = 120; // minutes: a longer walk is told in hours

function describeWalk(minutes) {
  const isLong = minutes >= LONG;
  const count = isLong ? Math.round(minutes / 60) : minutes;
  return t(isLong ? "protection.apied.heures" : "protection.apied", { n: count, nombre: number(count) });
}

const Referral = (one) => html`
  <li class="feuille" key=${one.id}>
    <h3>
      <i class="pastille" style=${{ background: colourOf(one.typeService) }} />
      ${code("typeservice", one.typeService, one.typeLabel)}
    </h3>
    <p><strong>${one.nom}</strong></p>
    <p>
      ${distance(one.distance)}${one.direction ? ` · ${code("vent", one.direction)}` : ""} ·${" "}
      ${describeWalk(one.minutesAPied)}
    </p>
    <p>${openText(one.ouvert)}${one.horaires ? ` (${one.horaires})` : ""}</p>
    <p>${[one.telephone, one.adresse, one.localite, one.secteur].filter(Boolean).join(" · ")}</p>
  </li>
`;

function Results() {
  const rows = found.value;
  if (rows === null) return null;
  if (!rows.length) return html`<${Empty} text=${t("protection.aucun.proche")} />`;
  return html`
    <ul class="orientations">${rows.map(Referral)}</ul>
    <p>
      <button type="button" class="bouton" onClick=${saveCard}>
        <${Icon} name="download" />${t("protection.fiche")}
      </button>
    </p>
    <p class="doux petit">${t("protection.fiche.texte")}</p>
  `;
}

/** Fill the fields with where this device is. */
function Here({ form }) {
  const fill = ({ coords }) => {
    form.current.querySelector("[name=latitude]").value = coords.latitude.toFixed(5);
    form.current.querySelector("[name=longitude]").value = coords.longitude.toFixed(5);
  };
  const run = () => navigator.geolocation?.getCurrentPosition(fill);
  return html`
    <button type="button" class="bouton" onClick=${run}><${Icon} name="target" />${t("protection.ici")}</button>
  `;
}

export function ReferralPage() {
  const box = useElement();
  const done = (rows) => {
    found.value = rows;
  };
  return html`
    <div class="pile" ref=${box}>
      <p class="doux">${t("protection.orientation.texte")}</p>
      <${Form}
        label=${t("protection.orienter")} send=${ask} onDone=${done} extra=${html`<${Here} form=${box} />`}
      >
        <div class="deux">
          <${InputField}
            label=${t("protection.latitude")} name="latitude" type="number" step="any" min="-90" max="90" required
            autocomplete="off"
          />
          <${InputField}
            label=${t("protection.longitude")} name="longitude" type="number" step="any" min="-180" max="180" required
            autocomplete="off"
          />
        </div>
      <//>
      ${failure.value && html`<${Failure} error=${failure.value} />`}
      <${Results} />
    </div>
  `;
}
