/** Where one is signed in, and how to end it elsewhere. */

import { Loaded } from "../components/feedback.js";
import { moment, t } from "../i18n.js";
import { html, useEffect, useSignal } from "../preact.js";
import * as api from "../server/api.js";
import { createLoader } from "../state/loader.js";

const sessions = createLoader();

// What a browser says of itself, the more telling names first: Edge and Chrome also name Safari, Android names Linux.
const BROWSERS = { Edg: "Edge", OPR: "Opera", Firefox: "Firefox", Chrome: "Chrome", Safari: "Safari" };
const SYSTEMS = {
  Android: "Android",
  iPhone: "iPhone",
  iPad: "iPad",
  Windows: "Windows",
  "Mac OS": "Mac",
  Linux: "Linux",
};

const findName = (names, agent) => names[Object.keys(names).find((one) => agent.includes(one)) ?? ""];

const PHONES = ["Mobile", "iPhone", "Android"];

function nameKind(agent) {
  if (/iPad|Tablet/.test(agent)) return t("profil.appareil.tablette");
  return t(PHONES.some((one) => agent.includes(one)) ? "profil.appareil.telephone" : "profil.appareil.ordinateur");
}

/** Name a device in words: "Téléphone Android, Chrome"; what is no browser by what it calls itself. */
function nameDevice(agent) {
  const [browser, system] = [findName(BROWSERS, agent), findName(SYSTEMS, agent)];
  if (!browser && !system) return agent || t("inconnu");
  return [[nameKind(agent), system].filter(Boolean).join(" "), browser].filter(Boolean).join(", ");
}

export function Sessions() {
  const failure = useSignal("");
  useEffect(() => {
    sessions.load((signal) => api.get("/auth/sessions", {}, signal), { keep: true });
  }, []);
  const end = async (ids) => {
    failure.value = "";
    try {
      for (const id of ids) await api.send("DELETE", `/auth/sessions/${id}`);
    } catch (error) {
      failure.value = error.message || t("erreur.failed.texte");
    }
    sessions.reload();
  };
  const row = (session) => html`
    <li key=${session.id}>
      <div>
        <strong title=${session.appareil}>${nameDevice(session.appareil)}</strong>
        <span class="doux petit">
          ${t("profil.session.vue", {
            debut: moment(session.ouverteLe),
            quand: moment(session.vueLe),
            adresse: session.adresse ?? "–",
          })}
        </span>
      </div>
      ${
        session.courante
          ? html`<span class="insigne oui">${t("profil.session.ici")}</span>`
          : html`
              <button type="button" class="bouton" onClick=${() => end([session.id])}>
                ${t("profil.session.fermer")}
              </button>
            `
      }
    </li>
  `;
  const list = (found) => {
    const others = found.filter((one) => !one.courante).map((one) => one.id);
    return html`
      ${
        others.length > 1 &&
        html`
          <div class="actions">
            <button type="button" class="bouton" onClick=${() => end(others)}>${t("profil.session.toutes")}</button>
          </div>
        `
      }
      <ul class="rangees">${found.map(row)}</ul>
    `;
  };
  return html`
    <section class="feuille">
      <h2>${t("profil.sessions")}</h2>
      <p class="doux">${t("profil.sessions.aide")}</p>
      <${Loaded} from=${sessions} lines=${2}>${list}<//>
      ${failure.value && html`<p class="faute" role="alert">${failure.value}</p>`}
    </section>
  `;
}
