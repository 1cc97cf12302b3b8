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

const FEW = 10; // sessions of a device that are shown without being asked for

const findName = (names, agent) => names[Object.keys(names).find((one) => agent.includes(one)) ?? ""];

const PHONES = ["Mobile", "iPhone", "Android"];

function nameKind(agent) {
  if (/iPad|Tablet/.test(agent)) return t("profil.appareil.tablette");
  return t(PHONES.some((one) => agent.includes(one)) ? "profil.appareil.telephone" : "profil.appareil.ordinateur");
}

/** Name a program by what it calls itself: "Programme (python-requests)" for "python-requests/2.34.2". */
const nameProgram = (agent) => t("profil.appareil.programme", { nom: agent.split(/[/ ]/)[0] });

/** Name a device in words: "Téléphone Android, Chrome"; what is no browser by what it calls itself. */
function nameDevice(agent) {
  const [browser, system] = [findName(BROWSERS, agent), findName(SYSTEMS, agent)];
  if (!browser && !system) return agent ? nameProgram(agent) : t("inconnu");
  return [[nameKind(agent), system].filter(Boolean).join(" "), browser].filter(Boolean).join(", ");
}

/** Group sessions by device and browser: [{name, sessions}], the present one first, then as they were seen last. */
function groupByDevice(found) {
  const groups = new Map();
  for (const session of found) {
    const name = nameDevice(session.appareil);
    groups.set(name, [...(groups.get(name) ?? []), session]);
  }
  const isPresent = ({ sessions: own }) => own.some(({ courante }) => courante);
  const listed = [...groups].map(([name, own]) => ({ name, sessions: own }));
  return [...listed.filter(isPresent), ...listed.filter((group) => !isPresent(group))];
}

const describe = (session) =>
  t("profil.session.vue", {
    debut: moment(session.ouverteLe),
    quand: moment(session.vueLe),
    adresse: session.adresse ?? "–",
  });

const listOthers = (sessions) => sessions.filter((one) => !one.courante).map(({ id }) => id);

const Here = () => html`<span class="insigne oui">${t("profil.session.ici")}</span>`;

const EndButton = ({ ids, label, onEnd }) => html`
  <button type="button" class="bouton" onClick=${() => onEnd(ids)}>${label}</button>
`;

/** Show a session; of a device that has one alone with its `name`. */
const Session = ({ session, name = null, onEnd }) => html`
  <li>
    <div>
      ${name && html`<strong title=${session.appareil}>${name}</strong>`}
      <span class="doux petit">${describe(session)}</span>
    </div>
    ${
      session.courante
        ? html`<${Here} />`
        : html`<${EndButton} ids=${[session.id]} label=${t("profil.session.fermer")} onEnd=${onEnd} />`
    }
  </li>
`;

/** Show the sessions of one device and browser: how many, when the last was seen, and each in a fold. */
function Device({ name, sessions: own, onEnd }) {
  if (own.length === 1) return html`<${Session} session=${own[0]} name=${name} onEnd=${onEnd} />`;
  const others = listOthers(own);
  const isPresent = others.length < own.length;
  const label = t(isPresent ? "profil.session.autres" : "profil.session.groupe", { n: others.length });
  return html`
    <li class="appareil">
      <div>
        <strong>${name}</strong>
        <span class="doux petit">${t("profil.session.nombre", { n: own.length, quand: moment(own[0].vueLe) })}</span>
      </div>
      ${isPresent && html`<${Here} />`}
      <${EndButton} ids=${others} label=${label} onEnd=${onEnd} />
      <details open=${own.length <= FEW}>
        <summary>${t("profil.session.details")}</summary>
        <ul class="rangees">
          ${own.map((session) => html`<${Session} key=${session.id} session=${session} onEnd=${onEnd} />`)}
        </ul>
      </details>
    </li>
  `;
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
  const list = (found) => {
    const others = listOthers(found);
    const groups = groupByDevice(found);
    const all = () => html`
      <div class="actions"><${EndButton} ids=${others} label=${t("profil.session.toutes")} onEnd=${end} /></div>
    `;
    return html`
      ${others.length > 1 && groups.length > 1 && all()}
      <ul class="rangees">${groups.map((one) => html`<${Device} key=${one.name} ...${one} onEnd=${end} />`)}</ul>
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
