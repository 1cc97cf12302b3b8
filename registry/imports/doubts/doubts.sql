-- Count doubts about a file as a whole, over the temporary tables of imports.sql.

-- name: count_scores
SELECT count(*) FILTER (WHERE connu IS NULL) AS new_households, count(score_pmt) AS scores, count(*) FILTER (WHERE score_pmt > 1) AS scores_above_one,
       count(*) FILTER (WHERE score_pmt > 0) AS scores_above_zero
FROM import_row;

-- name: count_dates
SELECT count(*) FILTER (WHERE date_collecte ~ %(day_first)s) AS dates_day_first,
       count(*) FILTER (WHERE date_collecte ~ %(day_only)s) AS dates_day_only,
       count(*) FILTER (WHERE date_collecte ~ %(month_first)s) AS dates_month_first
-- Most dates begin with the year: LIKE on one character costs less than a regular expression.
FROM import_raw WHERE date_collecte NOT LIKE '____-%%';

-- name: record_other_households
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
  INSERT INTO import_issue (ligne, colonne, code, grave, details)
  SELECT ligne, 'nom_complet_chef', 'chef_change', false,
         jsonb_build_object('value', left(differing.nouveau, 60), 'other', left(differing.ancien, 60))
  FROM cle JOIN differing USING (ligne) WHERE {unlike}
  UNION ALL
  SELECT ligne, 'region', 'region_change', false, jsonb_build_object('value', after.nom, 'other', before.nom)
  FROM differing JOIN geo_region AS before ON before.id = ancienne JOIN geo_region AS after ON after.id = nouvelle
  WHERE ancienne <> nouvelle
  RETURNING ligne
)
SELECT count(DISTINCT ligne) AS changed FROM noted;

-- name: count_known
SELECT count(*) AS known FROM import_connu;
