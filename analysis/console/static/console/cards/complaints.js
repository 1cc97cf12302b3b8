/** The card of the complaints that were made in a locality: they all lie on its point. */

import { ServiceSymbol } from "../components/icon.js";
import { code, date, t } from "../i18n.js";
import { html } from "../preact.js";
import * as api from "../server/api.js";
import { makeError } from "../server/errors.js";
import { findAddress } from "../state/view.js";
import { CentreButton, join } from "./facts.js";

const HALF = 0.0003; // a box of about 60 m around a point (degrees)
const MOST = 50; // complaints that a card lists, the newest first
const VILLAGE = 14;

/** Read the complaints at a point, which comes with the address. */
export async function readComplaints({ centre }, signal) {
  if (!centre) throw makeError("notfound");
  const [lng, lat] = centre;
  const bbox = [lng - HALF, lat - HALF, lng + HALF, lat + HALF].join(",");
  const list = await api.get("/carte/plaintes", { bbox }, signal);
  if (!list.length) throw makeError("notfound");
  const newestFirst = list.sort((one, other) => other.dateCreation.localeCompare(one.dateCreation));
  return { list: newestFirst, centre };
}

export const describeComplaints = ({ list }) => ({
  title: t("plaintes.ici", { n: list.length }),
  subtitle: t("plaintes.ici.lieu"),
});

const Complaint = ({ item }) => html`
  <li>
    <a class="lien" href=${findAddress({ vue: "plaintes", element: item.id })}>${item.objet ?? item.reference}</a>
    <span><span class="insigne">${code("plainte", item.statut)}</span></span>
    <span class="petit doux">
      ${join([item.objet && item.reference, code("plaintecategorie", item.categorie), date(item.dateCreation)])}
    </span>
    <span class="petit doux">
      ${join([t("intitule", { nom: t("priorite"), valeur: code("priorite", item.priorite) }), item.plaignant])}
    </span>
  </li>
`;

export const ComplaintsCard = ({ found: { list, centre } }) => html`
  <p class="type"><${ServiceSymbol} layer="plaintes" size=${30} />${t("couche.plaintes")}</p>
  <ul class="membres plaintes-ici">
    ${list.slice(0, MOST).map((item) => html`<${Complaint} key=${item.id} item=${item} />`)}
  </ul>
  ${list.length > MOST && html`<p class="doux petit">${t("plaintes.ici.autres", { n: list.length - MOST })}</p>`}
  <div class="actions"><${CentreButton} centre=${centre} findZoom=${() => VILLAGE} /></div>
`;
