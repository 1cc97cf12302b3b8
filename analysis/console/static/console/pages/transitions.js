/** The states of the collection and the transitions between them, as the API has them. */

import * as api from "../server/api.js";

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

const runTogether = (path) => (ids, fields) => api.post(`/menages/${path}`, { ids, ...fields });

/** Each transition: who may, its fields beside the households, and `run(ids, fields)`, which answers as a mass
 * operation. */
export const TRANSITIONS = {
  soumettre: { permission: "registre.modifier", fields: ["commentaire"], run: runOneByOne("soumettre-collecte") },
  valider: { permission: "registre.valider", fields: ["commentaire"], run: runTogether("valider-masse") },
  integrer: { permission: "registre.valider", fields: [], run: runTogether("integrer-masse") },
  rejeter: { permission: "registre.valider", fields: ["motif", "commentaire"], run: runOneByOne("reject-collecte") },
  rouvrir: { permission: "registre.valider", fields: ["commentaire"], run: runOneByOne("rouvrir-collecte") },
  affecter: { permission: "registre.valider", fields: ["enqueteurId"], run: runTogether("affecter-enqueteur") },
};
