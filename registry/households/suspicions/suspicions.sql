-- name: without_position
SELECT id FROM registry_menage WHERE geom IS NULL

-- name: imprecise_position
SELECT id FROM registry_menage WHERE precision_gps > {precision}

-- name: outside_sector
SELECT id FROM registry_menage WHERE problemes_qualite @> '["{outside}"]'

-- name: close_interviews
-- Those that the same surveyor began less than {minutes} minutes after another one. Interviews at midnight are those of
-- which only the day is known. One pass over all is faster than looking for the one before of each.
SELECT id FROM (
  SELECT id, date_collecte - lag(date_collecte) OVER (PARTITION BY enqueteur_id ORDER BY date_collecte, id) AS apres
  FROM registry_menage WHERE enqueteur_id IS NOT NULL AND (date_collecte AT TIME ZONE 'UTC')::time <> '00:00'
) AS suite WHERE apres < {minutes} * interval '1 minute'

-- name: impossible_journeys
-- Those to which the surveyor would have travelled faster than {speed} km/h. Positions within a kilometre may differ by
-- GPS error alone; after a day any distance is possible.
SELECT id FROM (
  SELECT id, geom, lag(geom) OVER visites AS avant,
    extract(epoch FROM date_collecte - lag(date_collecte) OVER visites)::float8 AS secondes
  FROM registry_menage WHERE enqueteur_id IS NOT NULL AND (date_collecte AT TIME ZONE 'UTC')::time <> '00:00'
  WINDOW visites AS (PARTITION BY enqueteur_id ORDER BY date_collecte, id)
) AS suite
WHERE secondes < 86400 AND ST_DistanceSphere(geom, avant) > greatest(1000, {speed} / 3.6 * secondes)

-- name: shared_positions
-- The positions are found once: pulled up into a query for a page, they were grouped anew for every household.
WITH partagees AS MATERIALIZED (
  SELECT geom FROM registry_menage WHERE geom IS NOT NULL GROUP BY geom HAVING count(*) >= {shared}
)
SELECT id FROM registry_menage WHERE geom IN (SELECT geom FROM partagees)

-- name: round_ages
SELECT menage_id FROM registry_chef_menage WHERE age BETWEEN 23 AND 62 AND mod(age, 5) = 0
