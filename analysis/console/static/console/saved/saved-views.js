/** Views that are kept under a name: opened, saved, shared and sent, from the map's filters and from every page. */

import { announce } from "../components/announce.js";
import { Empty, Loaded } from "../components/feedback.js";
import { Icon, IconButton } from "../components/icon.js";
import { t } from "../i18n.js";
import { html, useElement, useMemo, useSignal } from "../preact.js";
import * as api from "../server/api.js";
import { createLoader } from "../state/loader.js";
import { findAddress, openState, view } from "../state/view.js";
import { askDeletion, askSave, askShare } from "./save-dialogs.js";

const MENU = "vues-enregistrees";
const readViews = (ecran) => (signal) => api.get("/vues", { ecran, limit: 100 }, signal);

/** Copy the address of a view; without a clipboard the browser shows it to be copied by hand. */
async function copyLink(saved) {
  const link = `${location.origin}${findAddress({ ouvrir: saved.id })}`;
  if (!navigator.clipboard) {
    prompt(t("partager.copier"), link);
    return;
  }
  await navigator.clipboard.writeText(link);
  announce(t("partager.fait"));
}

function Row({ saved, onOpen, onChange }) {
  const isCopied = useSignal(false);
  const copy = async () => {
    await copyLink(saved);
    isCopied.value = true;
  };
  const act = (ask) => async () => (await ask(saved)) && onChange();
  const own = () => html`
    <${IconButton} icon="people" label=${`${t("vues.partager")} : ${saved.nom}`} onClick=${act(askShare)} />
    <${IconButton} icon="close" label=${`${t("vues.supprimer")} : ${saved.nom}`} onClick=${act(askDeletion)} />
  `;
  return html`
    <li class="vue-gardee">
      <button type="button" onClick=${() => onOpen(saved)}>
        <strong>${saved.nom}</strong>
        <span class="doux petit">
          ${saved.estMienne ? t(`vues.partage.${saved.partage}`) : t("vues.de", { nom: saved.proprietaire.nom })}
        </span>
      </button>
      <${IconButton}
        icon=${isCopied.value ? "check" : "copy"} onClick=${copy}
        label=${`${t(isCopied.value ? "partager.fait" : "vues.copier")} : ${saved.nom}`}
      />
      ${saved.estMienne && own()}
    </li>
  `;
}

/** Show the button of the views of this page, and their list. */
export function SavedViews() {
  const menu = useElement();
  const loader = useMemo(createLoader, []);
  const read = () => loader.load(readViews(view.peek().vue), { keep: true });
  const open = (saved) => {
    menu.current.hidePopover();
    openState(saved.etat);
  };
  const save = async () => (await askSave()) && read();
  const row = (saved) => html`<${Row} key=${saved.id} saved=${saved} onOpen=${open} onChange=${read} />`;
  const list = (rows) => (rows.length ? html`<ul>${rows.map(row)}</ul>` : html`<${Empty} text=${t("vues.aucune")} />`);
  return html`
    <button type="button" class="lien" popovertarget=${MENU} id="ouvre-vues">
      <${Icon} name="file" />${t("vues")}
    </button>
    <div
      id=${MENU} class="menu vues" popover="auto" ref=${menu} aria-label=${t("vues")}
      onToggle=${(event) => event.newState === "open" && read()}
    >
      <${Loaded} from=${loader} lines=${3}>${list}<//>
      <div class="actions">
        <button type="button" class="bouton" onClick=${save} id="garder-vue">
          <${Icon} name="plus" />${t("vues.garder")}
        </button>
      </div>
    </div>
  `;
}
