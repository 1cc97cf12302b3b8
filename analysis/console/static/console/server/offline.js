/** Being ready for days without a connection: the worker that keeps the page, and the lists that forms need. */

import * as api from "./api.js";
import * as places from "./places.js";
import { may } from "./session.js";

const LATEST = 20_000; // when no map is drawn (ms)
let isReady = false;

/** List the files that the page has loaded so far. */
const listLoaded = () =>
  performance
    .getEntriesByType("resource")
    .map(({ name }) => new URL(name))
    .filter(({ origin }) => origin === location.origin)
    .map(({ pathname }) => pathname);

async function keepPage() {
  if (!navigator.serviceWorker) return; // not over plain HTTP
  await navigator.serviceWorker.register("/service-worker.js");
  const { active } = await navigator.serviceWorker.ready;
  active?.postMessage({ addresses: listLoaded() });
}

/** Read what the forms of a household and of a complaint offer. */
async function keepLists() {
  if (!may("registre.creer") && !may("plaintes.creer")) return;
  await Promise.all([places.listVillages(), api.get("/references/menage")]);
}

function prepare() {
  if (isReady) return;
  isReady = true;
  // Who opens the page without a connection has it all already.
  Promise.all([keepPage(), keepLists()]).catch(() => {
    isReady = false;
  });
}

/** Get ready once the map is drawn: what is on the screen comes first. */
export function prepareOffline() {
  addEventListener("tabanca:carte", prepare);
  addEventListener("online", prepare);
  setTimeout(prepare, LATEST);
}
