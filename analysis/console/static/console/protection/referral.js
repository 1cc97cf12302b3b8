/** Referral: from a place, the nearest open service of each kind, and a card for paper without anybody on it. */

import { saveFile } from "../components/download.js";
import { Empty, Failure } from "../components/feedback.js";
import { Icon } from "../components/icon.js";
import { Telephone } from "../components/telephone.js";
import { code, distance, number, t } from "../i18n.js";
import { html, signal } from "../preact.js";
import * as api from "../server/api.js";
import { FoundMap, Numbered } from "./found-map.js";
import { onLock } from "./lock.js";
import { OrdinaryCare, useNearerCare } from "./ordinary-care.js";
import { PlacePicker } from "./place-picker.js";
import { Withheld } from "./withheld.js";

/** What somebody may need first, and the kinds of services that give it. */
const NEEDS = {
  soins: ["centre_sante"],
  ecoute: ["centre_ecoute", "structure_sociale", "ong"],
  abri: ["hebergement"],
  justice: ["poste_police", "tribunal"],
};
// The place that was asked about stands in memory only.
const place = signal(/** @type {{latitude: number, longitude: number} | null} */ (null));
const found = signal(/** @type {any[] | null} */ (null));
const failure = signal(/** @type {any} */ (null));
const need = signal("");

onLock(() => {
  place.value = null;
  found.value = null;
  failure.value = null;
  need.value = "";
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

const OPEN = { true: "ouvert", false: "ferme" };

const LONG = 120; // minutes: a longer walk is told in hours

const LONGEST = 360; // minutes: nobody walks longer for help

function describeWalk(minutes) {
  if (minutes > LONGEST) return t("protection.apied.loin");
  const isLong = minutes >= LONG;
  const count = isLong ? Math.round(minutes / 60) : minutes;
  return t(isLong ? "protection.apied.heures" : "protection.apied", { n: count, nombre: number(count) });
}

/** The nearest service that can be called speaks for one without a number. */
function SpeakFor({ service }) {
  const other = found.value?.find(({ id, telephone }) => telephone && id !== service.id);
  const words = other ? t("protection.sansnumero.aupres", { nom: other.nom }) : t("protection.sansnumero");
  return html`<p class="doux">${words}</p>`;
}

const describeWay = (one) => t("protection.vol", { distance: distance(one.distance) });

const Referral = (one, at) => html`
  <li class="feuille" key=${one.id}>
    <h3>
      <${Numbered} place=${at + 1} type=${one.typeService} />
      ${code("typeservice", one.typeService, one.typeLabel)}
    </h3>
    <p><strong>${one.nom}</strong></p>
    <p>
      ${[describeWay(one), one.direction && code("vent", one.direction)].filter(Boolean).join(" · ")} ·${" "}
      ${describeWalk(one.minutesAPied)}
    </p>
    <p>
      <strong class=${OPEN[String(one.ouvert)]}>${openText(one)}</strong>${one.horaires ? ` (${one.horaires})` : ""}
    </p>
    ${one.telephone ? html`<p><${Telephone} number=${one.telephone} /></p>` : html`<${SpeakFor} service=${one} />`}
    <p>${[...new Set([one.adresse, one.localite, one.secteur, one.region])].filter(Boolean).join(" · ")}</p>
  </li>
`;

/** Narrow to what is needed first: soon after rape, care that cannot wait. */
function Needs({ offered }) {
  const button = (value) => html`
    <button
      type="button" class="choix" key=${value} aria-pressed=${value === need.value}
      onClick=${() => (need.value = value)}
    >
      ${t(`protection.besoin.${value || "tous"}`)}
    </button>
  `;
  return html`
    <div class="choix-rangee" role="group" aria-label=${t("protection.besoin")}>${["", ...offered].map(button)}</div>
    <p class="doux petit">${t("protection.besoin.72h")}</p>
  `;
}

/** Return the open ones first, and of these what gives care; those that are closed come last. */
const sortFirst = (rows) => {
  const rank = ({ ouvert, typeService }) => (ouvert === false ? 2 : Number(!NEEDS.soins.includes(typeService)));
  return [...rows].sort((one, other) => rank(one) - rank(other)); // the nearest first, as they come
};

function Results() {
  const nearer = useNearerCare(place.value, found.value);
  if (found.value === null) return null;
  if (!found.value.length) {
    return html`<${Empty} text=${t("protection.aucun.proche")} /><${OrdinaryCare} rows=${nearer} />`;
  }
  const meets = (name, one) => NEEDS[name].includes(one.typeService);
  const offered = Object.keys(NEEDS).filter((name) => found.value?.some((one) => meets(name, one)));
  const chosen = offered.includes(need.value) ? need.value : "";
  const rows = sortFirst(chosen ? found.value.filter((one) => meets(chosen, one)) : found.value);
  const care = ["", "soins"].includes(chosen) ? nearer : [];
  return html`
    <div class="pile" id="orientations">
      <${Needs} offered=${offered} />
      <${OrdinaryCare} rows=${care} />
      <${FoundMap} spot=${place.value} services=${rows} care=${care} />
      ${care.length > 0 && html`<h3>${t("protection.specialises")}</h3>`}
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
