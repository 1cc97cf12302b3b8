/** Search of places and households. What is typed stays out of the address and of storage: it can be a name. */

import { announce } from "../components/announce.js";
import { debounce } from "../components/debounce.js";
import { Icon } from "../components/icon.js";
import { t } from "../i18n.js";
import { html, signal, useEffect, useElement } from "../preact.js";
import { may } from "../server/session.js";
import { closeDrawer } from "./drawer.js";
import { findHouseholds, findPlaces } from "./find.js";
import { findAlike } from "./find-alike.js";
import { findComplaints, findLayers } from "./find-others.js";
import { Marked } from "./matches.js";

const WAIT = 250; // milliseconds without typing before the search

const typed = signal("");
/** {text, results, message, isGuess}: `message` says that there are none, or that there are more, and stands above the
 * results where these are a guess; null: the list is closed. */
const found = signal(/** @type {{text: string, results: any[], message: string, isGuess: boolean} | null} */ (null));
const active = signal(-1); // the marked result
/** @type {AbortController | null} */
let request = null;

function hide() {
  found.value = null;
  active.value = -1;
}

/** Offered where nothing was found: the way out stands where the eye is. */
const makeWayOut = () => ({
  title: t("recherche.effacer"),
  note: "",
  isWayOut: true,
  open: () => document.getElementById("recherche")?.focus(),
});

/** Say what the list does not show: that it failed, that there is nothing, or that there is more. */
function describeRest(text, isEmpty, { more, isHeld }, failure) {
  if (isHeld) return t(isEmpty ? "recherche.rien.gardes" : "recherche.gardes", { texte: text });
  if (failure) return isEmpty ? t(`erreur.${failure.kind ?? "failed"}.titre`) : "";
  if (isEmpty) return t("recherche.rien", { texte: text });
  return more > 0 ? t("recherche.plus", { n: more }) : "";
}

const search = debounce(async (text) => {
  request?.abort();
  request = new AbortController();
  const { signal: wanted } = request;
  const parts = await Promise.allSettled([
    findPlaces(text),
    findComplaints(text, wanted),
    findHouseholds(text, wanted),
  ]);
  if (wanted.aborted) return;
  const [places, complaints, households] = parts.map((part) => (part.status === "fulfilled" ? part.value : null));
  const results = [...(places ?? []), ...findLayers(text), ...(complaints ?? []), ...(households?.results ?? [])];
  const failure = parts.find((part) => part.status === "rejected")?.reason;
  const alike = results.length || failure ? [] : await findAlike(text, wanted).catch(() => []);
  if (wanted.aborted) return;
  const message = describeRest(text, !results.length, households ?? { more: 0, isHeld: false }, failure);
  active.value = -1;
  if (results.length || failure) found.value = { text, message, results, isGuess: false };
  else if (alike.length)
    found.value = { text, message: t("recherche.proche", { texte: text }), results: alike, isGuess: true };
  else found.value = { text, message, results: [makeWayOut()], isGuess: true };
  announce(results.length ? t("recherche.trouves", { n: results.length }) : found.value.message);
}, WAIT);

function type(event) {
  typed.value = event.target.value;
  const text = typed.value.trim();
  request?.abort();
  if (text) search(text);
  else hide();
}

function choose(index) {
  const result = found.value?.results[index];
  if (!result) return;
  hide();
  typed.value = "";
  if (!result.isWayOut) closeDrawer();
  result.open();
}

function move(step) {
  const count = found.value?.results.length ?? 0;
  active.value = (active.value + step + count) % count;
}

function pressKey(event) {
  const isOpen = found.value !== null;
  const hasResults = (found.value?.results ?? []).length > 0;
  if (event.key === "ArrowDown" && hasResults) move(1);
  else if (event.key === "ArrowUp" && hasResults) move(-1);
  else if (event.key === "Enter" && isOpen) choose(Math.max(active.value, 0));
  else if (event.key === "Escape" && isOpen) hide();
  else return;
  event.preventDefault();
  event.stopPropagation();
}

function Result({ result, index, wanted }) {
  const element = useElement();
  const isActive = index === active.value;
  useEffect(() => {
    if (isActive) element.current.scrollIntoView({ block: "nearest" });
  }, [isActive]);
  const press = (event) => {
    event.preventDefault(); // the field keeps the focus
    choose(index);
  };
  return html`
    <li role="option" id="trouve-${index}" aria-selected=${isActive} onMouseDown=${press} ref=${element}>
      <strong class=${result.isWayOut ? "lien" : null}><${Marked} text=${result.title} wanted=${wanted} /></strong>
      ${result.note && html`<span><${Marked} text=${result.note} wanted=${wanted} /></span>`}
    </li>
  `;
}

const Message = ({ text }) => html`
  <li class="doux" role="option" aria-disabled="true" aria-selected="false">${text}</li>
`;

function Results() {
  const { text, results, message, isGuess } = found.value ?? { text: "", results: [], message: "", isGuess: false };
  const row = (result, index) => html`<${Result} key=${index} result=${result} index=${index} wanted=${text} />`;
  const said = message && html`<${Message} text=${message} key="message" />`;
  return html`
    <ul id="trouves" role="listbox" hidden=${found.value === null} aria-label=${t("recherche.resultats")}>
      ${isGuess && said}${results.map(row)}${!isGuess && said}
    </ul>
  `;
}

/** Say what the field takes. */
const nameWanted = () => t(may("registre.voir_contacts") ? "recherche.invite.contacts" : "recherche.invite");

export function Search() {
  return html`
    <div class="recherche" role="search">
      <${Icon} name="search" />
      <input
        id="recherche" type="search" role="combobox" autocomplete="off" spellcheck=${false}
        aria-controls="trouves" aria-expanded=${found.value !== null} aria-autocomplete="list"
        aria-activedescendant=${active.value < 0 ? null : `trouve-${active.value}`}
        aria-label=${t("recherche.invite")} placeholder=${nameWanted()}
        value=${typed.value} onInput=${type} onBlur=${hide} onKeyDown=${pressKey}
      />
      <${Results} />
    </div>
  `;
}
