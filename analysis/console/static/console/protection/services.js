/** The directory of services: its map, its list and one service beside them. */

import { Failure, Loaded, Skeleton } from "../components/feedback.js";
import { SelectField } from "../components/fields.js";
import { countSet, FilterFold } from "../components/filter-fold.js";
import { Telephone } from "../components/telephone.js";
import { code, number, t } from "../i18n.js";
import { NO_GROUND, readGround } from "../map/ground.js";
import { Badge, PagedTable, Tile } from "../payments/parts.js";
import { html, signal, useEffect } from "../preact.js";
import * as api from "../server/api.js";
import { createLoader } from "../state/loader.js";
import { setView, view } from "../state/view.js";
import { Count } from "./counts.js";
import { onLock } from "./lock.js";
import { ServiceMap } from "./service-map.js";
import { Withheld } from "./withheld.js";

const ROWS = 20;
const COLUMNS = ["protection.service", "type", "region", "statut", "protection.horaires"];

// Which service is open stands in memory only: its address could be somebody's hiding place.
const opened = signal(/** @type {string | null} */ (null));
/** The service under the pointer, in the list or on the map: the other one marks it. */
const pointed = signal(/** @type {string | null} */ (null));
const filters = signal({ region: "", typeService: "", statut: "", search: "" });
/** The regions with a service, as [id, name]: a filter must not make them fewer. */
const regions = signal(/** @type {[string, string][]} */ ([]));
const list = createLoader();
const around = createLoader();
const detail = createLoader();
/** Land and names, which no lock empties: everybody may know them. Without them the map is there all the same. */
const ground = createLoader();

onLock(() => {
  opened.value = null;
  pointed.value = null;
  filters.value = { region: "", typeService: "", statut: "", search: "" };
  for (const loader of [list, around, detail]) {
    loader.abort();
    loader.answer.value = null;
  }
});

const readList = (wanted) =>
  api.getJson("/services-vbg", { ...filters.value, page: view.value.page, limit: ROWS }, wanted);

async function readAround(wanted) {
  const { region, typeService } = filters.value;
  const [overview, references, features] = await Promise.all([
    api.get("/services-vbg/stats/overview", { region }, wanted),
    api.get("/services-vbg/references", {}, wanted),
    api.get("/services-vbg/carte", { region, typeService }, wanted),
  ]);
  if (!region)
    regions.value = overview.parRegion.filter((one) => one.region).map((one) => [one.region.id, one.region.nom]);
  return { overview, references, features: features.features };
}

function choose(patch) {
  filters.value = { ...filters.value, ...patch };
  if (view.value.page === 1) list.load(readList, { keep: true });
  else setView({ page: 1 });
  around.load(readAround, { keep: true });
}

function open(id) {
  opened.value = id;
  detail.load((wanted) => api.get(`/services-vbg/${id}`, {}, wanted));
}

const point = (id) => {
  pointed.value = id;
};

const Line = ({ label, children }) => html`<div><dt>${label}</dt><dd>${children || "–"}</dd></div>`;

function Detail() {
  const found = detail.answer.value;
  if (!opened.value) return null;
  if (found === null) return html`<div class="feuille"><${Skeleton} lines=${4} /></div>`;
  if (found instanceof Error) return html`<${Failure} error=${found} onRetry=${detail.retry} />`;
  const place = [found.localite?.nom, found.secteur?.nom, found.region?.nom].filter(Boolean).join(", ");
  return html`
    <section class="feuille" aria-label=${found.nom} id="service-ouvert">
      <h2>${found.nom}</h2>
      <p>
        <${Badge} group="typeservice" value=${found.typeService} />${" "}
        <${Badge} group="visibilite" value=${found.visibilite} />
      </p>
      <dl class="faits">
        <${Line} label=${t("protection.lieu")}>${[found.adresse, place].filter(Boolean).join(" · ")}<//>
        <${Line} label=${t("protection.telephone")}>
          ${found.telephone && html`<${Telephone} number=${found.telephone} />`}
        <//>
        <${Line} label=${t("protection.horaires")}>${found.horaires}<//>
        <${Line} label=${t("protection.offres")}>
          ${found.servicesOfferts.map((one) => code("offre", one)).join(", ")}
        <//>
        <${Line} label=${t("protection.capacite")}>${found.capaciteAccueil ?? ""}<//>
        <${Line} label=${t("protection.partenaires")}>${found.partenaires.join(", ")}<//>
        <${Line} label=${t("protection.cas")}><${Count} value=${found.nombreCasPrisEnCharge} /><//>
      </dl>
      <button type="button" class="bouton" onClick=${() => (opened.value = null)}>${t("fermer")}</button>
    </section>
  `;
}

