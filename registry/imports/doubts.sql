-- What is doubtful about a file as a whole, over the temporary tables of imports.sql.

-- name: note
INSERT INTO import_probleme (ligne, colonne, code, gravite, valeur, autre) VALUES (1, %s, %s, %s, %s, %s);

-- name: scores
SELECT count(score_pmt) AS scores, count(*) FILTER (WHERE score_pmt > 1) AS scores_above_one,
       count(*) FILTER (WHERE score_pmt > 0) AS scores_above_zero
FROM import_ligne;

-- name: dates
SELECT count(*) FILTER (WHERE date_collecte ~ %(day_first)s) AS dates_day_first,
       count(*) FILTER (WHERE date_collecte ~ %(month_first)s) AS dates_month_first
FROM import_brut;

-- name: other_heads
-- Known households whose head's name is not a spelling of the name that is stored. A name that is written as it is
-- stored costs no more than to be compared. Whom the importer may not see is told nothing of.
WITH renamed AS MATERIALIZED (
  SELECT ligne.ligne, chef.nom_complet AS ancien, ligne.nom_complet_chef AS nouveau
  FROM import_ligne AS ligne JOIN import_connu AS connu ON connu.id = ligne.connu
  CROSS JOIN LATERAL (SELECT nom_complet FROM registry_chef_menage WHERE menage_id = connu.id OFFSET 0) AS chef
  WHERE ligne.nom_complet_chef <> chef.nom_complet
    AND (%(regions)s::uuid[] IS NULL OR connu.region_id = ANY(%(regions)s::uuid[]))
    AND NOT EXISTS (SELECT FROM import_erreur WHERE import_erreur.ligne = ligne.ligne)
), cle AS MATERIALIZED (
  SELECT ligne, nullif(name_key(ancien), '') AS ancien, nullif(name_key(nouveau), '') AS nouveau FROM renamed
), noted AS (
  INSERT INTO import_probleme (ligne, colonne, code, gravite, valeur, autre)
  SELECT ligne, 'nom_complet_chef', 'chef_change', 'avertissement', left(renamed.nouveau, 60), left(renamed.ancien, 60)
  FROM cle JOIN renamed USING (ligne) WHERE {unlike}
  RETURNING ligne
)
SELECT count(*) AS n FROM noted;

-- name: other_regions
INSERT INTO import_probleme (ligne, colonne, code, gravite, valeur, autre)
SELECT ligne.ligne, 'region', 'region_change', 'avertissement', after.nom, before.nom
FROM import_ligne AS ligne JOIN import_connu AS connu ON connu.id = ligne.connu AND connu.region_id <> ligne.region_id
JOIN geo_region AS before ON before.id = connu.region_id
JOIN geo_region AS after ON after.id = ligne.region_id
WHERE (%(regions)s::uuid[] IS NULL OR connu.region_id = ANY(%(regions)s::uuid[]))
  AND NOT EXISTS (SELECT FROM import_erreur WHERE import_erreur.ligne = ligne.ligne);

-- name: changes
SELECT (SELECT count(*) FROM import_ligne AS ligne WHERE connu IS NOT NULL
          AND NOT EXISTS (SELECT FROM import_erreur WHERE import_erreur.ligne = ligne.ligne)) AS known,
       (SELECT count(DISTINCT ligne) FROM import_probleme WHERE code IN ('chef_change', 'region_change')) AS changed;
