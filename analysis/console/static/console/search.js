/** Search of places and households. What is typed stays out of the address and of storage: it can be a name. */

import * as api from "./api.js";
import { announce, debounce, h, icon, replace } from "./dom.js";
import { close } from "./drawer.js";
import { code, t } from "./i18n.js";
import { look } from "./look.js";
import { visit } from "./map.js";
import * as places from "./places.js";
import { may } from "./session.js";
import * as state from "./state.js";

const EACH = 5;
const plain = (text) => text.normalize("NFD").replace(/\p{Diacritic}/gu, "").toLowerCase();

const matching = (list, text) => {
  const wanted = plain(text);
  const found = list.filter((item) => plain(item.nom).includes(wanted));
  return found.sort((one, other) => plain(one.nom).indexOf(wanted) - plain(other.nom).indexOf(wanted)).slice(0, EACH);
};

async function findPlaces(text) {
  const [regions, sectors, villages] = await Promise.all([places.regions(), places.sectors(), places.villages()]);
  return [
    ...matching(regions, text).map((item) => ({ title: item.nom, note: t("region"), open: () => openArea({ region: item.id, secteur: null }) })),
    ...matching(sectors, text).map((item) => ({ title: item.nom, note: `${t("secteur")} · ${item.region}`, open: () => openArea({ region: null, secteur: item.id }) })),
    ...matching(villages, text).map((item) => ({ title: item.nom, note: `${t("village")} · ${item.secteur}`, open: () => openVillage(item) })),
  ];
}

/** Filters by an area and goes there, also when it is the filter already and the map was moved away. */
function openArea(filters) {
  state.set({ ...filters, localite: null, page: 1 });
  look(filters).catch(() => {}); // the filters tell that areas cannot be read
}

function openVillage({ id, latitude, longitude }) {
  const known = latitude !== null && longitude !== null;
  visit(known ? `localite/${id}/${latitude.toFixed(5)}/${longitude.toFixed(5)}` : `localite/${id}`);
}

async function findHouseholds(text, signal) {
  if (!may("registre.lire") || text.length < 2) return [];
  const found = await api.get("/menages", { search: text, limit: EACH }, signal);
  return found.map((item) => ({
    title: item.chefMenage?.nomComplet ?? item.codeMenage,
    note: [item.codeMenage, item.localite?.nom ?? item.secteur?.nom, code("categorie", item.categoriePauvrete)].filter(Boolean).join(" · "),
    open: () => visit(`menage/${item.id}`),
  }));
}

export function searchBox() {
  const input = h("input", { id: "recherche", type: "search", role: "combobox", autocomplete: "off", spellcheck: "false", "aria-controls": "trouves", "aria-expanded": "false", "aria-autocomplete": "list" });
  const list = h("ul", { id: "trouves", role: "listbox", hidden: true });
  let results = [];
  let active = -1;
  let wanted = null;

  function hide() {
    list.hidden = true;
    active = -1;
    input.setAttribute("aria-expanded", "false");
    input.removeAttribute("aria-activedescendant");
  }

  function choose(index) {
    const result = results[index];
    if (!result) return;
    hide();
    input.value = "";
    close();
    result.open();
  }

  function mark(index) {
    active = (index + results.length) % results.length;
    [...list.children].forEach((item, place) => item.setAttribute("aria-selected", String(place === active)));
    input.setAttribute("aria-activedescendant", `trouve-${active}`);
    list.children[active]?.scrollIntoView({ block: "nearest" });
  }

  function display(message) {
    const option = (result, index) =>
      h("li", { role: "option", id: `trouve-${index}`, "aria-selected": "false", onmousedown: (event) => (event.preventDefault(), choose(index)) },
        h("strong", {}, result.title), h("span", {}, result.note));
    replace(list, results.length ? results.map(option) : h("li", { class: "doux", role: "option", "aria-disabled": "true", "aria-selected": "false" }, message));
    list.hidden = false;
    input.setAttribute("aria-expanded", "true");
    announce(results.length ? t("recherche.trouves", { n: results.length }) : message);
  }

  const find = debounce(async (text) => {
    wanted?.abort();
    wanted = new AbortController();
    const { signal } = wanted;
    const settled = await Promise.allSettled([findPlaces(text), findHouseholds(text, signal)]);
    if (signal.aborted) return;
    results = settled.flatMap((part) => part.value ?? []);
    const fault = settled.find((part) => part.reason)?.reason;
    display(fault ? t(`erreur.${fault.kind ?? "failed"}.titre`) : t("recherche.rien", { texte: text }));
  }, 250);

  input.addEventListener("input", () => {
    const text = input.value.trim();
    wanted?.abort();
    if (text) find(text);
    else hide();
  });
  input.addEventListener("blur", hide);
  input.addEventListener("keydown", (event) => {
    if (event.key === "ArrowDown" && results.length && !list.hidden) mark(active + 1);
    else if (event.key === "ArrowUp" && results.length && !list.hidden) mark(active - 1);
    else if (event.key === "Enter" && !list.hidden) choose(Math.max(active, 0));
    else if (event.key === "Escape" && !list.hidden) hide();
    else return;
    event.preventDefault();
    event.stopPropagation();
  });

  return {
    draw() {
      input.setAttribute("aria-label", t("recherche.invite"));
      input.placeholder = t("recherche.invite");
      list.setAttribute("aria-label", t("recherche.resultats"));
      return h("div", { class: "recherche", role: "search" }, icon("search"), input, list);
    },
  };
}
