/** Puts the page together: words, session, panels, map. Each panel draws itself from the state. */

import * as api from "./api.js";
import { mountCard } from "./card.js";
import { h } from "./dom.js";
import { failure } from "./feedback.js";
import { meet, setPassword, takeLink } from "./firststeps.js";
import { lang, onLanguage, preferred, t, useLanguage } from "./i18n.js";
import { area } from "./look.js";
import * as map from "./map.js";
import { mountNotice } from "./notice.js";
import { mountPages } from "./pageframe.js";
import { current } from "./pages.js";
import * as places from "./places.js";
import { mountRail } from "./rail.js";
import { onSession, who } from "./session.js";
import { mountSignIn } from "./signin.js";
import * as state from "./state.js";
import { mountStrip } from "./strip.js";
import "./theme.js";

const root = document.getElementById("console");
const holder = h("div", { class: "toile cachee" });
const stage = h("main", { class: "scene" }, holder);
let person = null;
let opened = false;
let mapped = false;

async function startMap() {
  stage.querySelector(":scope > .centre")?.remove();
  try {
    await map.start(holder, area(state.get()).catch(places.country));
  } catch (error) {
    stage.append(h("div", { class: "centre" }, failure(error, startMap)));
  }
}

/** Another person must find nothing of the last one: the page starts afresh. */
const afresh = () => location.replace(location.pathname);

/** Draws everything once somebody is signed in; the same person's later sign-in goes on where it stopped. */
function open() {
  const before = person;
  person = who().id;
  if (before) {
    if (before !== person) afresh();
    return;
  }
  if (who().restriction) {
    // The page starts afresh in the same session: till then nothing of it would be answered.
    meet(who().restriction).then(afresh);
    return;
  }
  opened = true;
  showPage(); // first: what the map asks for is not to wait behind the panels' requests
  root.prepend(mountRail());
  stage.append(mountNotice(), mountStrip(), mountCard(), mountPages());
}

/** The map or the page that is over it. Who works in a page does not wait, or pay, for a map: it is made when it is first seen. */
function showPage() {
  const page = current();
  holder.inert = page !== null;
  document.body.classList.toggle("en-page", page !== null);
  if (!opened || page || mapped) return;
  mapped = true;
  startMap();
}

function title() {
  document.title = current() ? `${t(`${current().id}.titre`)} · Tabanca` : "Tabanca";
}

async function begin() {
  onLanguage(() => api.speak(lang()));
  await useLanguage(preferred());
  root.replaceChildren(); // what is said while nothing has loaded
  onLanguage(title);
  state.subscribe(() => (showPage(), title()));
  title();
  const signIn = mountSignIn();
  document.body.append(signIn.dialog);
  onSession((event) => {
    if (event === "in") open();
    if (event === "out") afresh();
    if (event === "expired") signIn.show(true);
  });
  const link = takeLink();
  if (link) await setPassword(link);
  root.append(stage);
  if (!current()) map.prepare(holder).catch(() => {}); // a failure is told when the map is started
  try {
    if (!(await api.resume())) signIn.show(false);
  } catch (error) {
    signIn.show(false, error);
  }
}

begin();
