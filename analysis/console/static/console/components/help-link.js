/** The way to the guide of users, in the language of the page; it opens beside the work that it explains. */

import { language, t } from "../i18n.js";
import { html } from "../preact.js";
import { Icon } from "./icon.js";

const findAddress = () => `/aide?langue=${language.value}`;

/** Show the link as an icon, beside other buttons of an icon alone. */
export const HelpIcon = () => html`
  <a
    class="bouton-icone" href=${findAddress()} target="_blank" rel="noopener"
    aria-label=${t("aide.ouvrir")} title=${t("aide.ouvrir")}
  >
    <${Icon} name="help" />
  </a>
`;

/** Show the link in words. */
export const HelpLink = () => html`
  <a class="lien" href=${findAddress()} target="_blank" rel="noopener">${t("aide.ouvrir")}</a>
`;
