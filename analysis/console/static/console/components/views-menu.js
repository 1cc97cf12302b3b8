/** Views that one named: the filters, the order, the page or the map as they stood, found again on any device. */

import { t } from "../i18n.js";
import { html, useElement, useSignal } from "../preact.js";
import * as api from "../server/api.js";
import { createLoader } from "../state/loader.js";
import { readAddress, setAddress } from "../state/view.js";
import { Loaded } from "./feedback.js";
import { InputField } from "./fields.js";
import { Form } from "./forms.js";
import { Icon, IconButton } from "./icon.js";

const MENU = "mes-vues";
const views = createLoader();

function List({ rows, onOpen }) {
  const remove = async (id) => {
    await api.send("DELETE", `/vues/${id}`);
    views.reload();
  };
  if (!rows.length) return html`<p class="doux petit">${t("vues.aucune")}</p>`;
  return html`
    <ul>
      ${rows.map(
        ({ id, nom, adresse }) => html`
          <li key=${id} class="entre">
            <button type="button" class="vue" onClick=${() => onOpen(adresse)}>
              <strong class="coupe">${nom}</strong>
            </button>
            <${IconButton} icon="close" label=${t("vues.supprimer", { nom })} onClick=${() => remove(id)} />
          </li>
        `,
      )}
    </ul>
  `;
}

export function ViewsMenu() {
  const menu = useElement();
  const isOpen = useSignal(false);
  const round = useSignal(0); // an empty form after each view that was saved
  const open = (address) => {
    menu.current.hidePopover();
    setAddress(address);
  };
  const save = (form) => api.send("POST", "/vues", { nom: form.nom.value.trim(), adresse: readAddress() });
  const done = () => {
    round.value += 1;
    views.reload();
  };
  const read = (event) => {
    isOpen.value = event.newState === "open";
    if (isOpen.value) views.load((signal) => api.get("/vues", {}, signal), { keep: true });
  };
  const content = () => html`
    <${Loaded} from=${views} lines=${2}>${(rows) => html`<${List} rows=${rows} onOpen=${open} />`}<//>
    <${Form} key=${round.value} label=${t("enregistrer")} send=${save} onDone=${done}>
      <${InputField} label=${t("vues.nom")} name="nom" maxlength="80" help=${t("vues.aide")} required />
    <//>
  `;
  return html`
    <span class="mes-vues">
    <button type="button" class="lien" popovertarget=${MENU}><${Icon} name="list" />${t("vues")}</button>
    <div id=${MENU} class="menu menu-vues" popover="auto" ref=${menu} onToggle=${read}>
      ${isOpen.value && content()}
    </div>
    </span>
  `;
}
