/** The columns of a file: what each is taken for, its first values, and another choice. */

import * as api from "./api.js";
import { h } from "./dom.js";
import { lang, number, t } from "./i18n.js";

const labels = new Map(); // language to {field: what it holds}

/** The first words of what the template says of a column. */
const short = (text) => text.split(/[.:,;(]/)[0].trim();

/** `choose(title, field)`: null leaves a column aside. `open` keeps what the person opened. */
export function columnTable(draw, choose, forgotten) {
  let open = false;
  let restOpen = false;
  let asked = null;

  async function readLabels() {
    const language = lang();
    if (asked === language) return;
    asked = language;
    try {
      const { description } = await api.get("/import/menages/template");
      labels.set(language, Object.fromEntries(Object.entries(description).map(([name, text]) => [name, short(text)])));
      draw();
    } catch {
      asked = null; // the codes stand in for the words until the next time
    }
  }

  const named = (name) => labels.get(lang())?.[name] ?? name;

  /** 250 columns have 15,000 options: they are made when a list is first touched. */
  function chooser({ entete, champ }, place) {
    const option = (value, label) => h("option", { value, selected: value === (champ ?? "") }, label);
    const list = h("select", { id: `colonne-${place}`, "aria-label": t("import.colonne.de", { titre: entete }), onchange: (event) => choose(entete, event.target.value || null) },
      option(champ ?? "", champ ? named(champ) : t("import.colonne.aucune")));
    const fill = () => {
      if (list.options.length > 1) return;
      const fields = Object.entries(labels.get(lang()) ?? {});
      list.replaceChildren(option("", t("import.colonne.aucune")), ...fields.map(([value, label]) => option(value, label)));
    };
    for (const name of ["focus", "pointerdown"]) list.addEventListener(name, fill);
    return list;
  }

  const row = (column, place) => h("li", {},
    h("div", {}, h("strong", {}, column.entete), h("span", { class: "doux" }, column.exemples.join(" · ") || t("import.colonne.vide"))),
    h("div", { class: "champ" }, chooser(column, place)),
    h("span", { class: `insigne ${column.champ ? "oui" : ""}` }, t(`import.origine.${column.origine ?? "aucune"}`)));

  /** Forgets what is remembered for this file. */
  async function forget(columns) {
    const titles = new Set(columns.map(({ entete }) => entete));
    const kept = await api.get("/import/menages/correspondances");
    const mine = kept.find(({ correspondances }) => Object.keys(correspondances).every((title) => titles.has(title)));
    if (mine) await api.send("DELETE", `/import/menages/correspondances/${mine.id}`);
    forgotten();
  }

  return function table({ colonnes: columns }) {
    if (!columns?.length) return null;
    readLabels();
    const numbered = columns.map((column, place) => [column, place]);
    const taken = numbered.filter(([column]) => column.champ);
    const rest = numbered.filter(([column]) => !column.champ);
    const list = (items) => h("ul", { class: "colonnes-fichier" }, items.map(([column, place]) => row(column, place)));
    return h("details", { class: "feuille", id: "colonnes", open, ontoggle: (event) => (open = event.target.open) },
      h("summary", {}, t("import.colonnes"), h("span", { class: "doux" }, [t("import.colonnes.lues", { n: taken.length }), rest.length > 0 && t("import.colonnes.laissees", { n: rest.length })].filter(Boolean).join(" · "))),
      h("p", { class: "doux" }, t("import.colonnes.texte")),
      columns.some(({ origine }) => origine === "memoire") && h("p", {}, h("button", { type: "button", class: "lien", onclick: () => forget(columns).catch(forgotten) }, t("import.oublier"))),
      list(taken),
      rest.length > 0 && h("details", { open: restOpen, ontoggle: (event) => (restOpen = event.target.open) }, h("summary", {}, t("import.colonnes.reste", { n: rest.length, nombre: number(rest.length) })), list(rest)));
  };
}
