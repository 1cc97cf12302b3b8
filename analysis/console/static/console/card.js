/** The right card: a household, a village or a service. What is open stands in the address (`fiche`). */

import { h, iconButton, replace } from "./dom.js";
import { failure, skeleton } from "./feedback.js";
import { readHousehold } from "./household.js";
import { onLanguage, t } from "./i18n.js";
import * as map from "./map.js";
import { readService, readVillage } from "./place.js";
import { SERVICES } from "./palette.js";
import * as state from "./state.js";

const coordinate = (text, limit) => (text !== undefined && Math.abs(Number(text)) <= limit ? Number(text) : null);

const VILLAGE = 13; // a village is wider than a house

/** What the address asks for: {kind, id, centre [lng, lat] or null, zoom}, or null. */
function asked() {
  const [kind, id, lat, lng] = (state.get().fiche ?? "").split("/");
  if (!id || !/^[0-9a-f-]{36}$/i.test(id)) return null;
  const [y, x] = [coordinate(lat, 90), coordinate(lng, 180)];
  return { kind, id, centre: x === null || y === null ? null : [x, y], zoom: kind === "localite" ? VILLAGE : undefined };
}

function read(wanted, signal) {
  if (wanted.kind === "menage") return readHousehold(wanted, signal);
  if (wanted.kind === "localite") return readVillage(wanted, signal);
  if (wanted.kind in SERVICES) return readService(wanted, signal);
  return Promise.reject(Object.assign(new Error(), { kind: "notfound" }));
}

export function mountCard() {
  const card = h("section", { class: "fiche", tabindex: "-1" });
  const place = h("div", { class: "fiche-place" });
  let wanted = null;
  let content = null;
  let opener = null;

  const dismiss = () => state.set({ fiche: null });

  function frame(title, subtitle, ...body) {
    card.setAttribute("aria-label", title);
    replace(card,
      h("header", {}, h("div", {}, h("h2", {}, title), subtitle && h("p", { class: "doux" }, subtitle)), iconButton("close", t("fermer"), dismiss)),
      h("div", { class: "fiche-corps", tabindex: "0" }, body));
  }

  function draw() {
    if (!content) return frame(t("chargement"), "", skeleton(7));
    if (content instanceof Error || content.kind) return frame(t("fiche"), "", failure(content, load));
    const { title, subtitle, body } = content.draw();
    return frame(title, subtitle, body);
  }

  async function load() {
    wanted?.abort();
    const target = asked();
    if (!target) {
      place.replaceChildren();
      map.select(null);
      opener?.isConnected && opener.focus();
      opener = null;
      return;
    }
    opener ??= document.activeElement === document.body ? null : document.activeElement;
    wanted = new AbortController();
    const { signal } = wanted;
    content = null;
    draw();
    if (!card.isConnected) place.append(card);
    card.focus({ preventScroll: true });
    map.select(target.centre, [], target.zoom);
    try {
      content = await read(target, signal);
    } catch (error) {
      if (signal.aborted) return;
      content = error;
    }
    draw();
    if (content.centre) map.select(content.centre, content.ends, target.zoom);
  }

  state.subscribe((now, previous) => state.changed(now, previous, "fiche") && load());
  card.addEventListener("keydown", (event) => event.key === "Escape" && dismiss());
  onLanguage(() => card.isConnected && draw());
  load();
  return place;
}
