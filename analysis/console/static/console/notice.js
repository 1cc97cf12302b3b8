/** A line over the map: no connection, or a part of the map that could not be drawn. */

import { h, icon, replace } from "./dom.js";
import { onLanguage, t } from "./i18n.js";
import { onFault, resume } from "./tiles.js";

export function mountNotice() {
  const box = h("div", { class: "avis", role: "status", hidden: true });
  let kind = navigator.onLine ? null : "offline";

  function draw() {
    box.hidden = kind === null;
    if (kind === null) return replace(box);
    const retry = () => {
      kind = navigator.onLine ? null : "offline";
      draw();
      resume();
    };
    return replace(box, icon("warning"), h("span", {}, t(`avis.${kind}`)),
      h("button", { type: "button", class: "lien", onclick: retry }, t("reessayer")));
  }

  function become(next) {
    kind = next;
    draw();
  }

  onFault((error) => become(error.kind === "offline" ? "offline" : error.kind === "forbidden" ? "forbidden" : "tuiles"));
  addEventListener("offline", () => become("offline"));
  addEventListener("online", () => (become(null), resume()));
  onLanguage(draw);
  draw();
  return box;
}
