/** The states of the collection and the moves between them, as the API has them. */

import * as api from "../api.js";

/** Each state: the filters of the household list that find it, its count among the statistics, the moves out of it. */
export const STATES = {
  en_collecte: { filter: { statutCollecte: "pre_collecte", statut: "collecte" }, count: (stats) => stats.enCollecte, moves: ["soumettre", "valider", "integrer", "rejeter", "affecter"] },
  soumis: { filter: { statutCollecte: "pre_collecte", statut: "en_attente" }, count: (stats) => stats.enAttente - stats.enCollecte, moves: ["valider", "integrer", "rejeter", "affecter"] },
  valide: { filter: { statutCollecte: "valide" }, count: (stats) => stats.valides, moves: ["integrer", "rejeter"] },
  rejete: { filter: { statutCollecte: "rejete" }, count: (stats) => stats.rejetes, moves: ["rouvrir", "affecter"] },
  integre: { filter: { statutCollecte: "integre" }, count: (stats) => stats.integres, moves: [] },
};

const one = (path) => (ids, why) => eachOf(ids, (id) => api.post(`/menages/${id}/${path}`, why));
const all = (path) => (ids, why) => api.post(`/menages/${path}`, { ids, ...why });

/** Each move: who may, what it asks for beside the households, and `run(ids, why)`, which answers as a mass operation. */
export const MOVES = {
  soumettre: { permission: "registre.modifier", asks: ["commentaire"], run: one("soumettre-collecte") },
  valider: { permission: "registre.valider", asks: ["commentaire"], run: all("valider-masse") },
  integrer: { permission: "registre.valider", asks: [], run: all("integrer-masse") },
  rejeter: { permission: "registre.valider", asks: ["motif", "commentaire"], run: one("reject-collecte") },
  rouvrir: { permission: "registre.valider", asks: ["commentaire"], run: one("rouvrir-collecte") },
  affecter: { permission: "registre.valider", asks: ["enqueteurId"], run: all("affecter-enqueteur") },
};

/** One request a household, for moves without a mass operation. A field that is wrong is wrong for all: it stops. */
async function eachOf(ids, send) {
  const erreurs = [];
  for (const id of ids) {
    try {
      await send(id);
    } catch (error) {
      if (error.code === "VALIDATION_ERROR" || error.kind === "offline") throw error;
      erreurs.push({ id, message: error.message });
    }
  }
  return { traites: ids.length, reussis: ids.length - erreurs.length, echoues: erreurs.length, erreurs };
}
