/** What a reader of the directory is not shown, or what he sees that others do not.
 *
 * The sentence depends on his rights alone: it stands there whether or not there is a confidential service at all, and
 * says neither how many nor where.
 */

import { t } from "../i18n.js";
import { html } from "../preact.js";
import { may } from "../server/session.js";

export const Withheld = () => html`
  <p class="doux" id="confidentiels">
    ${t(may("vbg.voir_services_restreints") ? "protection.confidentiels.compris" : "protection.confidentiels.tus")}
  </p>
`;
