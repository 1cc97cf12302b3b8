/** The villages where most are too far from a service: where the next one would serve most people. */

import { Loaded } from "../components/feedback.js";
import { distance, percent, t } from "../i18n.js";
import { html, useEffect, useMemo, useSignal } from "../preact.js";
import { createLoader } from "../state/loader.js";
import { setView } from "../state/view.js";
import { countFar, findShare, findSubject, writeCount } from "./shares.js";

const MOST = 10;

const listFarthest = ({ zones }) =>
  zones
    .filter((zone) => countFar(zone) > 0)
    .sort((one, other) => countFar(other) - countFar(one))
    .slice(0, MOST);

const VillageRow = (zone) => html`
  <tr key=${zone.id}>
    <th scope="row">
      <button type="button" class="lien" onClick=${() => setView({ fiche: `localite/${zone.id}` })}>${zone.nom}</button>
    </th>
    <td class="droite">${writeCount(countFar(zone))}</td>
    <td class="droite">${percent(findShare(zone))}</td>
    <td class="droite">${distance(zone.distanceMediane)}</td>
  </tr>
`;

function Villages({ answer }) {
  const rows = listFarthest(answer);
  if (!rows.length) return html`<p class="doux">${t("couverture.villages.aucun")}</p>`;
  const heads = ["couverture.loin", "couverture.taux", "couverture.mediane"];
  return html`
    <table class="zones">
      <thead>
        <tr>
          <th scope="col">${t("localite")}</th>
          ${heads.map((key) => html`<th scope="col" class="droite" key=${key}>${t(key)}</th>`)}
        </tr>
      </thead>
      <tbody>${rows.map(VillageRow)}</tbody>
    </table>
    <p class="doux petit">${t("couverture.villages.texte")}</p>
  `;
}

/** `read(level, signal)` reads the coverage by zones of a level; read when opened, and again with each `question`. */
export function FarVillages({ read, question }) {
  const loader = useMemo(createLoader, []);
  const isOpen = useSignal(false);
  useEffect(() => {
    if (isOpen.value) loader.load((signal) => read("localite", signal));
    return () => loader.abort();
  }, [isOpen.value, question]);
  const toggle = (event) => {
    isOpen.value = event.currentTarget.open;
  };
  return html`
    <details class="villages" onToggle=${toggle}>
      <summary>${t("couverture.villages", { qui: t(`couverture.de.${findSubject()}`).toLowerCase() })}</summary>
      ${isOpen.value && html`<${Loaded} from=${loader}>${(answer) => html`<${Villages} answer=${answer} />`}<//>`}
    </details>
  `;
}
