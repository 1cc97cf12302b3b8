/** Who is signed in, the language, the theme, and the way out. */

import { describeError } from "../components/feedback.js";
import { LANGUAGES, language, switchLanguage, t } from "../i18n.js";
import { leave } from "../offline/leave.js";
import { nameRegions } from "../pages/person.js";
import { html, signal } from "../preact.js";
import { post } from "../server/api.js";
import { currentUser, may } from "../server/session.js";
import { nameRole } from "../state/role-name.js";
import { chooseTheme, theme } from "../state/theme.js";
import { openPage } from "../state/view.js";
import { closeDrawer } from "./drawer.js";

const openProfile = () => {
  document.getElementById("compte")?.hidePopover();
  closeDrawer();
  openPage("profil");
};

// Each of these opens the administration.
const ADMINISTRATION = ["utilisateurs", "roles", "audit", "references", "webhooks"];
const mayAdminister = () => ADMINISTRATION.some((name) => may(`administration.${name}`));

// Why the administration was not opened.
const failure = signal("");
let entering = false;
addEventListener("pageshow", () => {
  entering = false; // also of a page that the browser kept and shows again
});

/** Open the administration in this session; where that is refused, its own page asks for the password. */
async function enterAdministration(event) {
  if (event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  if (entering) return; // the second entry of a double click would end the first
  entering = true;
  failure.value = "";
  try {
    await post("/auth/administration", {});
  } catch (error) {
    // A refusal ends the entry that another person of this browser may have left; any other error leaves it there.
    if (error.status !== 403) {
      failure.value = describeError(error);
      entering = false;
      return;
    }
  }
  location.assign("/admin/");
}

const Options = ({ options, chosen }) =>
  options.map(
    ([value, name]) => html`<option key=${value} value=${value} selected=${value === chosen}>${name}</option>`,
  );

export function Account() {
  const user = currentUser();
  const themes = ["auto", "clair", "sombre"].map((value) => [value, t(`theme.${value}`)]);
  return html`
    <div id="compte" class="compte" popover="auto">
      <p>
        <strong>${`${user.prenom ?? ""} ${user.nom ?? ""}`.trim()}</strong>
        <span class="doux">${nameRole(user.role)}</span>
      </p>
      <p class="doux">${nameRegions(user)}</p>
      <label class="champ">
        <span>${t("langue")}</span>
        <select id="langue" onChange=${(event) => switchLanguage(event.target.value)}>
          <${Options} options=${Object.entries(LANGUAGES)} chosen=${language.value} />
        </select>
      </label>
      <label class="champ">
        <span>${t("theme")}</span>
        <select onChange=${(event) => chooseTheme(event.target.value)}>
          <${Options} options=${themes} chosen=${theme.value} />
        </select>
      </label>
      <button type="button" class="bouton large" onClick=${openProfile}>${t("profil.titre")}</button>
      ${
        mayAdminister() &&
        html`<a class="bouton large" href="/admin/" onClick=${enterAdministration}>${t("compte.administration")}</a>`
      }
      ${failure.value && html`<p class="faute" role="alert">${failure.value}</p>`}
      <button type="button" class="bouton large" onClick=${leave}>${t("compte.quitter")}</button>
    </div>
  `;
}
