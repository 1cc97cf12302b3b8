/** The left sidebar: brand, account, pages, search, filters, layers. On a phone it is a drawer. */

import { isLeaving } from "../components/escape.js";
import { HelpIcon } from "../components/help-link.js";
import { Icon, IconButton } from "../components/icon.js";
import { number, t } from "../i18n.js";
import { FieldButton } from "../offline/field-button.js";
import { FieldSign } from "../offline/field-sign.js";
import { isOffline, OfflineLine, OfflineSign } from "../offline/offline-line.js";
import { PreparedLines } from "../offline/prepared-line.js";
import { ReadyLine } from "../offline/ready-line.js";
import { WaitingButton } from "../offline/waiting-button.js";
import { html, useEffect, useElement, useLayoutEffect, useRef } from "../preact.js";
import { may } from "../server/session.js";
import { findCurrentPage, listOfferedPages } from "../state/pages.js";
import { FILTERS, view } from "../state/view.js";
import { Account } from "./account.js";
import { Assistant } from "./assistant.js";
import { BellButton, BellPanel } from "./bell.js";
import { Counts } from "./counts.js";
import { closeDrawer, isDrawerOpen, openDrawer } from "./drawer.js";
import { DrawerFold } from "./drawer-fold.js";
import { Filters } from "./filters.js";
import { Layers } from "./layers.js";
import { Menu } from "./menu.js";
import { isFieldWorker } from "./menu-groups.js";
import { Package } from "./package.js";
import { PhoneBar } from "./phone-bar.js";
import { Search } from "./search.js";
import { UpdateLine } from "./update-line.js";

const LOGO = new URL("../icons/tabanca.svg", import.meta.url).href;

const Brand = () => html`
  <div class="marque">
    <img src=${LOGO} alt="" width="30" height="30" /><h1>Tabanca</h1>
    <${BellButton} />
    <${HelpIcon} />
    <${IconButton} icon="person" label=${t("compte")} popovertarget="compte" />
    <${IconButton} icon="close" label=${t("fermer")} class="bouton-icone ferme-volet" onClick=${closeDrawer} />
  </div>
`;

/** The filters; on a phone their fold says how many are set. */
function FoldedFilters() {
  const count = FILTERS.filter((name) => view.value[name]).length;
  const label = [t("filtres"), count > 0 && `(${number(count)})`].filter(Boolean).join(" ");
  return html`<${DrawerFold} label=${label}><${Filters} /><//>`;
}

/** Show the panels of the map, or a word about the page that is over it. */
function Panels() {
  const page = findCurrentPage();
  const aid = ({ id }) => html`<p class="doux aide">${t(`${id}.aide`)}</p>`;
  return html`
    <div class="volet-corps">
      ${
        view.value.vue === "carte"
          ? html`
              ${isFieldWorker() && html`<${FieldButton} />`}
              ${may("registre.lire") && html`<${Search} /><${Assistant} /><${Counts} /><${FoldedFilters} />`}
              <${DrawerFold} label=${t("couches")} isOpen><${Layers} /><//>
              ${may("registre.lire") && !isFieldWorker() && html`<${FieldButton} />`}
              ${may("geo.exporter") && html`<${Package} />`}
            `
          : page && listOfferedPages().includes(page) && aid(page)
      }
    </div>
  `;
}

/** Lead to what was prepared from the head of the menu, where the panels below do not. */
const PreparedAtHand = () =>
  isOffline.value && !(isFieldWorker() && view.value.vue === "carte") ? html`<${PreparedLines} />` : null;

/** Open the drawer of a phone at its search. */
function find() {
  openDrawer();
  requestAnimationFrame(() => document.getElementById("recherche")?.focus());
}

/** Move the focus into the drawer when it opens, and back to its button when it closes. */
function useDrawerFocus(sidebar, opener) {
  const isOpen = isDrawerOpen.value;
  const wasOpen = useRef(false);
  useLayoutEffect(() => {
    if (isOpen) sidebar.current.querySelector("button").focus();
    else if (wasOpen.current) opener.current.focus();
    wasOpen.current = isOpen;
  }, [isOpen]);
  useEffect(() => {
    const closeOnEscape = (event) => isLeaving(event) && closeDrawer();
    addEventListener("keydown", closeOnEscape);
    return () => removeEventListener("keydown", closeOnEscape);
  }, []);
}

export function Sidebar() {
  const sidebar = useElement();
  const opener = useElement();
  const isOpen = isDrawerOpen.value;
  useDrawerFocus(sidebar, opener);
  return html`
    <div class="cadre-volet">
      <button
        type="button" class="ouvre-volet" aria-controls="volet" aria-expanded=${isOpen}
        onClick=${openDrawer} ref=${opener}
      >
        <${Icon} name="list" />${t("volet.ouvrir")}
      </button>
      <${BellButton} class="hors-volet" />
      <${OfflineSign} />
      ${
        view.value.vue === "carte" &&
        html`<${IconButton} icon="search" label=${t("recherche.invite")} class="cherche-hors-volet" onClick=${find} />`
      }
      <${BellPanel} />
      <${WaitingButton} /><${FieldSign} />
      <aside class=${isOpen ? "volet ouvert" : "volet"} id="volet" aria-label=${t("volet")} ref=${sidebar}>
        <div class="volet-tete">
          <${Brand} /><${Account} /><${Menu} /><${OfflineLine} /><${UpdateLine} /><${PreparedAtHand} />
        </div>
        <${Panels} /><${ReadyLine} />
      </aside>
      <${PhoneBar} />
    </div>
  `;
}
