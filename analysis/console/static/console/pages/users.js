/** The users: a list with search and filters, or one of them. The text of the search stays out of the address. */

import { debounce } from "../components/debounce.js";
import { Empty, Loaded } from "../components/feedback.js";
import { SelectField } from "../components/fields.js";
import { Icon } from "../components/icon.js";
import { Pager } from "../components/pager.js";
import { findOrder, SortHead } from "../components/sort-head.js";
import { date, t } from "../i18n.js";
import { needLine } from "../offline/offline-line.js";
import { html, signal, useEffect } from "../preact.js";
import * as api from "../server/api.js";
import * as places from "../server/places.js";
import { currentUser } from "../server/session.js";
import { createLoader } from "../state/loader.js";
import { nameRole, sortRoles } from "../state/role-name.js";
import { setView, view } from "../state/view.js";
import { ActiveBadge, formatSortedName, nameRegions } from "./person.js";
import { Unprotected } from "./unprotected.js";
import { User } from "./user.js";
import { UsersFile } from "./users-file.js";

const ROWS = 25;
const FILE = "fichier";
const WAIT = 250; // milliseconds without typing before the search
const NO_FILTERS = { search: "", role: "", region: "", isActive: "", sansSecondFacteur: "" };
/** Each column: the API's name of its order, or null. @type {Record<string, string | null>} */
const COLUMNS = {
  "comptes.nom.ordre": "nom",
  role: "role",
  regions: null,
  "comptes.facteur": null,
  "comptes.connexion": "lastLoginAt",
  statut: "isActive",
};

/** The order of the service, which the head of the table says. */
const USUAL = "nom";

// They outlive a visit of another page.
const filters = signal(NO_FILTERS);
const users = createLoader();
const roles = createLoader();
const regions = createLoader();

function readUsers(signal) {
  const wanted = { ...filters.value, tri: findOrder(COLUMNS, USUAL), page: view.value.page, limit: ROWS };
  return api.getJson("/users", wanted, signal);
}
const load = () => users.load(readUsers, { keep: true });

/** Read the first page of what the filters find. */
function narrow() {
  if (view.value.page === 1) load();
  else setView({ page: 1 });
}
const narrowLater = debounce(narrow, WAIT);

function setFilters(patch) {
  filters.value = { ...filters.value, ...patch };
}

function choose(patch) {
  setFilters(patch);
  narrow();
}

function SearchField() {
  const search = (event) => {
    setFilters({ search: event.target.value });
    narrowLater();
  };
  return html`
    <div class="recherche">
      <${Icon} name="search" />
      <input
        id="cherche-compte" type="search" autocomplete="off" value=${filters.value.search}
        placeholder=${t("comptes.cherche")} aria-label=${t("comptes.cherche")} onInput=${search}
      />
    </div>
  `;
}

function Tools() {
  const offered = [["", t("tous.roles")], ...sortRoles(roles.value ?? []).map((role) => [role.code, nameRole(role)])];
  const states = [
    ["", t("tous.statuts")],
    ["true", t("actif.oui")],
    ["false", t("actif.non")],
  ];
  return html`
    <div class="outils">
      <${SearchField} />
      <${SelectField}
        label=${t("role")} name="filtre-role" options=${offered} value=${filters.value.role}
        onChange=${(event) => choose({ role: event.target.value })}
      />
      <${SelectField}
        label=${t("region")} name="filtre-region" value=${filters.value.region}
        options=${[["", t("compte.partout")], ...(regions.value ?? []).map((one) => [one.id, one.nom])]}
        onChange=${(event) => choose({ region: event.target.value })}
      />
      <${SelectField}
        label=${t("statut")} name="filtre-actif" options=${states} value=${filters.value.isActive}
        onChange=${(event) => choose({ isActive: event.target.value })}
      />
      <div class="actions">
        <button
          type="button" class="bouton principal" ...${needLine()} onClick=${() => setView({ element: "nouveau" })}
        >
          <${Icon} name="plus" />${t("comptes.nouveau")}
        </button>
        <button type="button" class="bouton" ...${needLine()} onClick=${() => setView({ element: FILE })}>
          <${Icon} name="upload" />${t("comptesfichier.titre")}
        </button>
      </div>
    </div>
  `;
}

/** Count the regions of the country; 0 where the caller sees some only. */
const countRegions = () => (currentUser().regions.length ? 0 : (regions.value?.length ?? 0));

function Row({ user }) {
  const [name, host] = user.email.split("@");
  return html`
    <tr>
      <td>
        <button type="button" class="lien" onClick=${() => setView({ element: user.id })}>
          ${formatSortedName(user)}
        </button>
        <div class="doux petit coupe">${name}<wbr />${`@${host}`}</div>
      </td>
      <td>${nameRole(user.role)}</td>
      <td>${nameRegions(user, countRegions())}</td>
      <td>${t(`comptes.facteur.${user.twoFactorEnabled ? "oui" : "non"}`)}</td>
      <td>${user.lastLoginAt ? date(user.lastLoginAt) : t("jamais")}</td>
      <td><${ActiveBadge} isActive=${user.isActive} /></td>
    </tr>
  `;
}

function Table({ rows, pagination }) {
  if (!rows.length) {
    const clear = () => choose(NO_FILTERS);
    return html`<${Empty} text=${t("comptes.aucun")} action=${t("filtres.effacer")} onAction=${clear} />`;
  }
  return html`
    <table class="lignes comptes">
      <caption class="hors-vue">${t("comptes.utilisateurs")}</caption>
      <thead>
        <tr>
          ${Object.entries(COLUMNS).map(
            ([key, sort]) => html`<${SortHead} key=${key} label=${t(key)} sort=${sort} initial=${USUAL} />`,
          )}
        </tr>
      </thead>
      <tbody>${rows.map((user) => html`<${Row} key=${user.id} user=${user} />`)}</tbody>
    </table>
    <${Pager} pagination=${pagination} />
  `;
}

function UserList() {
  const { page, tri } = view.value;
  useEffect(() => {
    load();
  }, [page, tri]);
  return html`
    <${Tools} />
    <${Unprotected}
      isOn=${filters.value.sansSecondFacteur !== ""}
      onTurn=${(isOn) => choose({ ...NO_FILTERS, sansSecondFacteur: isOn ? "true" : "" })}
    />
    <div class="feuille">
      <${Loaded} from=${users}>
        ${({ data, pagination }) => html`<${Table} rows=${data} pagination=${pagination} />`}
      <//>
    </div>
  `;
}

export function Users() {
  const { element } = view.value;
  useEffect(() => {
    roles.load((signal) => api.get("/roles", {}, signal), { keep: true });
    regions.load(() => places.listRegions(), { keep: true });
  }, []);
  if (element === FILE) return html`<${UsersFile} />`;
  return element ? html`<${User} id=${element} />` : html`<${UserList} />`;
}
