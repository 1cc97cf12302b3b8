-- name: without_position
SELECT id FROM registry_menage WHERE geom IS NULL

-- name: imprecise_position
SELECT id FROM registry_menage WHERE precision_gps > {precision}

-- name: outside_sector
SELECT id FROM registry_menage WHERE problemes_qualite @> '["{outside}"]'

-- name: close_interviews
-- Those that the same surveyor began less than {minutes} minutes after another one. Interviews at midnight are those of
-- which only the day is known.
SELECT id FROM registry_menage AS menage
WHERE (date_collecte AT TIME ZONE 'UTC')::time <> '00:00' AND EXISTS (
  SELECT FROM registry_menage AS avant
  WHERE avant.enqueteur_id = menage.enqueteur_id AND (avant.date_collecte AT TIME ZONE 'UTC')::time <> '00:00'
    AND (avant.date_collecte, avant.id) < (menage.date_collecte, menage.id)
    AND avant.date_collecte > menage.date_collecte - {minutes} * interval '1 minute'
)

-- name: impossible_journeys
-- Those to which the surveyor would have travelled faster than {speed} km/h. Positions within a kilometre may differ by
-- GPS error alone; after a day any distance is possible.
SELECT menage.id FROM registry_menage AS menage CROSS JOIN LATERAL (
  SELECT geom, extract(epoch FROM menage.date_collecte - date_collecte)::float8 AS secondes
  FROM registry_menage AS avant
  WHERE avant.enqueteur_id = menage.enqueteur_id AND (avant.date_collecte AT TIME ZONE 'UTC')::time <> '00:00'
    AND (avant.date_collecte, avant.id) < (menage.date_collecte, menage.id)
  ORDER BY avant.date_collecte DESC, avant.id DESC LIMIT 1
) AS avant
WHERE (menage.date_collecte AT TIME ZONE 'UTC')::time <> '00:00' AND avant.secondes < 86400
  AND ST_DistanceSphere(menage.geom, avant.geom) > greatest(1000, {speed} / 3.6 * avant.secondes)

-- name: shared_positions
-- The index compares boxes of rounded numbers.
SELECT id FROM registry_menage AS menage WHERE (
  SELECT count(*) FROM (
    SELECT FROM registry_menage AS autre WHERE autre.geom ~= menage.geom AND autre.geom = menage.geom LIMIT {shared}
  ) AS pareilles
) = {shared}

-- name: round_ages
SELECT menage_id FROM registry_chef_menage WHERE age BETWEEN 23 AND 62 AND mod(age, 5) = 0
