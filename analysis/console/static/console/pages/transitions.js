/** The states of the collection and the transitions between them, as the API has them. */

import { t } from "../i18n.js";
import * as api from "../server/api.js";
import { waitForJob } from "../server/jobs.js";

/** Each state: the filters of the household list that find it, its count among the statistics, the transitions out. */
export const STATES = {
  en_collecte: {
    filter: { statutCollecte: "pre_collecte", statut: "collecte" },
    count: (stats) => stats.enCollecte,
    transitions: ["soumettre", "valider", "integrer", "rejeter", "affecter"],
  },
  soumis: {
    filter: { statutCollecte: "pre_collecte", statut: "en_attente" },
    count: (stats) => stats.enAttente - stats.enCollecte,
    transitions: ["valider", "integrer", "rejeter", "affecter"],
  },
  valide: {
    filter: { statutCollecte: "valide" },
    count: (stats) => stats.valides,
    transitions: ["integrer", "rejeter"],
  },
  rejete: {
    filter: { statutCollecte: "rejete" },
    count: (stats) => stats.rejetes,
    transitions: ["rouvrir", "affecter"],
  },
  integre: { filter: { statutCollecte: "integre" }, count: (stats) => stats.integres, transitions: [] },
};

/** Return the state of a household, or null for one that no state describes. */
export const findState = (household) =>
  Object.keys(STATES).find((id) => Object.entries(STATES[id].filter).every(([name, one]) => household[name] === one)) ??
  null;

/** Name a transition out of a state: who integrates what nobody has validated does both. */
export const nameMove = (name, state) =>
  t(name === "integrer" && state !== "valide" ? "move.integrer.direct" : `move.${name}`);

/** How many households a transition without a mass operation takes at most. */
export const MOST_ONE_BY_ONE = 200;

/** Send one request a household, for transitions without a mass operation. A field that is wrong for one is wrong for
 * all: it stops. */
const runOneByOne = (path) => async (ids, fields) => {
  const erreurs = [];
  for (const id of ids) {
    try {
      await api.post(`/menages/${id}/${path}`, fields);
    } catch (error) {
      if (error.code === "VALIDATION_ERROR" || error.kind === "offline") throw error;
      erreurs.push({ id, message: error.message });
    }
  }
  return { traites: ids.length, reussis: ids.length - erreurs.length, echoues: erreurs.length, erreurs };
};

/** Send one request for all; of many the service makes a job, whose answer is waited for. */
const runTogether = (path) => async (ids, fields) => {
  const answer = await api.post(`/menages/${path}`, { ids, ...fields });
  return answer.jobId ? waitForJob(answer.jobId) : answer;
};

/** Each transition: who may, its fields beside the households, and `run(ids, fields)`, which answers as a mass
 * operation. */
export const TRANSITIONS = {
  soumettre: {
    isSingle: true,
    permission: "registre.modifier",
    fields: ["commentaire"],
    run: runOneByOne("soumettre-collecte"),
  },
  valider: { permission: "registre.valider", fields: ["commentaire"], run: runTogether("valider-masse") },
  integrer: { permission: "registre.valider", fields: [], run: runTogether("integrer-masse") },
  rejeter: {
    isSingle: true,
    permission: "registre.valider",
    fields: ["motif", "commentaire"],
    run: runOneByOne("reject-collecte"),
  },
  rouvrir: {
    isSingle: true,
    permission: "registre.valider",
    fields: ["commentaire"],
    run: runOneByOne("rouvrir-collecte"),
  },
  affecter: { permission: "registre.valider", fields: ["enqueteurId"], run: runTogether("affecter-enqueteur") },
};
