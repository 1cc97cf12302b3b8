-- Write the nearest-service table in bulk. `{touched}` is the temporary table of a bulk load.

-- name: lock_against_writers
-- The rebuild reads every household and every service: this lock makes their writers wait, but no reader.
LOCK TABLE analysis_nearest_service IN SHARE ROW EXCLUSIVE MODE

-- name: lock_against_services
-- The same lock as in the triggers of households: services cannot change meanwhile, other households can.
LOCK TABLE analysis_nearest_service IN ROW EXCLUSIVE MODE

-- name: create_stage
CREATE TEMP TABLE nearest_stage (LIKE analysis_nearest_service) ON COMMIT DROP

-- name: drop_stage
DROP TABLE nearest_stage

-- name: delete_unplaced
-- Delete the rows of households that were deleted or have no position any more.
DELETE FROM analysis_nearest_service AS n
WHERE NOT EXISTS (SELECT FROM registry_menage AS m WHERE m.id = n.menage_id AND m.geom IS NOT NULL)

-- name: delete_unplaced_touched
-- Delete the rows of touched households that were not computed: they have no position any more.
DELETE FROM analysis_nearest_service AS n
USING (SELECT id FROM {touched} WHERE place IS NULL EXCEPT SELECT menage_id FROM nearest_stage) AS unplaced
WHERE n.menage_id = unplaced.id

-- name: describe_load
-- Whether a bulk load has new households (with their position) and other households (by id only).
SELECT EXISTS (SELECT FROM {touched} WHERE place IS NOT NULL) AS has_inserted,
       EXISTS (SELECT FROM {touched} WHERE place IS NULL) AS has_changed

-- name: has_rows
SELECT EXISTS (SELECT FROM analysis_nearest_service) AS found

-- name: service_points
-- Services at the same position are one to the index: the lowest id represents them, as in the triggers.
SELECT id, ST_X(geom), ST_Y(geom)
FROM (SELECT DISTINCT ON (geom) id, geom FROM {table} WHERE {condition} ORDER BY geom, id) AS place ORDER BY id

-- name: stored_rows
-- Households with their stored row; in `kinds` the zero id means no service. `has_current_areas` is 1 where the row has the same
-- areas as the household.
SELECT m.id, ST_X(m.geom), ST_Y(m.geom),
       (n.menage_id IS NOT NULL AND (n.region_id, n.secteur_id, n.localite_id)
        IS NOT DISTINCT FROM (m.region_id, m.secteur_id, m.localite_id))::integer::float8 AS has_current_areas, {kinds}
FROM registry_menage AS m LEFT JOIN analysis_nearest_service AS n ON n.menage_id = m.id
WHERE m.geom IS NOT NULL

-- name: inserted_points
SELECT id, ST_X(place), ST_Y(place) FROM {touched} WHERE place IS NOT NULL

-- name: changed_points
SELECT id, ST_X(geom), ST_Y(geom) FROM registry_menage
WHERE geom IS NOT NULL AND id IN (SELECT id FROM {touched} WHERE place IS NULL)
