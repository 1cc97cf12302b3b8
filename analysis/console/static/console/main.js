/** Puts the page together: words, session, panels, map. Each panel draws itself from the state. */

import { App, isOpen } from "./app.js";
import { signPrints } from "./components/print-line.js";
import { findPreferredLanguage, language, loadLanguage, t } from "./i18n.js";
import { beginKeeping } from "./offline/held-answers.js";
import { isOffline } from "./offline/offline-line.js";
import { startOutbox } from "./offline/outbox.js";
import { resumePreparation } from "./offline/preparation.js";
import { prepareLater } from "./offline/prepare.js";
import { readPrepared } from "./offline/prepared.js";
import { beginPrepared } from "./offline/prepared-line.js";
import { effect, html, render } from "./preact.js";
import * as api from "./server/api.js";
import * as auth from "./server/auth.js";
import { currentUser, may, onSession } from "./server/session.js";
import { meetRestriction, setPassword, takeLink } from "./signin/first-steps.js";
import { askSignIn, SignIn } from "./signin/sign-in.js";
import { forgetLeft } from "./state/left-address.js";
import { keepConsole, keepGuideLater } from "./state/offline.js";
import { findCurrentPage } from "./state/pages.js";
import { setView } from "./state/view.js";

const root = /** @type {HTMLElement} */ (document.getElementById("console"));
/** The id of who signed in first. @type {string | null} */
let userId = null;

/** A device that cannot keep works as one that keeps nothing. */
const warn = (error) => console.warn("offline", error);

/** Start the page afresh: another person must find nothing of the last one. */
const startAfresh = () => location.replace(location.pathname);

/** Who sees no household would begin with an empty map: what is theirs is shown first, unless the address says more. */
function chooseStart() {
  if (location.hash.length > 1 || may("registre.lire") || !may("vbg.lire")) return;
  setView({ vue: "protection", couches: ["services_vbg"] }, { replace: true });
}

/** Show everything once somebody is signed in; the same person's later sign-in goes on where it stopped. */
function open() {
  const user = currentUser();
  forgetLeft();
  const before = userId;
  userId = user.id;
  if (before !== null) {
    if (before !== userId) startAfresh();
    return;
  }
  if (user.restriction) {
    // The page starts afresh in the same session: till then nothing of it would be answered.
    meetRestriction(user.restriction).then(startAfresh);
    return;
  }
  chooseStart();
  startWork(user);
}

/** Show the panels, and begin what goes on beside them. Without a connection what was prepared is shown first. */
async function startWork(user) {
  if (isOffline.peek()) await beginPrepared().catch(warn);
  isOpen.value = true;
  keepGuideLater();
  startOutbox();
  prepareLater();
  await beginKeeping(user);
  if (isOffline.peek()) return;
  await readPrepared().catch(warn);
  resumePreparation();
}

/** Name the page in the title and for the style sheets. */
function describePage() {
  const page = findCurrentPage();
  // While nobody is signed in, and to who may not open it, the page is not named.
  const isNamed = page !== null && (page.permissions.length === 0 || page.permissions.some(may));
  document.title = isNamed && isOpen.value ? `${t(`${page.id}.titre`)} · Tabanca` : "Tabanca";
  document.body.classList.toggle("en-page", page !== null);
}

function followSession(event) {
  if (event === "in") open();
  if (event === "out") startAfresh();
  if (event === "expired") askSignIn("expiree");
}

/** Show the sign-in beside the page: the drawer of a phone makes the page inert. */
function mountSignIn() {
  const host = document.createElement("div");
  document.body.append(host);
  render(html`<${SignIn} />`, host);
}

async function begin() {
  effect(() => api.setLanguage(language.value));
  await loadLanguage(findPreferredLanguage());
  root.replaceChildren(); // what is said while nothing has loaded
  effect(describePage);
  signPrints();
  mountSignIn();
  onSession(followSession);
  const token = takeLink();
  if (token) await setPassword(token);
  render(html`<${App} />`, root);
  keepConsole();
  try {
    const outcome = await auth.resumeSession();
    if (outcome !== "reprise") askSignIn(outcome === "finie" ? "finie" : "invite");
  } catch (error) {
    askSignIn("invite", error);
  }
}

begin();
