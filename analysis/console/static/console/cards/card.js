/** The right card: a household, a village, a service or the complaints of a locality. What is open stands in the
 * address (`fiche`).
 */

import { isLeaving } from "../components/escape.js";
import { Done, Failure, Skeleton } from "../components/feedback.js";
import { IconButton } from "../components/icon.js";
import { t } from "../i18n.js";
import { select } from "../map/map.js";
import { SERVICES } from "../map/palette.js";
import { Aged } from "../offline/aged.js";
import { html, useElement, useLayoutEffect, useMemo, useRef } from "../preact.js";
import { makeError } from "../server/errors.js";
import { createLoader } from "../state/loader.js";
import { setView, view } from "../state/view.js";
import { ComplaintsCard, describeComplaints, readComplaints } from "./complaints.js";
import { describeHousehold, HouseholdCard, readHousehold } from "./household.js";
import { describeService, describeVillage, readService, readVillage, ServiceCard, VillageCard } from "./place.js";
import { savedHousehold } from "./saved.js";
import { WayBack } from "./way-back.js";

const VILLAGE = 13; // a village is wider than a house

const parseCoordinate = (text, limit) => (text !== undefined && Math.abs(Number(text)) <= limit ? Number(text) : null);

/** Parse the address's name of a card: {kind, id, centre: [lng, lat] or null, zoom}, or null. */
function parseCard(name) {
  const [kind, id, lat, lng] = (name ?? "").split("/");
  if (!id || !/^[0-9a-f-]{36}$/i.test(id)) return null;
  const [y, x] = [parseCoordinate(lat, 90), parseCoordinate(lng, 180)];
  return {
    kind,
    id,
    centre: x === null || y === null ? null : [x, y],
    zoom: kind === "localite" ? VILLAGE : undefined,
  };
}

const HOUSEHOLD = { read: readHousehold, describe: describeHousehold, Body: HouseholdCard };
const PLACE = { read: readVillage, describe: describeVillage, Body: VillageCard };
const SERVICE = { read: readService, describe: describeService, Body: ServiceCard };
const COMPLAINTS = { read: readComplaints, describe: describeComplaints, Body: ComplaintsCard };
/** What no card is of. @type {Record<string, any>} */
const NONE = {
  read: () => Promise.reject(makeError("notfound")),
  describe: () => ({}),
  Body: () => null,
};

function findKind(name) {
  if (name === "menage") return HOUSEHOLD;
  if (name === "localite") return PLACE;
  if (name === "plaintes") return COMPLAINTS;
  return name in SERVICES ? SERVICE : NONE;
}

function OpenCard({ target, answer, onRetry, element }) {
  const kind = findKind(target.kind);
  const isLoaded = answer !== null && !(answer instanceof Error);
  const {
    title,
    code = null,
    subtitle,
  } = isLoaded ? kind.describe(answer) : { title: t(answer ? "fiche" : "chargement") };
  const close = () => setView({ fiche: null });
  const unkept = target.kind === "menage" ? t("horsligne.absente.terrain") : undefined;
  return html`
    <section
      class="fiche" tabindex="-1" aria-label=${title} ref=${element}
      onKeyDown=${(event) => isLeaving(event) && close()}
    >
      <header>
        <div>
          <${WayBack} />
          <h2>${title}</h2>
          ${code && html`<p class="code-fiche">${code}</p>`}
          ${subtitle && html`<p class="doux">${subtitle}</p>`}
        </div>
        <${IconButton} icon="close" label=${t("fermer")} onClick=${close} />
      </header>
      <div class="fiche-corps" tabindex="0">
        ${savedHousehold.value === target.id && html`<${Done} text=${t("menage.enregistre")} />`}
        ${answer === null && html`<${Skeleton} lines=${7} />`}
        ${answer instanceof Error && html`<${Failure} error=${answer} onRetry=${onRetry} unkept=${unkept} />`}
        ${isLoaded && html`<${Aged} parts=${Object.values(answer)} onBack=${onRetry} />`}
        ${isLoaded && html`<${kind.Body} found=${answer} key=${target.id} />`}
      </div>
    </section>
  `;
}

export function Card() {
  const loader = useMemo(createLoader, []);
  const element = useElement();
  const opener = useRef(/** @type {any} */ (null)); // what had the focus before
  const name = view.value.fiche;
  const target = useMemo(() => parseCard(name), [name]);

  async function load() {
    if (!target) return;
    select(target.centre, [], target.zoom);
    await loader.load(async (signal) => ({ ...(await findKind(target.kind).read(target, signal)), name }));
    const found = loader.answer.peek();
    if (found?.centre && found.name === name) select(found.centre, found.ends, target.zoom);
  }

  function leave() {
    loader.abort();
    select(null);
    if (opener.current?.isConnected) opener.current.focus();
    opener.current = null;
  }

  useLayoutEffect(() => {
    if (savedHousehold.peek() !== target?.id) savedHousehold.value = null;
    if (!target) {
      leave();
      return undefined;
    }
    opener.current ??= document.activeElement === document.body ? null : document.activeElement;
    element.current.focus({ preventScroll: true });
    load();
    addEventListener("tabanca:registre", load); // what it shows was corrected
    return () => removeEventListener("tabanca:registre", load);
  }, [name]);
  const found = loader.answer.value;
  const answer = found instanceof Error || found?.name === name ? found : null; // not that of the card before
  return html`
    <div class="fiche-place">
      ${target && html`<${OpenCard} target=${target} answer=${answer} onRetry=${load} element=${element} />`}
    </div>
  `;
}
