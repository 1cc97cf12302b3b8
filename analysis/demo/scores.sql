-- Score the households of the demonstration by the house's own method, so that every score is the sum of its terms.

-- name: add_method
-- The second version of the method that ships: the same idea with weights of a wider range, so that all categories occur.
-- Where another method is in force, that one scores.
WITH premiere AS (
  UPDATE registry_pmt_methode SET date_fin = '2023-12-31'
  WHERE id = '01980000-0000-7000-8000-000000000001' AND date_fin IS NULL AND par_defaut
  RETURNING famille, transformation, seuils, seuil_pauvrete
)
INSERT INTO registry_pmt_methode (
  id, famille, version, nom, description, statut, intercept, termes, transformation, seuils, seuil_pauvrete, par_defaut,
  date_debut, published_at
)
SELECT pg_temp.id('2024-01-01', 'methode', 1), famille, 2, 'Méthode de démonstration',
       'Poids inventés pour le pays de démonstration, sans enquête derrière eux.', 'publiee', 39, '[
    {"variable": "geographie", "operateur": "poids", "poids": 1, "siAbsent": 0, "valeur": {"region": {
      "BA": -1, "BM": 1, "CA": 0.5, "GA": -1.5, "OI": -2, "QU": -0.5, "TO": -1.5, "BS": 3}}},
    {"variable": "milieu", "operateur": "=", "valeur": "urbain", "poids": 6},
    {"variable": "nbEnfants04", "operateur": "lineaire", "valeur": null, "poids": -3.2},
    {"variable": "nbEnfants514", "operateur": "lineaire", "valeur": null, "poids": -2.6},
    {"variable": "nbPersonnes65Plus", "operateur": "lineaire", "valeur": null, "poids": -2.5},
    {"variable": "personnesParPiece", "operateur": ">", "valeur": 3, "poids": -4},
    {"variable": "chefMenage.sexe", "operateur": "=", "valeur": "F", "poids": -3},
    {"variable": "chefMenage.niveauEducation", "operateur": "=", "valeur": "primaire", "poids": 5},
    {"variable": "chefMenage.niveauEducation", "operateur": "dans", "valeur": ["secondaire", "superieur"], "poids": 11},
    {"variable": "logement.materiauMur", "operateur": "=", "valeur": "bois_bambou", "poids": -6},
    {"variable": "logement.materiauMur", "operateur": "dans", "valeur": ["ciment", "brique_stabilisee"], "poids": 6},
    {"variable": "logement.materiauToit", "operateur": "dans", "valeur": ["zinc", "tuile_beton"], "poids": 5},
    {"variable": "logement.materiauSol", "operateur": "=", "valeur": "ciment", "poids": 5},
    {"variable": "logement.materiauSol", "operateur": "=", "valeur": "carrelage", "poids": 9},
    {"variable": "logement.sourceEclairage", "operateur": "=", "valeur": "solaire", "poids": 4},
    {"variable": "logement.sourceEclairage", "operateur": "=", "valeur": "electricite", "poids": 7},
    {"variable": "logement.typeToilette", "operateur": "=", "valeur": "latrine_amelioree", "poids": 4},
    {"variable": "logement.typeToilette", "operateur": "=", "valeur": "chasse_eau", "poids": 8}
    ]', transformation, seuils, seuil_pauvrete, true, '2024-01-01', '2024-01-01T00:00:00Z'
FROM premiere

-- name: list_scored
-- What the PMT method reads of the households of a batch, as the columns of registry_menage.
SELECT id, taille AS taille_menage, milieu, e04 AS nb_enfants_04, e514 AS nb_enfants_514,
       e04 + round(e514 * 0.6) AS nb_enfants_010, e514 - round(e514 * 0.6) AS nb_enfants_1114,
       femmes + hommes AS nb_adultes_1564, vieux AS nb_personnes_65_plus,
       (pg_temp.u(n, 138) < 0.07)::integer AS nb_handicapes, floor((femmes + hommes) * pg_temp.u(n, 139)) AS nb_actifs_occupes,
       femmes AS nb_femmes_1564, round(femmes * 0.8) AS nb_femmes_1549,
       (femmes > 0 AND pg_temp.u(n, 140) < 0.1)::integer AS nb_femmes_enceintes,
       region_id, secteur_id, commune_id, localite_id
FROM demo_batch

-- name: score_batch
-- By the method over `list_scored`. Those that are still being interviewed have no score.
CREATE TEMP TABLE demo_score ON COMMIT DROP AS
SELECT id, CASE WHEN u_statut <= 0.96 THEN scored.score END AS score, batch.n
FROM ({scored}) AS scored JOIN demo_batch AS batch USING (id);

-- name: score_again
-- What hurry and repeated interviews changed is scored as it was found.
UPDATE registry_menage AS menage
SET score_pmt = fresh.score, categorie_pauvrete = fresh.categorie, eligible_programme = fresh.eligible
FROM ({scored}) AS fresh
WHERE fresh.id = menage.id AND region_id IN (SELECT region_id FROM demo_region) AND menage.score_pmt IS NOT NULL
  AND menage.score_pmt IS DISTINCT FROM fresh.score