const ServiceRow = (service) => html`
  <tr
    key=${service.id} class=${service.id === pointed.value ? "vise" : null}
    onMouseEnter=${() => point(service.id)} onMouseLeave=${() => point(null)}
  >
    <td><button type="button" class="lien" onClick=${() => open(service.id)}>${service.nom}</button></td>
    <td>${code("typeservice", service.typeService)}</td>
    <td>${[service.secteur?.nom, service.region?.nom].filter(Boolean).join(", ") || "–"}</td>
    <td><${Badge} group="etatservice" value=${service.statut} /></td>
    <td>${service.horaires || "–"}</td>
  </tr>
`;

const Filter = ({ name, label, options }) => html`
  <${SelectField}
    label=${label} name=${name} value=${filters.value[name]}
    options=${[["", t(name === "region" ? "tous.region" : "tous.statuts")], ...options]}
    onChange=${(event) => choose({ [name]: event.target.value })}
  />
`;

const Filters = ({ references }) => html`
  <${FilterFold} count=${countSet(filters.value)}>
    <${Filter} name="region" label=${t("region")} options=${regions.value} />
    <${Filter}
      name="typeService" label=${t("type")} options=${references.typesService.map((one) => [one.value, one.label])}
    />
    <${Filter}
      name="statut" label=${t("statut")}
      options=${references.statuts.map((one) => [one.value, code("etatservice", one.value)])}
    />
    <label class="champ recherche">
      <span>${t("protection.chercher")}</span>
      <input
        type="search" id="cherche-service" placeholder=" " autocomplete="off" value=${filters.value.search}
        onChange=${(event) => choose({ search: event.target.value.trim() })}
      />
    </label>
  <//>
`;

function Around({ overview, references, features }) {
  const covered = overview.couvertureGeographique;
  return html`
    <div class="carreaux">
      <${Tile} value=${number(overview.totalServices)} label=${t("protection.total")} />
      <${Tile} value=${number(overview.servicesActifs)} label=${t("protection.actifs")} />
      <${Tile}
        value=${`${number(covered.secteursCouvertes)} / ${number(covered.secteursTotal)}`}
        label=${t("protection.couverts")}
      />
    </div>
    <${Withheld} />
    <${Filters} references=${references} />
    <${ServiceMap}
      features=${features} ground=${ground.value ?? NO_GROUND} chosen=${opened.value} onOpen=${open}
      types=${filters.value.typeService ? [] : references.typesService.map(({ value }) => value)}
      pointed=${pointed.value} onPoint=${point}
    />
  `;
}

export function ServicesPage() {
  const { page } = view.value;
  useEffect(() => {
    around.load(readAround, { keep: true });
    ground.load(readGround, { keep: true });
  }, []);
  useEffect(() => {
    list.load(readList, { keep: true });
  }, [page]);
  return html`
    <div class="pile">
      <${Loaded} from=${around} lines=${4}>${(found) => html`<${Around} ...${found} />`}<//>
      <${Detail} />
      <${PagedTable}
        from=${list} columns=${COLUMNS} row=${ServiceRow} empty=${t("protection.aucun")} title=${t("protection.titre")}
      />
    </div>
  `;
}
