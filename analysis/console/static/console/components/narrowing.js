/** Says by what a list is narrowed that its address holds, and takes that off. */

import { language, t } from "../i18n.js";
import { html, useEffect, useSignal } from "../preact.js";
import { pickNarrowing, setView, view } from "../state/view.js";
import { describeNarrowing } from "./narrowing-words.js";

/** Show it above a list whose rows are narrowed by `pickNarrowing()`. */
export function Narrowing() {
  const { filtre, vue, onglet } = view.value;
  const said = useSignal("");
  useEffect(() => {
    let isWanted = true;
    said.value = "";
    if (filtre) {
      describeNarrowing(pickNarrowing(), vue === "tableau" ? onglet : vue).then((text) => {
        if (isWanted) said.value = text;
      });
    }
    return () => {
      isWanted = false;
    };
  }, [filtre, vue, onglet, language.value]);
  if (!filtre) return null;
  return html`
    <div class="outils restreint">
      <p class="doux">${said.value ? t("liste.restreinte.par", { quoi: said.value }) : t("liste.restreinte")}</p>
      <button type="button" class="bouton" onClick=${() => setView({ filtre: null, page: 1 })}>
        ${t("liste.tout")}
      </button>
    </div>
  `;
}
