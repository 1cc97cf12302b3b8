/** The page that the address names, over the map: its title, its body, the states that any page can be in. */

import { t } from "../i18n.js";
import { isOffline } from "../offline/offline-line.js";
import { html, signal, useElement, useLayoutEffect } from "../preact.js";
import { SavedViews } from "../saved/saved-views.js";
import { makeError } from "../server/errors.js";
import { findCurrentPage, listOfferedPages, readModule } from "../state/pages.js";
import { openPage, view } from "../state/view.js";
import { Failure, Skeleton } from "./feedback.js";
import { IconButton } from "./icon.js";

/** Pages that show one thing, or what is not to be kept: there is no view to save. */
const WITHOUT_VIEWS = ["protection", "import", "taches"];

/** The component of each page that was opened, or an Error; null while it is read. */
const opened = signal(/** @type {Record<string, any>} */ ({}));

const remember = (page, found) => {
  opened.value = { ...opened.value, [page.id]: found };
};

async function readPage(page) {
  remember(page, null);
  try {
    remember(page, (await readModule(page)).Page);
  } catch (error) {
    remember(page, makeError("offline", error.message));
  }
}

function PageBody({ page }) {
  if (!listOfferedPages().includes(page)) return html`<${Failure} error=${makeError("forbidden")} />`;
  const found = opened.value[page.id];
  // Without a connection its module may not come either: what is not kept is said, and not awaited.
  if (!found && isOffline.value) {
    return html`<${Failure} error=${makeError("offline")} onRetry=${() => readPage(page)} />`;
  }
  if (!found) return html`<${Skeleton} lines=${6} />`;
  return found instanceof Error
    ? html`<${Failure} error=${found} onRetry=${() => readPage(page)} />`
    : html`<${found} />`;
}

/** A household that is not registered yet has a title of its own. */
const findTitle = ({ id }) => (id === "menage" && view.value.element === "nouveau" ? "menage.nouveau" : `${id}.titre`);

/** Show the page; nothing while the map is shown. */
export function PageFrame() {
  const frame = useElement();
  const page = findCurrentPage();
  useLayoutEffect(() => {
    if (!page || !listOfferedPages().includes(page)) return;
    if (!opened.peek()[page.id]) readPage(page);
    frame.current.scrollTop = 0;
    frame.current.focus({ preventScroll: true });
  }, [page]);
  // What a page is about is not told to who may not open it.
  const isOpen = page !== null && listOfferedPages().includes(page);
  const title = page && t(isOpen ? findTitle(page) : "page.refusee");
  const content = ({ id, isApart = false }) => html`
    <section class="page" tabindex="-1" aria-label=${title} ref=${frame}>
      <div class="page-corps page-${id}">
        <header>
          <div><h1>${title}</h1>${isOpen && html`<p class="doux">${t(`${id}.intro`)}</p>`}</div>
          ${isOpen && !isApart && !WITHOUT_VIEWS.includes(id) && html`<${SavedViews} />`}
          <${IconButton} icon="close" label=${t("import.fermer")} onClick=${() => openPage("carte")} />
        </header>
        <${PageBody} page=${page} key=${id} />
      </div>
    </section>
  `;
  return html`<div class="page-place">${page && content(page)}</div>`;
}
