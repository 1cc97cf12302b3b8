-- What is doubtful about a file as a whole, over the temporary tables of imports.sql.

-- name: note
INSERT INTO import_probleme (ligne, colonne, code, gravite, valeur, autre) VALUES (1, %s, %s, %s, %s, %s);

-- name: rows
SELECT count(*) FILTER (WHERE connu IS NULL) AS fresh, count(score_pmt) AS scores, count(*) FILTER (WHERE score_pmt > 1) AS scores_above_one,
       count(*) FILTER (WHERE score_pmt > 0) AS scores_above_zero
FROM import_ligne;

-- name: dates
SELECT count(*) FILTER (WHERE date_collecte ~ %(day_first)s) AS dates_day_first,
       count(*) FILTER (WHERE date_collecte ~ %(month_first)s) AS dates_month_first
-- Most begin with the year: to compare one sign costs less than a pattern.
FROM import_brut WHERE date_collecte NOT LIKE '____-%%';

-- name: other_households
-- Known households whose head's name is not a spelling of the name that is stored, or whose region is another. A name
-- that is written as it is stored costs no more than to be compared. Whom the importer may not see is told nothing of.
WITH differing AS MATERIALIZED (
  SELECT ligne.ligne, CASE WHEN ligne.nom_complet_chef <> chef.nom_complet THEN chef.nom_complet END AS ancien,
         ligne.nom_complet_chef AS nouveau, ligne.region_connue AS ancienne, ligne.region_id AS nouvelle
  FROM import_ligne AS ligne LEFT JOIN registry_chef_menage AS chef ON chef.menage_id = ligne.connu
  WHERE ligne.connu IS NOT NULL
    AND (ligne.nom_complet_chef <> chef.nom_complet OR ligne.region_id <> ligne.region_connue)
    AND (%(regions)s::uuid[] IS NULL OR ligne.region_connue = ANY(%(regions)s::uuid[]))
    AND NOT EXISTS (SELECT FROM import_erreur WHERE import_erreur.ligne = ligne.ligne)
), cle AS MATERIALIZED (
  SELECT ligne, nullif(name_key(ancien), '') AS ancien, nullif(name_key(nouveau), '') AS nouveau
  FROM differing WHERE ancien IS NOT NULL
), noted AS (
  INSERT INTO import_probleme (ligne, colonne, code, gravite, valeur, autre)
  SELECT ligne, 'nom_complet_chef', 'chef_change', 'avertissement', left(differing.nouveau, 60), left(differing.ancien, 60)
  FROM cle JOIN differing USING (ligne) WHERE {unlike}
  UNION ALL
  SELECT ligne, 'region', 'region_change', 'avertissement', after.nom, before.nom
  FROM differing JOIN geo_region AS before ON before.id = ancienne JOIN geo_region AS after ON after.id = nouvelle
  WHERE ancienne <> nouvelle
  RETURNING ligne
)
SELECT count(DISTINCT ligne) AS changed FROM noted;

-- name: known
SELECT count(*) AS known FROM import_connu;
