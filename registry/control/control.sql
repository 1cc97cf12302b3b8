-- name: dashboard
-- Who sends what: {menages} are the households that the caller sees under the filters. An interview is too close when
-- the same surveyor began another less than {minutes} minutes before, a journey impossible when he would have travelled
-- faster than {speed} km/h between the two; a position is shared when at least {shared} of these households stand on it.
-- Round ages are ages of heads from 23 to 62 that end in 0 or 5: one in five without heaping (Whipple's index / 500).
WITH partagee AS (
  SELECT geom FROM ({menages}) AS menage WHERE geom IS NOT NULL GROUP BY geom HAVING count(*) >= {shared}
), suite AS (
  SELECT id, region_id, campagne_id, enqueteur_id, score_qualite, geom, precision_gps, problemes_qualite,
    CASE WHEN enqueteur_id IS NOT NULL
         THEN extract(epoch FROM date_collecte - lag(date_collecte) OVER visites)::float8 END AS secondes,
    lag(geom) OVER visites AS avant
  FROM ({menages}) AS menage
  WINDOW visites AS (PARTITION BY enqueteur_id ORDER BY date_collecte)
), releve AS (
  SELECT suite.region_id, suite.campagne_id, suite.enqueteur_id, suite.score_qualite,
    suite.geom IS NULL AS sans_gps, precision_gps > {precision} AS imprecis,
    suite.problemes_qualite ? '{outside}' AS hors_secteur, secondes < {minutes} * 60 AS trop_proche,
    -- Within a kilometre positions may jump by themselves; after a day everybody may be anywhere.
    CASE WHEN secondes < 86400 THEN ST_DistanceSphere(suite.geom, avant)
         > greatest(1000, {speed} / 3.6 * secondes) END AS impossible,
    partagee.geom IS NOT NULL AS partage, chef.age BETWEEN 23 AND 62 AS age_connu, mod(chef.age, 5) = 0 AS age_rond
  FROM suite
  LEFT JOIN partagee ON partagee.geom = suite.geom
  LEFT JOIN registry_chef_menage AS chef ON chef.menage_id = suite.id
)
SELECT grouping(region_id, campagne_id, enqueteur_id) AS axe,
  coalesce(region_id, campagne_id, enqueteur_id) AS id,
  count(*) AS total, round(avg(score_qualite), 1) AS "qualiteMoyenne",
  count(*) FILTER (WHERE sans_gps) AS "sansGps", count(*) FILTER (WHERE imprecis) AS "gpsImprecis",
  count(*) FILTER (WHERE hors_secteur) AS "horsSecteur", count(*) FILTER (WHERE trop_proche) AS "entretiensTropProches",
  count(*) FILTER (WHERE impossible) AS "deplacementsImpossibles", count(*) FILTER (WHERE partage) AS "positionsPartagees",
  count(*) FILTER (WHERE age_connu) AS "agesConnus", count(*) FILTER (WHERE age_connu AND age_rond) AS "agesRonds"
FROM releve
GROUP BY GROUPING SETS ((), (region_id), (campagne_id), (enqueteur_id))

-- name: names
-- The names of regions, campaigns and surveyors; a surveyor is named as in the household list.
SELECT id, nom FROM geo_region WHERE id = ANY(%(ids)s)
UNION ALL SELECT id, nom FROM registry_campagne WHERE id = ANY(%(ids)s)
UNION ALL SELECT id, coalesce(nullif(btrim(prenom || ' ' || nom), ''), email) FROM accounts_user WHERE id = ANY(%(ids)s)

-- name: outcome
SELECT count(*) AS traites, count(*) FILTER (WHERE score_qualite IS NOT NULL) AS reussis,
  round(avg(score_qualite), 2) AS moyenne
FROM ({menages}) AS menage

-- name: by_rule
SELECT code, count(*) AS n FROM ({menages}) AS menage, jsonb_array_elements_text(problemes_qualite) AS code
GROUP BY code ORDER BY n DESC, code
