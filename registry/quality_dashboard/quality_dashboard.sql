-- name: count_by_group
-- Count a set of households by area, campaign, surveyor, project and day. An interview is too close when the same
-- surveyor began another less than {minutes} minutes before. A journey is impossible when they would have travelled
-- faster than {speed} km/h between the two. Interviews at midnight are those of which only the day is known, and are
-- not compared. A position is shared when at least {shared} households have it. Both are judged among all households,
-- whatever the set: the filter of the household list finds the same ones (households/suspicions). Round ages are ages of
-- heads from 23 to 62 that end in 0 or 5: one in five without heaping (Whipple's index / 500).
WITH choisi AS MATERIALIZED ({menages}
), partagee AS (
  SELECT geom FROM registry_menage WHERE geom IN (SELECT geom FROM choisi) GROUP BY geom HAVING count(*) >= {shared}
), suite AS (
  SELECT id, extract(epoch FROM date_collecte - lag(date_collecte) OVER visites)::float8 AS secondes,
    lag(geom) OVER visites AS avant
  FROM registry_menage
  -- Only what was a day before matters.
  WHERE enqueteur_id IN (SELECT enqueteur_id FROM choisi) AND (date_collecte AT TIME ZONE 'UTC')::time <> '00:00'
    AND date_collecte >= (SELECT min(date_collecte) FROM choisi) - interval '1 day'
    AND date_collecte <= (SELECT max(date_collecte) FROM choisi)
  WINDOW visites AS (PARTITION BY enqueteur_id ORDER BY date_collecte, id)
), releve AS (
  SELECT choisi.*, suite.secondes, partagee.geom IS NOT NULL AS partage, chef.age BETWEEN 23 AND 62 AS age_connu,
    mod(chef.age, 5) = 0 AS age_rond,
    -- Positions within a kilometre may differ by GPS error alone; after a day any distance is possible.
    CASE WHEN suite.secondes < 86400 THEN ST_DistanceSphere(choisi.geom, suite.avant)
         > greatest(1000, {speed} / 3.6 * suite.secondes) END AS impossible
  FROM choisi
  LEFT JOIN suite ON suite.id = choisi.id
  LEFT JOIN partagee ON partagee.geom = choisi.geom
  LEFT JOIN registry_chef_menage AS chef ON chef.menage_id = choisi.id
)
SELECT region_id, secteur_id, campagne_id, enqueteur_id, projet_id, (date_collecte AT TIME ZONE 'UTC')::date AS jour,
  count(*) AS total, count(score_qualite) AS avec_qualite, coalesce(sum(score_qualite), 0) AS somme_qualite,
  count(*) FILTER (WHERE geom IS NULL) AS sans_gps,
  count(*) FILTER (WHERE precision_gps > {precision}) AS gps_imprecis,
  count(*) FILTER (WHERE problemes_qualite ? '{outside}') AS hors_secteur,
  count(*) FILTER (WHERE secondes < {minutes} * 60) AS entretiens_trop_proches,
  count(*) FILTER (WHERE impossible) AS deplacements_impossibles,
  count(*) FILTER (WHERE partage) AS positions_partagees,
  count(*) FILTER (WHERE age_connu) AS ages_connus, count(*) FILTER (WHERE age_connu AND age_rond) AS ages_ronds,
  {rules} AS regles
FROM releve GROUP BY region_id, secteur_id, campagne_id, enqueteur_id, projet_id, jour

-- name: sum_by_group
-- Add up the rows of `counts` in total and by region, campaign and surveyor.
SELECT grouping(region_id, campagne_id, enqueteur_id) AS axe,
  coalesce(region_id, campagne_id, enqueteur_id) AS id,
  round(sum(somme_qualite) / nullif(sum(avec_qualite), 0), 1) AS qualite_moyenne, {sums}
FROM ({source}) AS counts
GROUP BY GROUPING SETS ((), (region_id), (campagne_id), (enqueteur_id))

-- name: delete_quality_tallies
DELETE FROM registry_qualite_tally

-- name: insert_quality_tallies
INSERT INTO registry_qualite_tally ({columns}, version, calcule_le)
SELECT {columns}, %(version)s, statement_timestamp() FROM ({source}) AS counts

-- name: list_names
-- Return the names of regions, campaigns and surveyors; a surveyor is named as in the household list.
SELECT id, nom FROM geo_region WHERE id = ANY(%(ids)s)
UNION ALL SELECT id, nom FROM registry_campagne WHERE id = ANY(%(ids)s)
UNION ALL SELECT id, coalesce(nullif(btrim(prenom || ' ' || nom), ''), email) FROM accounts_user WHERE id = ANY(%(ids)s)

-- name: summarise_analysis
SELECT count(*) AS traites, count(*) FILTER (WHERE score_qualite IS NOT NULL) AS reussis,
  round(avg(score_qualite), 2) AS moyenne
FROM ({menages}) AS menage

-- name: count_by_rule
SELECT key AS code, sum(value::bigint)::bigint AS n FROM ({source}) AS counts, jsonb_each_text(regles)
GROUP BY key ORDER BY n DESC, code

-- name: list_interviews
-- The interview before is looked for among all households, as `count_by_group` does.
WITH choisi AS MATERIALIZED (
  SELECT id, date_collecte, enqueteur_id FROM registry_menage
  WHERE id = ANY(%(ids)s) AND id IN (SELECT id FROM ({visibles}) AS vus)
), suite AS (
  SELECT id, lag(id) OVER visites AS avant,
    round((extract(epoch FROM date_collecte - lag(date_collecte) OVER visites) / 60)::numeric, 1)::float8 AS minutes,
    round(ST_DistanceSphere(geom, lag(geom) OVER visites)) AS metres
  FROM registry_menage
  WHERE enqueteur_id IN (SELECT enqueteur_id FROM choisi) AND (date_collecte AT TIME ZONE 'UTC')::time <> '00:00'
    AND date_collecte <= (SELECT max(date_collecte) FROM choisi)
  WINDOW visites AS (PARTITION BY enqueteur_id ORDER BY date_collecte, id)
)
SELECT choisi.id AS menage_id, choisi.date_collecte, minutes, metres, avant.date_collecte AS precedent_date,
  vus.id AS precedent_id, vus.code_menage AS precedent_code
FROM choisi LEFT JOIN suite ON suite.id = choisi.id
LEFT JOIN registry_menage AS avant ON avant.id = suite.avant
LEFT JOIN ({visibles}) AS vus ON vus.id = suite.avant
ORDER BY array_position(%(ids)s, choisi.id)
