/** The designs beside each other: by group, on a map, and who enters and who leaves between two. */

import { saveCsv } from "../components/download.js";
import { SelectField } from "../components/fields.js";
import { Tabs } from "../components/tabs.js";
import { Downloads } from "../dashboard/downloads.js";
import { code, number, percent, t } from "../i18n.js";
import { html, useSignal } from "../preact.js";
import { ShareMap } from "./share-map.js";
import { saveTable } from "./table-picture.js";

const GROUPS = { parRegion: "", parMilieu: "milieu", parSexeChef: "sexe", parTaille: "" };

const nameGroup = (kind, group) => {
  if (group === null) return t("inconnu");
  if (kind === "parTaille") return t("labo.taille", { n: group === "1" ? 1 : 2, taille: group });
  return GROUPS[kind] ? code(GROUPS[kind], group) : group;
};

/** The rows of a grouping: [name, households, the row of each design]. */
const listRows = (scenarios, kind) =>
  scenarios[0][kind].map((row, at) => [
    nameGroup(kind, row.groupe),
    row.menages,
    ...scenarios.map((one) => one[kind][at]),
  ]);

const writeShare = (row) => percent(row.taux === null ? null : row.taux / 100);

function GroupTable({ scenarios, kind }) {
  const rows = listRows(scenarios, kind);
  const title = t(`labo.${kind}`);
  return html`
    <div class="defile-table" tabindex="0" role="region" aria-label=${title}>
      <table class="lignes chiffres">
        <caption class="hors-vue">${title}</caption>
        <thead>
          <tr>
            <th scope="col">${title}</th><th scope="col" class="droite">${t("menages.titre")}</th>
            ${scenarios.map((one) => html`<th scope="col" class="droite" key=${one.nom}>${one.nom}</th>`)}
          </tr>
        </thead>
        <tbody>
          ${rows.map(
            ([name, total, ...found]) => html`
              <tr key=${name}>
                <th scope="row">${name}</th><td class="droite">${number(total)}</td>
                ${found.map(
                  (row, at) => html`
                    <td class="droite" key=${at}>${number(row.retenus)} <span
                      class="doux">${writeShare(row)}</span></td>
                  `,
                )}
              </tr>
            `,
          )}
        </tbody>
      </table>
    </div>
  `;
}

export function Breakdown({ scenarios }) {
  const kind = useSignal("parRegion");
  const title = t(`labo.${kind.value}`);
  const header = [title, t("menages.titre"), ...scenarios.map((one) => one.nom)];
  const rows = listRows(scenarios, kind.value);
  const file = kind.value.slice(3).toLowerCase();
  const saveCells = () =>
    saveCsv(
      header,
      rows.map(([name, total, ...found]) => [name, total, ...found.map((row) => row.retenus)]),
      `ciblage-${file}.csv`,
    );
  const saveImage = () => {
    const cells = ([name, total, ...found]) => [
      name,
      number(total),
      ...found.map((row) => `${number(row.retenus)} (${writeShare(row)})`),
    ];
    saveTable(header, rows.map(cells), `${t("laboratoire.titre")} · ${title}`, `ciblage-${file}.png`);
  };
  return html`
    <section class="feuille" aria-label=${t("labo.tableau")}>
      <div class="outils entre">
        <h2>${t("labo.tableau")}</h2>
        <${Downloads} what=${t("labo.tableau")} onPicture=${saveImage} onTable=${saveCells} />
      </div>
      <${Tabs}
        tabs=${Object.keys(GROUPS).map((name) => [name, t(`labo.${name}`)])} chosen=${kind.value}
        onChoose=${(name) => (kind.value = name)}
      />
      <${GroupTable} scenarios=${scenarios} kind=${kind.value} />
    </section>
  `;
}

export function DesignMap({ scenarios }) {
  const chosen = useSignal(0);
  const design = scenarios[chosen.value] ?? scenarios[0];
  const rows = design.parSecteur.map(({ secteur, menages, retenus }) => ({ secteur, total: menages, count: retenus }));
  return html`
    <section class="feuille" aria-label=${t("labo.carte")}>
      <div class="outils entre">
        <h2>${t("labo.carte")}</h2>
        <${SelectField}
          label=${t("labo.dessin")} name="carteDessin" value=${chosen.value}
          options=${scenarios.map((one, place) => [place, one.nom])}
          onChange=${(event) => (chosen.value = Number(event.target.value))}
        />
      </div>
      <${ShareMap} rows=${rows} title=${t("labo.carte")} key=${chosen.value} />
    </section>
  `;
}

/** Say for each two designs who is in both, who enters and who leaves. */
export function Overlaps({ rows }) {
  if (!rows.length) return null;
  const title = t("labo.recouvrements");
  const header = [t("labo.de"), t("labo.vers"), t("labo.communs"), t("labo.entrants"), t("labo.sortants")];
  const cells = (row) => [row.de, row.vers, row.communs, row.entrants, row.sortants];
  return html`
    <section class="feuille" aria-label=${title}>
      <div class="outils entre">
        <h2>${title}</h2>
        <${Downloads}
          what=${title}
          onPicture=${() =>
            saveTable(
              header,
              rows.map((row) => cells(row).map((cell) => (typeof cell === "number" ? number(cell) : cell))),
              title,
              "recouvrements.png",
            )}
          onTable=${() => saveCsv(header, rows.map(cells), "recouvrements.csv")}
        />
      </div>
      <div class="defile-table" tabindex="0" role="region" aria-label=${title}>
        <table class="lignes chiffres">
          <caption class="hors-vue">${title}</caption>
          <thead><tr>${header.map(
            (name, at) => html`<th scope="col" class=${at > 1 ? "droite" : null}
            key=${name}>${name}</th>`,
          )}</tr></thead>
          <tbody>
            ${rows.map(
              (row) => html`
                <tr key=${`${row.de} ${row.vers}`}>
                  <th scope="row">${row.de}</th><td>${row.vers}</td>
                  <td class="droite">${number(row.communs)}</td><td class="droite">${number(row.entrants)}</td>
                  <td class="droite">${number(row.sortants)}</td>
                </tr>
              `,
            )}
          </tbody>
        </table>
      </div>
    </section>
  `;
}
