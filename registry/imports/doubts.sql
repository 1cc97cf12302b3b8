-- Count doubts about a file as a whole, over the temporary tables of imports.sql.

-- name: note
INSERT INTO import_probleme (ligne, colonne, code, gravite, valeur, autre) VALUES (1, %s, %s, %s, %s, %s);

-- name: rows
SELECT count(*) FILTER (WHERE connu IS NULL) AS fresh, count(score_pmt) AS scores, count(*) FILTER (WHERE score_pmt > 1) AS scores_above_one,
       count(*) FILTER (WHERE score_pmt > 0) AS scores_above_zero
FROM import_ligne;

-- name: dates
SELECT count(*) FILTER (WHERE date_collecte ~ %(day_first)s) AS dates_day_first,
       count(*) FILTER (WHERE date_collecte ~ %(day_only)s) AS dates_day_only,
       count(*) FILTER (WHERE date_collecte ~ %(month_first)s) AS dates_month_first
-- Most dates begin with the year: LIKE on one character costs less than a regular expression.
FROM import_brut WHERE date_collecte NOT LIKE '____-%%';

-- name: other_households
-- Report known households of import_change whose head's name is not a spelling of the stored name, or whose region
-- differs.
WITH differing AS MATERIALIZED (
  SELECT ligne, CASE WHEN nouveau_nom <> ancien_nom THEN ancien_nom END AS ancien, nouveau_nom AS nouveau,
         ancienne_region AS ancienne, nouvelle_region AS nouvelle
  FROM import_change WHERE nouveau_nom <> ancien_nom OR nouvelle_region <> ancienne_region
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
