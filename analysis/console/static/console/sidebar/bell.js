/** The bell: how much is unread, on every page; pressed, it lists what the user was told and leads there. */

import { Empty, Failure, Loaded } from "../components/feedback.js";
import { Icon } from "../components/icon.js";
import { date, t } from "../i18n.js";
import { html, useEffect, useElement, useSignal } from "../preact.js";
import { typeset } from "../typography.js";
import { isSettled, loadNotices, markAllRead, markRead, notices, startLooking, unread } from "./bell-state.js";
import { closeDrawer } from "./drawer.js";
import { findNoticeAddress } from "./notice-address.js";

const PANEL = "cloche";
const MANY = 99;

/** Write a number as the bell shows it; one that is not known is a question. */
function writeCount(count) {
  if (count === null) return "?";
  return count > MANY ? `${MANY}+` : count;
}

/** Show the button. There is one in the head of the sidebar, and one beside the menu of a phone. */
export function BellButton({ class: extra = "" }) {
  const count = unread.value;
  const words = count === null ? t("cloche.inconnu") : t("cloche.nonlues", { n: count });
  return html`
    <button
      type="button" class="bouton-icone cloche-bouton ${extra}" popovertarget=${PANEL}
      aria-label=${words} title=${words}
    >
      <${Icon} name="bell" />
      ${count !== 0 && html`<b aria-hidden="true" class=${count === null ? "inconnu" : null}>${writeCount(count)}</b>`}
    </button>
  `;
}

function Notice({ notice, onFollow }) {
  const address = findNoticeAddress(notice);
  const words = html`
    <strong>${typeset(notice.title)}</strong>
    <span>${typeset(notice.message)}</span>
    <span class="petit doux">
      ${date(notice.createdAt)}${!notice.isRead && html` · <em>${t("cloche.nonlue")}</em>`}
    </span>
  `;
  const follow = () => onFollow(notice, address !== null);
  return html`
    <li key=${notice.id} class="annonce ${notice.isRead ? "" : "neuve"} ${notice.type}">
      ${
        address
          ? html`<a href=${address} onClick=${follow}>${words}</a>`
          : html`<button type="button" onClick=${follow}>${words}</button>`
      }
    </li>
  `;
}

/** Show the panel of the bell: it reads when it is opened. */
export function BellPanel() {
  const panel = useElement();
  const failure = useSignal(/** @type {any} */ (null));
  useEffect(startLooking, []);
  const toggle = (event) => event.newState === "open" && loadNotices();
  const attempt = async (work) => {
    failure.value = null;
    try {
      await work();
    } catch (error) {
      failure.value = error;
    }
  };
  const follow = (notice, isLink) => {
    if (isLink) {
      panel.current.hidePopover();
      closeDrawer();
    }
    return attempt(() => markRead(notice));
  };
  const rows = (some) =>
    some.length > 0 && html`<ul>${some.map((notice) => html`<${Notice} notice=${notice} onFollow=${follow} />`)}</ul>`;
  const list = (found) => {
    const settled = found.filter(isSettled);
    const others = found.filter((notice) => !isSettled(notice));
    return html`
      ${rows(others) || html`<${Empty} text=${t(settled.length ? "cloche.reste" : "cloche.rien")} />`}
      ${
        settled.length > 0 &&
        html`<details><summary>${t("cloche.reglees", { n: settled.length })}</summary>${rows(settled)}</details>`
      }
    `;
  };
  return html`
    <section id=${PANEL} class="cloche" popover="auto" aria-label=${t("cloche")} ref=${panel} onToggle=${toggle}>
      <div class="outils entre">
        <h2>${t("cloche")}</h2>
        ${
          (unread.value ?? 0) > 0 &&
          html`<button type="button" class="bouton" onClick=${() => attempt(markAllRead)}>
            ${t("cloche.toutlire")}
          </button>`
        }
      </div>
      ${failure.value && html`<${Failure} error=${failure.value} />`}
      <${Loaded} from=${notices} lines=${3}>${list}<//>
    </section>
  `;
}
